import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compose, type Vec3 } from '../../src/scene/math.ts';
import { sceneToObj } from '../../src/scene/obj.ts';
import { objPictureNames, plainNumber } from '../../src/scene/obj-words.ts';
import {
  emptyScene,
  type Loss,
  type Scene,
  type SceneMaterial,
  type SceneNode,
  type ScenePrimitive,
} from '../../src/scene/scene.ts';

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

function node(name: string, fields: Partial<SceneNode> = {}): SceneNode {
  return { name, children: [], translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], raw: {}, ...fields };
}

function triangle(fields: Partial<ScenePrimitive> = {}): ScenePrimitive {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  return { vertexCount: 3, indices: Uint32Array.of(0, 1, 2), positions, uvs: [], targets: [], raw: {}, ...fields };
}

function material(name: string, fields: Partial<SceneMaterial> = {}): SceneMaterial {
  const plain = { emissive: [0, 0, 0], blend: 'opaque', doubleSided: false, unlit: false, raw: {} } as const;
  return { name, baseColor: [1, 1, 1, 1], ...plain, ...fields } as SceneMaterial;
}

function sceneOf(primitives: ScenePrimitive[], fields: Partial<Scene> = {}): Scene {
  const scene = { ...emptyScene('model'), ...fields };
  scene.meshes = primitives.map((p, i) => ({ name: `m${i}`, primitives: [p], targetNames: [], raw: {} }));
  scene.nodes = fields.nodes ?? primitives.map((_, i) => node(`n${i}`, { mesh: i }));
  scene.roots = fields.roots ?? scene.nodes.map((_, i) => i);
  return scene;
}

/** Reads an OBJ as its definition says: one-based indices into the lines so far. */
function readObj(obj: string) {
  const lists: Record<'v' | 'vt' | 'vn', number[][]> = { v: [], vt: [], vn: [] };
  const faces: { v: number[]; vt?: number[]; vn?: number[] }[][] = [];
  for (const line of obj.split('\n')) {
    const [key, ...words] = line.split(' ');
    if (key === 'v' || key === 'vt' || key === 'vn') lists[key].push(words.map(Number));
    if (key !== 'f') continue;
    faces.push(
      words.map((word) => {
        const [v, vt, vn] = word.split('/');
        const at = (list: number[][], index: string | undefined) => {
          if (!index) return undefined;
          const item = list[Number(index) - 1];
          if (!item) throw new Error(`${word} points nowhere`);
          return item;
        };
        return { v: at(lists.v, v)!, vt: at(lists.vt, vt), vn: at(lists.vn, vn) };
      }),
    );
  }
  return { ...lists, faces };
}

describe('OBJ', () => {
  test('fault 042: separate running bases for v, vt and vn', () => {
    const normals = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);
    const uv = Float32Array.of(0.25, 0, 1, 0, 0, 1);
    const { files } = sceneToObj(sceneOf([triangle({ normals, uvs: [uv] }), triangle(), triangle({ normals })]));
    const obj = text(files.get('model.obj'));
    expect(obj.split('\n').filter((line) => line.startsWith('f '))).toEqual([
      'f 1/1/1 2/2/2 3/3/3',
      'f 4 5 6',
      'f 7//4 8//5 9//6',
    ]);
    expect(readObj(obj).faces[0]![0]!.vt).toEqual([0.25, 1]);
  });

  test('fault 043: 1,200 vertices, plain numbers, the same material words in both files, map_Kd resolves', () => {
    const positions = new Float32Array(3600);
    for (let i = 0; i < positions.length; i++) positions[i] = i;
    positions.set([1e-7, 1e21, -0]);
    const scene = sceneOf(
      [triangle({ vertexCount: 1200, positions, indices: Uint32Array.of(0, 1198, 1199), material: 0 })],
      {
        materials: [
          material('a b#c', { baseColorTexture: { texture: 0, uv: 0 } }),
          material('a_b_c'),
          material('A\tb\nc'),
        ],
        images: [
          { name: 'テ ク #1.dds', width: 1, height: 1, format: '', decode: () => ({}) as never, raw: {} },
          { name: 'テ_ク_#1.png', width: 1, height: 1, format: '', decode: () => ({}) as never, raw: {} },
        ],
      },
    );
    scene.textures = [
      {
        name: 't',
        image: 0,
        wrapU: 'repeat',
        wrapV: 'repeat',
        minFilter: 'linear',
        magFilter: 'linear',
        mipFilter: 'none',
        raw: {},
      },
    ];
    const names = objPictureNames(scene);
    expect(names).toEqual(['テ_ク__1.png', 'テ_ク__1-2.png']);
    const { files } = sceneToObj(scene, { baseName: 'out file', textureFiles: names });
    expect([...files.keys()]).toEqual(['out_file.obj', 'out_file.mtl']);
    const obj = text(files.get('out_file.obj')).split('\n');
    const mtl = text(files.get('out_file.mtl')).split('\n');
    expect(obj[0]).toBe('mtllib out_file.mtl');
    expect(obj).toContain('v 0.0000001 1000000000000000000000 0');
    expect(obj).toContain('f 1 1199 1200');
    expect(obj).toContain('usemtl a_b_c');
    expect(mtl.filter((line) => line.startsWith('newmtl '))).toEqual([
      'newmtl a_b_c',
      'newmtl a_b_c-2',
      'newmtl A_b_c-3',
      'newmtl none',
    ]);
    expect(mtl).toContain('map_Kd テ_ク__1.png');
    for (const line of obj) expect(line).toMatch(/^(?:mtllib|o|usemtl) \S+$|^(?:v|vn|vt|f)(?: [-0-9./]+)+$|^$/);
  });

  test('numbers have no exponent and give the f32 back', () => {
    expect([0.1, -2.5, 1e21, 1e-7, -0, 100, 123456789, Number.NaN].map(plainNumber)).toEqual([
      '0.1',
      '-2.5',
      '1000000000000000000000',
      '0.0000001',
      '0',
      '100',
      '123456790',
      '0',
    ]);
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(plainNumber(value)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        expect(Math.fround(Number(plainNumber(value)))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test('world transforms turn positions and, by the inverse transpose, normals; mirrored triangles are turned back', () => {
    const s = Math.SQRT1_2;
    const normals = Float32Array.of(s, s, 0, 0, 0, 1, 1, 0, 0);
    const parent = node('parent', { children: [1], translation: [10, 0, 0], rotation: [0, 0, s, s] });
    const child = node('child', { mesh: 0, translation: [1, 2, 3], scale: [-2, 1, 1] });
    const { files } = sceneToObj(sceneOf([triangle({ normals })], { nodes: [parent, child], roots: [0] }));
    const { faces, v, vn } = readObj(text(files.get('model.obj')));
    expect(v.map((p) => p.map((c) => Math.round(c * 1e6) / 1e6 + 0))).toEqual([
      [8, 1, 3],
      [8, -1, 3],
      [7, 1, 3],
    ]);
    const n = [-1 / Math.sqrt(5), 2 / Math.sqrt(5), 0];
    // (-n.x/2, n.y) of unit length, then turned by 90 degrees about Z.
    expect(vn[0]![0]).toBeCloseTo(-n[1]!, 6);
    expect(vn[0]![1]).toBeCloseTo(n[0]!, 6);
    expect(vn[1]).toEqual([0, 0, 1]);
    // Mirroring turned the face; with the corners exchanged its normal looks along the vertex normal again.
    const [a, b, c] = faces[0]!.map((corner) => corner.v) as [Vec3, Vec3, Vec3];
    expect((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).toBeGreaterThan(0);
  });

  test('a skinned mesh stands as its joints do, not as its node', () => {
    const joints = Uint16Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0);
    const weights = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0);
    const scene = sceneOf([triangle({ joints, weights })], {
      nodes: [
        node('a', { translation: [5, 0, 0] }),
        node('b', { translation: [0, 0, 2] }),
        node('body', { mesh: 0, skin: 0, translation: [99, 0, 0] }),
      ],
      skins: [
        {
          name: '',
          joints: [0, 1],
          inverseBindMatrices: Float32Array.of(
            ...compose([-5, 0, 0], [0, 0, 0, 1], [1, 1, 1]),
            ...compose([0, 0, 0], [0, 0, 0, 1], [1, 1, 1]),
          ),
        },
      ],
    });
    expect(readObj(text(sceneToObj(scene).files.get('model.obj'))).v).toEqual([
      [0, 0, 0],
      [1, 0, 2],
      [0, 1, 1],
    ]);
  });

  test('fault 030 and 032: triangles that are not finite go, and what is empty leaves no object', () => {
    const broken = Float32Array.of(0, 0, 0, Number.NaN, 0, 0, 0, 1, 0);
    const { files, losses } = sceneToObj(
      sceneOf([triangle({ positions: broken }), triangle({ indices: new Uint32Array() })]),
    );
    expect(text(files.get('model.obj'))).toBe('mtllib model.mtl\n');
    expect(losses.find((loss) => loss.what === 'triangles')).toMatchObject({ kind: 'left-out', count: 1 });
  });

  test('the losses say each thing once, as it is in OBJ', () => {
    const losses: Loss[] = [
      { kind: 'exact', what: 'triangles', detail: 'as drawn', count: 1 },
      { kind: 'exact', what: 'nodes', detail: 'names, hierarchy and transforms', count: 1 },
      { kind: 'extras', what: 'bounds', detail: 'kept with meshes', count: 1 },
      { kind: 'approximated', what: 'normals', detail: 'scaled to unit length', count: 3 },
    ];
    const rows = sceneToObj(sceneOf([triangle()], { losses })).losses;
    expect(rows).toEqual([
      { kind: 'exact', what: 'triangles', detail: 'in world space', count: 1 },
      { kind: 'approximated', what: 'normals', detail: 'scaled to unit length', count: 3 },
      { kind: 'left-out', what: 'bounds', detail: 'kept with meshes', count: 1 },
      {
        kind: 'left-out',
        what: 'nodes',
        detail: 'OBJ has no hierarchy; their transforms are in the vertices',
        count: 1,
      },
    ]);
  });

  test('fault 096: 200,000 vertices', () => {
    const vertexCount = 200_000;
    const indices = new Uint32Array(vertexCount - 2);
    for (let i = 0; i < indices.length; i++) indices[i] = i;
    const { files } = sceneToObj(
      sceneOf([triangle({ vertexCount, positions: new Float32Array(vertexCount * 3), indices })]),
    );
    expect(text(files.get('model.obj')).match(/^f /gm)?.length).toBe(66_666);
  });

  test('reading it back gives the triangles of any scene', () => {
    const coordinate = fc.float({ min: -100, max: 100, noNaN: true });
    const part = fc.record({
      points: fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 6 }),
      picks: fc.array(fc.nat(), { maxLength: 12 }),
      normals: fc.boolean(),
      uvs: fc.boolean(),
      move: fc.tuple(coordinate, coordinate, coordinate),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const primitives = parts.map(({ points, picks, normals, uvs }) =>
          triangle({
            vertexCount: points.length,
            positions: Float32Array.from(points.flat()),
            indices: Uint32Array.from(picks, (pick) => pick % points.length),
            ...(normals ? { normals: Float32Array.from(points.flatMap(() => [0, 1, 0])) } : {}),
            uvs: uvs ? [Float32Array.from(points.flatMap((point) => point.slice(0, 2)))] : [],
          }),
        );
        const nodes = parts.map(({ move }, i) => node(`n${i}`, { mesh: i, translation: move }));
        const { faces } = readObj(text(sceneToObj(sceneOf(primitives, { nodes })).files.get('model.obj')));
        const expected = parts.flatMap(({ points, picks, move }) => {
          const corners = picks.map((pick) => points[pick % points.length]!.map((c, axis) => c + move[axis]!));
          return Array.from({ length: Math.floor(corners.length / 3) }, (_, t) => corners.slice(t * 3, t * 3 + 3));
        });
        expect(faces.length).toBe(expected.length);
        faces.forEach((face, f) => {
          face.forEach((corner, c) => {
            corner.v.forEach((value, axis) => {
              expect(Math.fround(value)).toBe(Math.fround(expected[f]![c]![axis]!) + 0);
            });
          });
        });
      }),
    );
  });
});
