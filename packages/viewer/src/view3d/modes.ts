import type { Model } from '@unbake/three';
import {
  AdditiveBlending,
  BufferAttribute,
  type BufferGeometry,
  Color,
  DataTexture,
  LinearMipmapLinearFilter,
  type Material,
  type Mesh,
  MeshBasicMaterial,
  MeshNormalMaterial,
  type MeshPhongMaterial,
  RepeatWrapping,
  type SkinnedMesh,
  SRGBColorSpace,
} from 'three';
import type { Mode } from './display.ts';

/** Puts the materials of a mode on the parts of a model, and takes them off again. */
export class Modes {
  readonly #own = new Map<Mesh, Material>();
  readonly #made = new Map<string, Material>();
  readonly #colors = new Map<BufferGeometry, BufferAttribute | undefined>();
  #checker: DataTexture | undefined;

  /** `joint`: scene node whose weights are shown; undefined shows each joint in a colour of its own. */
  apply(model: Model, mode: Mode, joint: number | undefined): void {
    this.restore();
    if (mode === 'textured') return;
    for (const part of model.parts.flat()) {
      const own = part.material as Material;
      this.#own.set(part, own);
      if (mode === 'weights') this.#showWeights(model, part as SkinnedMesh, joint);
      part.material = this.#material(mode, own, part.geometry);
    }
  }

  /** Gives every part its own material and colours back. Before the model is disposed. */
  restore(): void {
    for (const [part, material] of this.#own) part.material = material;
    for (const [geometry, color] of this.#colors) {
      if (color) geometry.setAttribute('color', color);
      else geometry.deleteAttribute('color');
    }
    for (const material of this.#made.values()) material.dispose();
    this.#own.clear();
    this.#colors.clear();
    this.#made.clear();
  }

  dispose(): void {
    this.restore();
    this.#checker?.dispose();
    this.#checker = undefined;
  }

  #material(mode: Mode, own: Material, geometry: BufferGeometry): Material {
    const has = (name: string) => geometry.hasAttribute(name);
    const key = `${mode}/${own.uuid}/${has('normal')}/${has('uv')}/${has('color')}`;
    let material = this.#made.get(key);
    if (!material) {
      material = this.#make(mode, own, has);
      material.side = own.side;
      this.#made.set(key, material);
    }
    return material;
  }

  #make(mode: Mode, own: Material, has: (attribute: string) => boolean): Material {
    switch (mode) {
      case 'unlit':
        return unlit(own as MeshPhongMaterial);
      case 'wireframe':
        return new MeshBasicMaterial({ color: '#9fb3c8', wireframe: true });
      case 'normals':
        return new MeshNormalMaterial({ flatShading: !has('normal') });
      case 'uv':
        return has('uv') ? new MeshBasicMaterial({ map: this.#checkerTexture() }) : plain();
      case 'overdraw':
        return new MeshBasicMaterial({
          color: '#301404',
          blending: AdditiveBlending,
          transparent: true,
          depthTest: false,
          depthWrite: false,
        });
      default:
        return has('color') ? new MeshBasicMaterial({ vertexColors: true }) : plain();
    }
  }

  #checkerTexture(): DataTexture {
    this.#checker ??= makeChecker();
    return this.#checker;
  }

  #showWeights(model: Model, part: SkinnedMesh, joint: number | undefined): void {
    const { geometry } = part;
    if (this.#colors.has(geometry)) return;
    this.#colors.set(geometry, geometry.getAttribute('color') as BufferAttribute | undefined);
    const node = (part.userData.unbake as { node: number }).node;
    const skin = model.source.skins[model.source.nodes[node]!.skin ?? -1];
    if (skin && part.isSkinnedMesh) {
      const slot = joint === undefined ? -1 : skin.joints.indexOf(joint);
      geometry.setAttribute('color', weightColors(geometry, skin.joints.length, slot));
    } else geometry.deleteAttribute('color');
  }
}

function plain(): Material {
  return new MeshBasicMaterial({ color: '#8a8f98' });
}

/** The same surface without light: map, colour, alpha test and blending stay. */
function unlit(own: MeshPhongMaterial): Material {
  const made = new MeshBasicMaterial({
    color: own.color,
    map: own.map,
    vertexColors: own.vertexColors,
    opacity: own.opacity,
    transparent: own.transparent,
    alphaTest: own.alphaTest,
    depthWrite: own.depthWrite,
    wireframe: own.wireframe,
  });
  const { blending, blendEquation, blendSrc, blendDst, blendSrcAlpha, blendDstAlpha, blendEquationAlpha } = own;
  return Object.assign(made, {
    blending,
    blendEquation,
    blendSrc,
    blendDst,
    blendSrcAlpha,
    blendDstAlpha,
    blendEquationAlpha,
  });
}

/**
 * Vertex colours of skin weights: of one joint from blue (0) over green to red (1), or, with `slot` -1, a mix of the colours
 * of all joints by their weights.
 */
export function weightColors(geometry: BufferGeometry, joints: number, slot: number): BufferAttribute {
  const index = geometry.getAttribute('skinIndex');
  const weight = geometry.getAttribute('skinWeight');
  const hues = Array.from({ length: joints }, (_, i) => new Color().setHSL((i * 0.618034) % 1, 0.7, 0.55));
  const colors = new Float32Array(index.count * 3);
  const color = new Color();
  for (let v = 0; v < index.count; v++) {
    let own = 0;
    let [r, g, b] = [0, 0, 0];
    for (let k = 0; k < 4; k++) {
      const w = weight.getComponent(v, k);
      const hue = hues[index.getComponent(v, k)];
      if (index.getComponent(v, k) === slot) own += w;
      if (!hue) continue;
      r += hue.r * w;
      g += hue.g * w;
      b += hue.b * w;
    }
    if (slot >= 0) color.setHSL((2 / 3) * (1 - Math.min(1, own)), 0.85, 0.5);
    else color.setRGB(r, g, b);
    color.toArray(colors, v * 3);
  }
  return new BufferAttribute(colors, 3);
}

/** 8 by 8 fields: red grows with u, green with v, and (0, 0) is the dark corner; blue tells the fields apart. */
function makeChecker(): DataTexture {
  const fields = 8;
  const texels = 16;
  const side = fields * texels;
  const rgba = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const column = Math.floor(x / texels);
      const row = Math.floor(y / texels);
      const light = (column + row) % 2 === 0;
      const at = (y * side + x) * 4;
      rgba[at] = 40 + (column / (fields - 1)) * 180;
      rgba[at + 1] = 40 + (row / (fields - 1)) * 180;
      rgba[at + 2] = light ? 210 : 60;
      rgba[at + 3] = 255;
    }
  }
  const texture = new DataTexture(rgba, side, side);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
