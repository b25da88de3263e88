import type { JsonValue, RawValues, Scene } from '@unbake/formats';
import { jsonSafe } from './export/extras.ts';

/** The values of a scene that glTF has no place for, as in `extras.unbake`; some programs drop those on saving. */
export interface Sidecar {
  schema: 'unbake-sidecar-v1';
  name: string;
  raw: JsonValue;
  nodes: SidecarRow[];
  meshes: (SidecarRow & { targetNames: string[]; primitives: JsonValue[] })[];
  materials: JsonValue[];
  textures: JsonValue[];
  images: JsonValue[];
  animations: SidecarRow[];
}

export interface SidecarRow {
  name: string;
  raw: JsonValue;
}

/** Everything by scene index, which is also the index in the exported file for materials and, unless some are left out, nodes. */
export function sidecar(scene: Scene): Sidecar {
  const row = (item: { name: string; raw: RawValues }): SidecarRow => ({ name: item.name, raw: jsonSafe(item.raw) });
  return {
    schema: 'unbake-sidecar-v1',
    name: scene.name,
    raw: jsonSafe(scene.raw),
    nodes: scene.nodes.map(row),
    meshes: scene.meshes.map((mesh) => ({
      ...row(mesh),
      targetNames: mesh.targetNames,
      primitives: mesh.primitives.map((p) => jsonSafe(p.raw)),
    })),
    materials: scene.materials.map((m) => jsonSafe(m as unknown as JsonValue)),
    textures: scene.textures.map((t) => jsonSafe(t as unknown as JsonValue)),
    images: scene.images.map(({ name, width, height, format, raw }) => jsonSafe({ name, width, height, format, raw })),
    animations: scene.animations.map(row),
  };
}
