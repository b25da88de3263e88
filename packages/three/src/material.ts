import type { Scene, SceneMaterial, TextureSlot } from '@unbake/formats';
import { type Material, MeshBasicMaterial, MeshPhongMaterial, SRGBColorSpace, type Texture } from 'three';
import { setDrawState } from './draw-state.ts';
import type { Notice } from './notice.ts';
import { makeTexture, UV_SETS } from './texture.ts';
import type { TextureData, TextureUse } from './texture-data.ts';

/** What a part of a mesh asks of its material. */
export interface MaterialNeeds {
  colors: boolean;
  normals: boolean;
}

/** Where the pixels of an image come from. */
export type TextureSource = (image: number, use: TextureUse) => TextureData | undefined;

/** Makes the materials and textures of a scene, each variant once. */
export class Materials {
  /** By scene material index: the variants in use. */
  readonly made: Material[][];
  readonly textures: Texture[] = [];
  readonly #scene: Scene;
  readonly #pixels: TextureSource;
  readonly #notices: Notice[];
  readonly #byKey = new Map<string, Material>();
  readonly #textureByKey = new Map<string, Texture | undefined>();

  constructor(scene: Scene, pixels: TextureSource, notices: Notice[]) {
    this.#scene = scene;
    this.#pixels = pixels;
    this.#notices = notices;
    this.made = scene.materials.map(() => []);
  }

  /** Every material, those of parts without one included. */
  all(): Iterable<Material> {
    return this.#byKey.values();
  }

  /** The material of a part; `index` undefined gives a plain white one. */
  get(index: number | undefined, needs: MaterialNeeds): Material {
    const source = index === undefined ? undefined : this.#scene.materials[index];
    const key = `${source ? index : ''}/${needs.colors}/${needs.normals}`;
    let material = this.#byKey.get(key);
    if (!material) {
      material = source ? this.#make(source, needs) : new MeshPhongMaterial({ specular: 0 });
      if (material instanceof MeshPhongMaterial) material.flatShading = !needs.normals;
      (material as MeshPhongMaterial).vertexColors = needs.colors;
      material.userData.unbake = { material: source ? index : undefined };
      this.#byKey.set(key, material);
      if (source) this.made[index!]!.push(material);
    }
    return material;
  }

  #make(source: SceneMaterial, needs: MaterialNeeds): Material {
    const [r, g, b, alpha] = source.baseColor;
    const map = this.#texture(source, source.baseColorTexture, 'colour');
    let material: MeshBasicMaterial | MeshPhongMaterial;
    if (source.unlit) material = new MeshBasicMaterial();
    else {
      const phong = new MeshPhongMaterial({ shininess: source.shininess ?? 30 });
      // Numbers of the time are what the screen shows, not light.
      phong.specular.setRGB(...(source.specular ?? [0, 0, 0]), SRGBColorSpace);
      phong.emissive.setRGB(...source.emissive, SRGBColorSpace);
      phong.emissiveMap = this.#texture(source, source.emissiveTexture, 'colour') ?? null;
      if (needs.normals) phong.normalMap = this.#texture(source, source.normalTexture, 'normal') ?? null;
      material = phong;
    }
    material.name = source.name;
    material.color.setRGB(r, g, b, SRGBColorSpace);
    material.opacity = alpha;
    material.map = map ?? null;
    setDrawState(material, source);
    return material;
  }

  #texture(material: SceneMaterial, slot: TextureSlot | undefined, use: TextureUse): Texture | undefined {
    const source = slot && this.#scene.textures[slot.texture];
    if (!source) return undefined;
    if (slot.uv >= UV_SETS) this.#notices.push({ code: 'uv-set', material: material.name, uv: slot.uv });
    const uv = slot.uv < UV_SETS ? slot.uv : 0;
    const key = `${slot.texture}/${use}/${uv}`;
    if (!this.#textureByKey.has(key)) {
      const pixels = this.#pixels(source.image, use);
      const texture = pixels && makeTexture(source, pixels, use, uv);
      if (texture) {
        texture.userData.unbake = { texture: slot.texture, image: source.image };
        this.textures.push(texture);
      }
      this.#textureByKey.set(key, texture);
    }
    return this.#textureByKey.get(key);
  }
}
