import { encodeUtf8 } from '../binary/text.ts';
import { safeFileName } from './file-name.ts';
import { LossList } from './losses.ts';
import { determinant3, type Mat4, normalMatrix, transformPoint } from './math.ts';
import { materialLibrary } from './mtl.ts';
import { objName, plainNumber, uniqueNames } from './obj-words.ts';
import type { Loss, Scene, ScenePrimitive } from './scene.ts';
import { jointMatrices, nodeWorldMatrices } from './world.ts';

export interface ObjOptions {
  /** Stem of the .obj and .mtl names. Default: the scene's name. Made safe, without blanks. */
  baseName?: string;
  /** File names of the pictures, by image index, as `map_Kd` shall name them; undefined for none. See `objPictureNames`. */
  textureFiles?: readonly (string | undefined)[];
}

export interface ObjExport {
  /** The .obj, then the .mtl, by plain file name. */
  files: Map<string, Uint8Array>;
  losses: Loss[];
}

/**
 * The scene as Wavefront OBJ and MTL: triangles in world space, skinned ones in the pose of the nodes, one object a node
 * with a mesh. Mirrored nodes get their triangles turned back.
 */
export function sceneToObj(scene: Scene, options: ObjOptions = {}): ObjExport {
  const losses = new LossList();
  losses.addAll(lossesOfScene(scene));
  const base = safeFileName(objName(options.baseName ?? scene.name), 'scene');
  const materialNames = uniqueNames(
    scene.materials.map((m) => m.name),
    'material',
  );
  const objectNames = uniqueNames(
    scene.nodes.map((n, i) => n.name || scene.meshes[n.mesh ?? -1]?.name || `node${i}`),
    'node',
  );
  const out = new ObjText(`mtllib ${base}.mtl`);
  const world = nodeWorldMatrices(scene);
  for (const [index, node] of scene.nodes.entries()) {
    const matrix = world[index];
    const mesh = node.mesh === undefined ? undefined : scene.meshes[node.mesh];
    if (!matrix || !mesh) continue;
    const skin = node.skin === undefined ? undefined : scene.skins[node.skin];
    const joints = skin && jointMatrices(skin, world);
    let named = false;
    for (const p of mesh.primitives) {
      const faces = usableFaces(p, losses);
      if (faces.length === 0) continue;
      if (!named) out.line(`o ${objectNames[index]}`);
      named = true;
      out.line(`usemtl ${p.material === undefined ? 'none' : materialNames[p.material]}`);
      out.primitive(joints && p.joints && p.weights ? posed(p, joints) : placed(p, matrix), faces);
      losses.add('exact', 'triangles', 'in world space', faces.length / 3);
      if (p.colors) losses.add('left-out', 'vertex colours', 'OBJ has none', p.vertexCount);
      if (p.uvs.length > 1) losses.add('left-out', 'texture coordinates', 'OBJ has one set', p.uvs.length - 1);
      if (p.joints) losses.add('left-out', 'joints and weights', 'OBJ has no skins; exported in the pose of the nodes');
    }
    losses.add('left-out', 'morph targets', 'OBJ has none', mesh.targetNames.length);
  }
  losses.add('left-out', 'nodes', 'OBJ has no hierarchy; their transforms are in the vertices', scene.nodes.length);
  losses.add('left-out', 'animations', 'OBJ has none', scene.animations.length);
  const library = materialLibrary(scene, materialNames, options.textureFiles ?? [], losses);
  return {
    files: new Map([
      [`${base}.obj`, out.bytes()],
      [`${base}.mtl`, library],
    ]),
    losses: losses.rows(),
  };
}

/** What the scene is exact about may be lost here, so this export says that anew; it has no extras. */
function lossesOfScene(scene: Scene): Loss[] {
  return scene.losses
    .filter((loss) => loss.kind !== 'exact')
    .map((loss) => (loss.kind === 'extras' ? { ...loss, kind: 'left-out' } : loss));
}

/** Whole triangles of existing vertices with finite positions. */
function usableFaces(p: ScenePrimitive, losses: LossList): Uint32Array {
  const faces = new Uint32Array(p.indices.length - (p.indices.length % 3));
  let at = 0;
  for (let i = 0; i < faces.length; i += 3) {
    let usable = true;
    for (let corner = 0; corner < 3; corner++) {
      const v = p.indices[i + corner]!;
      const sum =
        v < p.vertexCount ? p.positions[v * 3]! + p.positions[v * 3 + 1]! + p.positions[v * 3 + 2]! : Number.NaN;
      if (!Number.isFinite(sum)) usable = false;
      faces[at + corner] = v;
    }
    if (usable) at += 3;
  }
  losses.add('left-out', 'triangles', 'with a vertex that does not exist or is not finite', (faces.length - at) / 3);
  return faces.subarray(0, at);
}

interface PlacedPrimitive {
  positions: Float64Array;
  normals?: Float64Array;
  uv?: Float32Array;
  mirrored: boolean;
}

function placed(p: ScenePrimitive, matrix: Mat4): PlacedPrimitive {
  const out = blank(p, determinant3(matrix) < 0);
  const turn = normalMatrix(matrix);
  for (let v = 0; v < p.vertexCount; v++) place(p, v, matrix, turn, out);
  return out;
}

/** Linear blend skinning, as glTF defines it. */
function posed(p: ScenePrimitive, joints: readonly Mat4[]): PlacedPrimitive {
  const out = blank(p, false);
  const blend = new Float64Array(16);
  for (let v = 0; v < p.vertexCount; v++) {
    blend.fill(0);
    for (let k = v * 4; k < v * 4 + 4; k++) {
      const joint = joints[p.joints![k]!];
      const weight = p.weights![k]!;
      if (!joint || !(weight > 0)) continue;
      for (let e = 0; e < 16; e++) blend[e] = blend[e]! + weight * joint[e]!;
    }
    place(p, v, blend, normalMatrix(blend), out);
  }
  return out;
}

function blank(p: ScenePrimitive, mirrored: boolean): PlacedPrimitive {
  return {
    positions: new Float64Array(p.vertexCount * 3),
    ...(p.normals ? { normals: new Float64Array(p.vertexCount * 3) } : {}),
    ...(p.uvs[0] ? { uv: p.uvs[0] } : {}),
    mirrored,
  };
}

function place(p: ScenePrimitive, v: number, matrix: Mat4, turn: Float64Array, out: PlacedPrimitive): void {
  out.positions.set(
    transformPoint(matrix, p.positions[v * 3]!, p.positions[v * 3 + 1]!, p.positions[v * 3 + 2]!),
    v * 3,
  );
  if (!p.normals || !out.normals) return;
  const x = p.normals[v * 3]!;
  const y = p.normals[v * 3 + 1]!;
  const z = p.normals[v * 3 + 2]!;
  const nx = turn[0]! * x + turn[3]! * y + turn[6]! * z;
  const ny = turn[1]! * x + turn[4]! * y + turn[7]! * z;
  const nz = turn[2]! * x + turn[5]! * y + turn[8]! * z;
  const length = Math.hypot(nx, ny, nz) * (out.mirrored ? -1 : 1);
  if (length === 0 || !Number.isFinite(length)) out.normals[v * 3 + 2] = 1;
  else {
    out.normals[v * 3] = nx / length;
    out.normals[v * 3 + 1] = ny / length;
    out.normals[v * 3 + 2] = nz / length;
  }
}

/** The lines of an OBJ file, with the running bases of positions, texture coordinates and normals. */
class ObjText {
  readonly #lines: string[] = [];
  #v = 1;
  #vt = 1;
  #vn = 1;

  constructor(first: string) {
    this.line(first);
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  primitive(p: PlacedPrimitive, faces: Uint32Array): void {
    const count = p.positions.length / 3;
    const { positions, normals, uv } = p;
    for (let i = 0; i < positions.length; i += 3) this.line(`v ${vector(positions, i)}`);
    if (uv)
      for (let i = 0; i < uv.length; i += 2) this.line(`vt ${plainNumber(uv[i]!)} ${plainNumber(1 - uv[i + 1]!)}`);
    if (normals) for (let i = 0; i < normals.length; i += 3) this.line(`vn ${vector(normals, i)}`);
    const corner = (v: number) => {
      const position = this.#v + v;
      const texture = uv ? `${this.#vt + v}` : '';
      if (normals) return `${position}/${texture}/${this.#vn + v}`;
      return uv ? `${position}/${texture}` : `${position}`;
    };
    const second = p.mirrored ? 2 : 1;
    for (let i = 0; i < faces.length; i += 3) {
      this.line(`f ${corner(faces[i]!)} ${corner(faces[i + second]!)} ${corner(faces[i + 3 - second]!)}`);
    }
    this.#v += count;
    if (uv) this.#vt += count;
    if (normals) this.#vn += count;
  }

  bytes(): Uint8Array {
    return encodeUtf8(`${this.#lines.join('\n')}\n`);
  }
}

function vector(values: Float64Array, at: number): string {
  return `${plainNumber(values[at]!)} ${plainNumber(values[at + 1]!)} ${plainNumber(values[at + 2]!)}`;
}
