import type { Asset, AssetEntry, AssetImage, AssetInfo } from '../asset.ts';
import type { Avts } from '../avts/types.ts';
import { toHex } from '../binary/hex.ts';
import { encodeUtf8 } from '../binary/text.ts';
import { Trace } from '../binary/trace.ts';
import { ddsFormat } from '../dds/asset.ts';
import { Report } from '../diagnostics/diagnostic.ts';
import type { FormatRow, OpenOptions } from '../format-row.ts';
import { isRfz, readRfz, STREAM_PATH } from '../rfz/read.ts';
import { RFZ_MAGIC_SIZE, type Rfz } from '../rfz/types.ts';
import { writeRfz } from '../rfz/write.ts';
import type { JsonValue } from '../scene/scene.ts';
import { svoFormat } from '../svo/asset.ts';
import { classCounts } from '../yabx/asset.ts';
import { checkYabx } from '../yabx/checks.ts';
import { yabxToJson } from '../yabx/json.ts';
import { checkFontCounts, checkKerning, glyphProblems } from './checks.ts';
import { metadataOf } from './folder.ts';
import { fontPagesOf } from './pages.ts';
import { type FontDatabase, fontDatabaseOf, fontSvoOf } from './ruhuna.ts';
import { lineHeight } from './types.ts';

/** RFZ fonts (svo.md §8). */
export const rfzFormat: FormatRow = {
  id: 'rfz',
  label: 'RFZ font',
  extensions: ['.rfz'],
  sniff: isRfz,
  open: openRfz,
};

/** The version of what `toJson` gives. */
const RFZ_JSON_SCHEMA = 'unbake-rfz-v1';

function openRfz(bytes: Uint8Array, options: OpenOptions): Asset {
  const report = new Report();
  const base = options.base ?? 0;
  const limits = options.limits ? { limits: options.limits } : {};
  const rfz = readRfz(bytes, { report, base, ...limits });
  const font = rfz.yabx && fontDatabaseOf(rfz.yabx);
  const svo = font && fontSvoOf(font);
  return {
    format: 'rfz',
    bytes,
    report,
    check() {
      const all = new Report();
      all.addAll(report);
      if (rfz.yabx && rfz.complete) {
        const graph = new Report();
        checkYabx(rfz.yabx, graph, { start: 0, end: rfz.stream.length });
        all.addAll(graph, STREAM_PATH);
        checkFont(font, all);
      }
      return all;
    },
    info: () => infoOf(rfz, font, svo),
    entries: () => entriesOf(rfz, font, svo, base),
    toJson: () => rfzToJson(rfz, font),
    trace() {
      const trace = new Trace('file', base, base + bytes.length);
      readRfz(bytes, { trace, base, ...limits });
      return trace;
    },
    write: () => writeRfz(rfz),
    ...(rfz.complete ? { canonical: () => writeRfz(rfz, true) } : {}),
    images: () => imagesOf(svo),
  };
}

/** Every rule for a font that was read whole: glyphs, kerning, pages, the embedded SVO. */
export function checkFont(font: FontDatabase | undefined, report: Report): void {
  const nowhere = { start: 0, end: 0 };
  if (!font) {
    report.add('rfz/texture', { problem: 'the stream holds no ruhuna::Database' }, nowhere, STREAM_PATH);
    return;
  }
  const path = `${STREAM_PATH}.#${font.textures[0]?.object.id ?? font.database.id}`;
  const svo = fontSvoOf(font);
  const texture = font.textures.find((t) => t.file === svo?.bytes);
  if (!svo || !texture)
    report.add('rfz/texture', { problem: 'there is no embedded SVO that can be read' }, nowhere, path);
  else {
    const findings = report.attempt(() => svoFormat.open(texture.file, { base: texture.offset }).check());
    if (findings) report.addAll(findings, `${path}.file`);
  }

  const pages = svo ? fontPagesOf(svo) : [];
  for (const { index, code, problem } of glyphProblems(font.description, pages)) {
    const { object } = font.glyphs[index]!;
    const range = { start: object.offset, end: object.offset + object.bodySize };
    report.add('rfz/glyph', { code, problem }, range, `${STREAM_PATH}.#${object.id}`);
  }
  checkKerning(font.glyphs, report, (index) => `${STREAM_PATH}.#${font.glyphs[index]!.object.id}.kerning_info`);
  if (svo) checkFontCounts(font.description, pages, report, path);
}

function infoOf(rfz: Rfz, font: FontDatabase | undefined, svo: Avts | undefined): AssetInfo {
  const info: AssetInfo = {
    kind: 'RFZ font',
    details: { codesSize: rfz.codes.length, streamSize: rfz.stream.length, leftoverSize: rfz.leftover.length },
  };
  if (rfz.yabx) {
    info.name = rfz.yabx.name.text;
    info.byteOrder = rfz.yabx.bigEndian ? 'big' : 'little';
    info.objects = rfz.yabx.objects.length;
    info.classes = classCounts(rfz.yabx);
  }
  if (font) {
    const { description } = font;
    const codes = description.glyphs.map((g) => g.code);
    info.font = {
      ...metadataOf(description),
      glyphCount: codes.length,
      firstCode: codes[0] ?? null,
      lastCode: codes[codes.length - 1] ?? null,
      lineHeight: lineHeight(description),
      kerningGlyphs: font.glyphs.filter((g) => g.kerningCount > 0).length,
    };
  }
  if (svo)
    info.textures = imagesOf(svo).map(({ name, width, height, format, mips }) => ({
      name,
      width,
      height,
      format,
      mips,
    }));
  return info;
}

/** The stream, the embedded SVO and its pages; offsets of the latter two are positions in the stream. */
function entriesOf(rfz: Rfz, font: FontDatabase | undefined, svo: Avts | undefined, base: number): AssetEntry[] {
  const entries: AssetEntry[] = [];
  const add = (name: string, kind: string, offset: number, data: Uint8Array, of: string, size = data.length) => {
    entries.push({ index: entries.length, name, nameBytes: encodeUtf8(name), kind, size, offset, data, more: { of } });
  };
  const baseName = rfz.yabx?.name.text || 'font';
  add(`${baseName}.yabx`, 'yabx', base + RFZ_MAGIC_SIZE, rfz.stream, 'file');
  for (const [i, texture] of (font?.textures ?? []).entries()) {
    const name = i === 0 ? `${baseName}.svo` : `${baseName}_${i}.svo`;
    add(name, 'svo', texture.offset, texture.file, 'stream');
    if (texture.file !== svo?.bytes) continue;
    for (const { name: page, chunk } of fontPagesOf(svo)) {
      add(page, 'dds', texture.offset + chunk.entry.offset, chunk.data, 'stream', chunk.entry.size);
    }
  }
  return entries;
}

/** The whole file: what lies around the stream, and the stream as the JSON of its object graph. */
function rfzToJson(rfz: Rfz, font: FontDatabase | undefined): JsonValue {
  return {
    schema: RFZ_JSON_SCHEMA,
    magic: toHex(rfz.magic),
    codes: { size: rfz.codes.length, decoded: rfz.stream.length },
    leftover: toHex(rfz.leftover),
    complete: rfz.complete,
    font: font ? metadataOf(font.description) : null,
    stream: rfz.yabx ? yabxToJson(rfz.yabx) : toHex(rfz.stream),
  };
}

/** One picture a page that has a DDS header. */
function imagesOf(svo: Avts | undefined): AssetImage[] {
  if (!svo) return [];
  const images: AssetImage[] = [];
  for (const { name, chunk } of fontPagesOf(svo)) {
    const dds = new Report().attempt(() => ddsFormat.open(chunk.data, { name }));
    for (const image of dds?.images?.() ?? []) images.push(image);
  }
  return images;
}
