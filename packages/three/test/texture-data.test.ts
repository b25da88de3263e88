import { decodeDds, emptyScene, encodeDds, openAsset, type RgbaImage, readDds, type SceneImage } from '@unbake/formats';
import {
  CompressedTexture,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  NoColorSpace,
  SRGBColorSpace,
} from 'three';
import { describe, expect, test } from 'vitest';
import { samplesIn } from '../../../test-support/samples.ts';
import { ddsBytes, solidBc1 } from '../../formats/test/dds-bytes.ts';
import { material, mesh, picture, quad, sceneOf, texture } from '../../gltf/test/scenes.ts';
import { DECODE_ALL, type Notice, sceneToThree, type TextureCapabilities, textureData } from '../src/index.ts';

const GPU: TextureCapabilities = { s3tc: true, s3tcSrgb: true, rgtc: true, bptc: true, maxTextureSize: 16384 };

function imageOf(dds: Uint8Array): SceneImage {
  const { width, height } = readDds(dds);
  return { name: 'p', width, height, format: '', dds, decode: () => decodeDds(readDds(dds)), raw: {} };
}

/** A DXT1 file with blocks of one colour on every level. */
function dxt1(width: number, height: number, mips: number, colour = 0xf800): SceneImage {
  const blocks = (w: number, h: number) => Math.ceil(w / 4) * Math.ceil(h / 4);
  const payload: number[] = [];
  for (let m = 0; m < mips; m++) {
    const count = blocks(Math.max(1, width >> m), Math.max(1, height >> m));
    for (let i = 0; i < count; i++) payload.push(...solidBc1(colour));
  }
  return imageOf(ddsBytes({ width, height, mips, fourCC: 'DXT1', caps: 0x401008 }, payload));
}

const sides = (data: { levels: readonly { width: number; height: number }[] } | undefined) =>
  data?.levels.map(({ width, height }) => `${width}x${height}`);

describe('compressed textures', () => {
  test('blocks go to the GPU as views of the file', () => {
    const image = dxt1(16, 8, 5);
    const data = textureData(image, 'colour', GPU)!;
    expect(data.codec).toBe('bc1');
    expect(sides(data)).toEqual(['16x8', '8x4', '4x2', '2x1', '1x1']);
    expect(data.levels[0]!.data.buffer).toBe(image.dds!.buffer);
  });

  test.each([
    ['10x10 with 4 levels', 10, 10, 4],
    ['8x6 with 4 levels', 8, 6, 4],
    ['12x12, whose second level is 6x6', 12, 12, 2],
    ['5x3 without mips', 5, 3, 1],
  ])('fault 102: %s is decoded, level by level', (_, width, height, mips) => {
    const data = textureData(dxt1(width, height, mips), 'colour', GPU)!;
    expect(data.codec).toBe('rgba');
    expect(data.levels).toHaveLength(mips);
    for (const { width, height, data: rgba } of data.levels) {
      expect(rgba.length).toBe(width * height * 4);
      expect([...rgba.subarray(-4)]).toEqual([255, 0, 0, 255]);
    }
  });

  test('fault 102: a GPU without S3TC, or without its sRGB form, gets decoded pixels', () => {
    for (const gpu of [DECODE_ALL, { ...GPU, s3tcSrgb: false }]) {
      expect(textureData(dxt1(16, 8, 5), 'colour', gpu)).toMatchObject({ codec: 'rgba', mayBuildMips: false });
    }
    expect(textureData(dxt1(16, 8, 5), 'normal', { ...GPU, s3tcSrgb: false })!.codec).toBe('bc1');
  });

  test.each(samplesIn('dds', '.dds'))('$name: what is decoded has the pixels of the truth', ({ bytes, expected }) => {
    const dds = readDds(bytes);
    if (dds.problem) return;
    const { levels, codec } = textureData(imageOf(bytes), 'colour', DECODE_ALL)!;
    expect(codec).toBe('rgba');
    const sizes = levels.map(({ width, height }) => ({ width, height }));
    if (expected.surfaces) expect(expected.surfaces.slice(0, dds.mips)).toMatchObject(sizes);
    expect(levels[0]!.data).toEqual(decodeDds(dds).rgba);
  });

  test('BC4, and BC5 as a colour, are decoded: the GPU would show them red', () => {
    for (const fourCC of ['ATI1', 'ATI2'] as const) {
      const dds = encodeDds(gradient(8), { format: fourCC });
      expect(textureData(imageOf(dds), 'colour', GPU)!.codec).toBe('rgba');
    }
  });

  test('BC5 normals go as they are, or get their third coordinate back', () => {
    const flat = { width: 4, height: 4, rgba: new Uint8Array(64).fill(128) };
    const image = imageOf(encodeDds(flat, { format: 'ATI2' }));
    expect(textureData(image, 'normal', GPU)!.codec).toBe('bc5');
    const [x, y, z, a] = textureData(image, 'normal', DECODE_ALL)!.levels[0]!.data;
    expect([x, y, z, a]).toEqual([128, 128, 255, 255]);
  });

  test('a cut file is decoded, missing bytes as zero', () => {
    const image = dxt1(16, 16, 1);
    const cut = imageOf(image.dds!.subarray(0, image.dds!.length - 8));
    expect(textureData(cut, 'colour', GPU)!.codec).toBe('rgba');
  });
});

describe('sizes', () => {
  test('fault 104: a texture wider than the GPU takes shows a smaller copy, with a notice', () => {
    const notices: Notice[] = [];
    const data = textureData(dxt1(16384, 4, 1), 'colour', { ...GPU, maxTextureSize: 4096 }, notices);
    expect(sides(data)).toEqual(['4096x1']);
    expect([...data!.levels[0]!.data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
    const notice = { code: 'texture-reduced', image: 'p', width: 16384, height: 4, shownWidth: 4096, shownHeight: 1 };
    expect(notices).toEqual([notice]);
  });

  test('fault 104: a lower mip is used where there is one, still compressed', () => {
    const notices: Notice[] = [];
    const data = textureData(dxt1(64, 64, 3), 'colour', { ...GPU, maxTextureSize: 32 }, notices);
    expect(data!.codec).toBe('bc1');
    expect(sides(data)).toEqual(['32x32', '16x16']);
    expect(notices).toMatchObject([{ code: 'texture-reduced', shownWidth: 32 }]);
  });

  test('a picture that cannot be decoded leaves the material without its texture, with a notice', () => {
    const scene = textured(imageOf(ddsBytes({ width: 4, height: 4, fourCC: 'BC4S' }, new Uint8Array(8))));
    const model = sceneToThree(scene, { capabilities: GPU });
    expect(model.textures).toEqual([]);
    expect(model.notices).toMatchObject([{ code: 'texture-unreadable', image: 'p' }]);
  });
});

describe('textures', () => {
  test('fault 105: legacy, plain and sRGB headers of one block are shown alike; normal maps stay linear', () => {
    const shown = [undefined, 71, 72].map((dxgi) => {
      const header = dxgi === undefined ? { fourCC: 'DXT1' } : { dx10: { dxgi } };
      const [made] = sceneToThree(textured(imageOf(ddsBytes({ width: 4, height: 4, ...header }, solidBc1(0x8410)))), {
        capabilities: GPU,
      }).textures;
      return made as CompressedTexture;
    });
    for (const made of shown) {
      expect(made).toBeInstanceOf(CompressedTexture);
      expect(made).toMatchObject({ colorSpace: SRGBColorSpace, format: shown[0]!.format });
      expect(made.mipmaps![0]!.data).toEqual(shown[0]!.mipmaps![0]!.data);
    }
    const scene = textured(dxt1(4, 4, 1));
    scene.materials = [material('m', { normalTexture: { texture: 0, uv: 0 } })];
    expect(sceneToThree(scene, { capabilities: GPU }).textures[0]!.colorSpace).toBe(NoColorSpace);
  });

  test('the mips of the file are used, none are made; a picture without a place for mips gets them', () => {
    const [one] = sceneToThree(textured(dxt1(16, 8, 1)), { capabilities: GPU }).textures;
    expect(one).toMatchObject({ minFilter: LinearFilter, generateMipmaps: false });
    const [five] = sceneToThree(textured(dxt1(16, 8, 5)), { capabilities: DECODE_ALL }).textures;
    expect(five).toBeInstanceOf(DataTexture);
    expect(five).toMatchObject({ minFilter: LinearMipmapLinearFilter, generateMipmaps: false });
    expect(five!.mipmaps).toHaveLength(5);
    const [other] = sceneToThree(textured(picture('p'))).textures;
    expect(other).toMatchObject({ minFilter: LinearMipmapLinearFilter, generateMipmaps: true });
  });

  test('a sampler on two materials is one texture', () => {
    const scene = textured(picture('p'));
    scene.materials.push({ ...scene.materials[0]!, name: 'n' });
    scene.meshes.push(mesh('n', [quad({ material: 1 })]));
    scene.nodes.push({ ...scene.nodes[0]!, mesh: 1 });
    expect(sceneToThree(scene).textures).toHaveLength(1);
  });

  test('every picture of the model samples is shown', () => {
    for (const { bytes, name } of samplesIn('svo', '.svo')) {
      const scene = openAsset(bytes, { name }).scene!();
      const model = sceneToThree(scene, { capabilities: GPU });
      expect(model.notices, name).toEqual([]);
      expect(model.textures.length, name).toBeGreaterThan(0);
    }
    expect(sceneToThree(emptyScene('')).textures).toEqual([]);
  });
});

function textured(image: SceneImage) {
  return sceneOf({
    meshes: [mesh('m', [quad({ material: 0 })])],
    materials: [material('m', { baseColorTexture: { texture: 0, uv: 0 } })],
    textures: [texture('t', 0)],
    images: [image],
  });
}

function gradient(size: number): RgbaImage {
  const rgba = Uint8Array.from({ length: size * size * 4 }, (_, i) => (i * 3) & 255);
  return { width: size, height: size, rgba };
}
