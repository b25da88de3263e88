// How well textures are encoded: the samples' own pictures, beside the best that ImageMagick makes of them (range fit
// and cluster fit of its squish). Ends with an error when a format is more than half a decibel behind on any picture.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeDds, encodeDds, openAsset, readDds } from '@unbake/formats';

const BEHIND = 0.5;
const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** BC4 blocks are the alpha blocks of DXT5: ImageMagick writes no BC4 and BC5, so its alpha stands for each channel. */
const FORMATS = [
  { format: 'DXT1', codec: 'dxt1', parts: [[0, 1, 2]] },
  { format: 'DXT5', codec: 'dxt5', parts: [[0, 1, 2, 3]] },
  { format: 'ATI1', codec: 'dxt5', parts: [[0]], alone: true },
  { format: 'ATI2', codec: 'dxt5', parts: [[0], [1]], alone: true },
];

export default async function run() {
  if (spawnSync('convert', ['-version']).status !== 0) {
    console.error('ImageMagick is not installed: the quality of encoders is not compared');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'unbake-quality-'));
  try {
    const pictures = samplePictures();
    return FORMATS.map((row) => compare(row, pictures, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare({ format, codec, parts, alone = false }, pictures, folder) {
  let worst = { difference: Number.POSITIVE_INFINITY, name: '' };
  const sums = { ours: 0, theirs: 0 };
  let count = 0;
  for (const { name, image: picture } of pictures) {
    const image = format === 'DXT1' ? opaque(picture) : picture;
    const mine = decodeDds(readDds(encodeDds(image, { format }))).rgba;
    for (const part of parts) {
      const theirs = Math.max(
        ...['true', 'false'].map((cluster) => {
          if (!alone) return psnr(theirsOf(image, codec, cluster, folder), image.rgba, part);
          const asAlpha = { ...image, rgba: image.rgba.map((_, i) => image.rgba[i - (i % 4) + part[0]]) };
          return psnr(theirsOf(asAlpha, codec, cluster, folder), asAlpha.rgba, [3]);
        }),
      );
      const ours = psnr(mine, image.rgba, part);
      // A picture that both keep exactly says nothing.
      if (ours === Number.POSITIVE_INFINITY && theirs === Number.POSITIVE_INFINITY) continue;
      const difference = Math.min(ours, 99) - Math.min(theirs, 99);
      sums.ours += Math.min(ours, 99);
      sums.theirs += Math.min(theirs, 99);
      count++;
      if (difference < worst.difference) worst = { difference, name };
    }
  }
  const [ours, theirs] = [sums.ours, sums.theirs].map((sum) => (sum / count).toFixed(2));
  const note = `mean ${ours} dB, ImageMagick ${theirs} dB, ${count} pictures; least in ${worst.name}`;
  if (worst.difference < -BEHIND) throw new Error(`${format} is ${worst.difference.toFixed(2)} dB behind: ${note}`);
  return { name: `DDS quality ${format}, beside ImageMagick at worst`, value: worst.difference, unit: 'dB', note };
}

/** What ImageMagick makes of a picture, decoded by our decoder. */
function theirsOf({ width, height, rgba }, codec, cluster, folder) {
  const [raw, dds] = ['in.rgba', 'out.dds'].map((name) => join(folder, name));
  writeFileSync(raw, rgba);
  const defines = [`dds:compression=${codec}`, 'dds:mipmaps=0', `dds:cluster-fit=${cluster}`];
  const options = defines.flatMap((define) => ['-define', define]);
  const { status, stderr } = spawnSync('convert', ['-size', `${width}x${height}`, '-depth', '8', raw, ...options, dds]);
  if (status !== 0) throw new Error(`convert: ${stderr}`);
  return decodeDds(readDds(new Uint8Array(readFileSync(dds)))).rgba;
}

/** Every picture of 8 by 8 texels or more among the samples that is stored without blocks, or is rough. */
function samplePictures() {
  const pictures = [];
  for (const kind of ['dds', 'svo', 'font', 'texm', 'nres']) {
    if (!existsSync(`${fixtures}${kind}`)) continue;
    for (const file of readdirSync(`${fixtures}${kind}`).filter((name) => /\.(?:dds|svo|texm|rlb)$/.test(name))) {
      const asset = openAsset(new Uint8Array(readFileSync(`${fixtures}${kind}/${file}`)), { name: file });
      for (const texture of asset.images?.() ?? []) {
        if (texture.width < 8 || texture.height < 8) continue;
        try {
          pictures.push({ name: `${file} ${texture.name}`, image: texture.decode() });
        } catch {
          // A format without a decoder.
        }
      }
    }
  }
  return pictures;
}

function opaque(image) {
  return { ...image, rgba: image.rgba.map((byte, i) => (i % 4 === 3 ? 255 : byte)) };
}

/** Peak signal to noise ratio over some channels, in dB. */
function psnr(a, b, channels) {
  let error = 0;
  for (let i = 0; i < a.length; i += 4) for (const c of channels) error += (a[i + c] - b[i + c]) ** 2;
  const count = (a.length / 4) * channels.length;
  return error === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * count) / error);
}
