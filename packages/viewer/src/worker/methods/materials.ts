import {
  type Asset,
  alphaCutoffOf,
  blendModeOf,
  ddsImages,
  decodeTexm,
  FormatError,
  isDoubleSided,
  isUnlit,
  type Mat0,
  MaterialResolver,
  type MshAsset,
  type MshBatch,
  mat0Drawing,
  materialParameters,
  materialSources,
  phaseColours,
  Report,
  type ResolvedTexture,
  readMat0,
  readWear,
  type Svo,
  type SvoAsset,
  svoImages,
  texmFormatLabel,
  textureRole,
  type Wear,
} from '@unbake/formats';
import { openRef, sceneOptionsOf } from '../../lib/open-ref.ts';
import type {
  GameMaterial,
  GameMaterials,
  Mat0Facts,
  MaterialFacts,
  MaterialPhase,
  SvoMaterials,
} from '../content-facts.ts';
import type { FileRef, Pixels } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { shrink } from './shrink.ts';

/** Texels a side of the picture beside a material's texture. */
const SMALL = 96;
/** Textures that get one. */
const MOST_SMALL = 200;

export async function materials(context: WorkContext, ref: FileRef): Promise<MaterialFacts> {
  const asset = await openRef(ref);
  if (asset.format === 'svo') return svoMaterials((asset as SvoAsset).svo);
  return gameMaterials(context, ref, asset);
}

function svoMaterials(svo: Svo): SvoMaterials {
  const { stevia } = svo;
  const pictureOf = new Map<number, number>();
  let pictures = 0;
  for (const { name, dds, chunk, sources } of svoImages(svo, new Report())) {
    for (const source of sources) pictureOf.set(source.id, pictures);
    pictures += ddsImages(dds, chunk.data, name).length;
  }
  const states = stevia.all('State').map((state) => {
    const blend = blendModeOf(state);
    return {
      id: state.id,
      blend,
      doubleSided: isDoubleSided(state, blend),
      alphaCutoff: alphaCutoffOf(state),
      parameters: materialParameters(stevia, state).map(({ parameter, list, variant, value }) => ({
        list,
        id: parameter.id,
        variant: variant?.id,
        name: parameter.name ?? '',
        value: value === undefined ? null : typeof value === 'object' ? [...value] : value,
      })),
      samplers: [...(state.texture ?? []), ...(state.textureRef ?? [])].flatMap((id) => {
        const texture = stevia.get('Texture', id);
        if (!texture) return [];
        const image = stevia.get('Image', texture.image)?.id;
        return [
          { id, image, role: textureRole(texture), picture: image === undefined ? undefined : pictureOf.get(image) },
        ];
      }),
    };
  });
  return { kind: 'svo', states };
}

async function gameMaterials(context: WorkContext, ref: FileRef, asset: Asset): Promise<GameMaterials> {
  const archive = ref.entryOf?.archive && (await openRef(ref.entryOf.archive));
  const { findAsset } = await sceneOptionsOf(ref);
  const found = materialSources(ref.name, archive, findAsset);
  const wear = asset.format === 'wear' ? readWear(asset.bytes) : found.wear;
  const resolver = new MaterialResolver({ ...found, wear });
  const shots = new Shots(context, resolver);
  const own = asset.format === 'mat0' ? [await mat0Material(ref, asset, shots)] : [];
  const batches = asset.format === 'msh' ? (asset as MshAsset).msh.batches : undefined;
  return {
    kind: 'msh',
    materials: asset.format === 'mat0' ? own : await wearMaterials(wear, batches, resolver, shots),
    lightmaps: (wear?.lightmaps ?? []).map(({ legacyId, name }) => ({ legacyId, name })),
  };
}

/** A row for each material of the WEAR, and for each that a batch asks for beyond its end. */
async function wearMaterials(
  wear: Wear | undefined,
  batches: readonly MshBatch[] | undefined,
  resolver: MaterialResolver,
  shots: Shots,
): Promise<GameMaterial[]> {
  const uses = new Map<number, number>();
  for (const batch of batches ?? []) uses.set(batch.wear, (uses.get(batch.wear) ?? 0) + 1);
  const rows = new Set([...(wear?.rows.keys() ?? []), ...[...uses.keys()].sort((a, b) => a - b)]);
  const made: GameMaterial[] = [];
  for (const row of rows) {
    const { entry, mat0, fallback, missing } = resolver.resolve({ wear: row } as MshBatch);
    const named = wear?.rows[row];
    made.push({
      row,
      name: named?.name ?? entry?.name ?? '',
      legacyId: named?.legacyId,
      batches: batches && (uses.get(row) ?? 0),
      source: entry && { library: entry.library, entry: entry.index, name: entry.name },
      fallback,
      missing,
      drawing: entry && { attr1: entry.attr1, ...mat0Drawing(entry.attr1) },
      mat0: mat0 && (await mat0Facts(mat0, shots)),
    });
  }
  return made;
}

async function mat0Material(ref: FileRef, asset: Asset, shots: Shots): Promise<GameMaterial> {
  const attributes = ref.entryOf?.attributes;
  const mat0 = readMat0(asset.bytes, { version: attributes?.attr2 });
  return {
    row: undefined,
    name: ref.name,
    legacyId: undefined,
    batches: undefined,
    source: undefined,
    fallback: false,
    missing: [],
    drawing: attributes && { attr1: attributes.attr1, ...mat0Drawing(attributes.attr1) },
    mat0: await mat0Facts(mat0, shots),
  };
}

async function mat0Facts({ version, a, b, c, d, phases, blocks }: Mat0, shots: Shots): Promise<Mat0Facts> {
  const made: MaterialPhase[] = [];
  for (const phase of phases) {
    const colours = phaseColours(phase);
    const found = phase.texture ? await shots.of(phase.texture) : undefined;
    made.push({ ...colours, texture: phase.texture, unlit: isUnlit(colours), found });
  }
  return {
    version,
    a,
    b,
    c,
    d,
    phases: made,
    blocks: blocks.map(({ head, mode, keys }) => ({ head, mode, keys })),
  };
}

/** Textures by name with a small picture each, made once. */
class Shots {
  readonly #context: WorkContext;
  readonly #resolver: MaterialResolver;
  readonly #made = new Map<string, MaterialPhase['found']>();
  #pictures = 0;

  constructor(context: WorkContext, resolver: MaterialResolver) {
    this.#context = context;
    this.#resolver = resolver;
  }

  async of(name: string): Promise<MaterialPhase['found']> {
    if (this.#made.has(name)) return this.#made.get(name);
    const found = this.#resolver.texture(name);
    const made = typeof found === 'string' ? undefined : this.#shot(found);
    this.#made.set(name, made);
    await this.#context.breathe();
    return made;
  }

  #shot({ entry, texm }: ResolvedTexture): MaterialPhase['found'] {
    const { width, height } = texm;
    const small = this.#pictures++ < MOST_SMALL ? smallTexm(texm) : undefined;
    const format = texmFormatLabel(texm.format);
    return { library: entry.library, entry: entry.index, name: entry.name, width, height, format, small };
  }
}

function smallTexm(texm: ResolvedTexture['texm']): Pixels | undefined {
  let level = 0;
  while (level + 1 < texm.levels.length && Math.max(texm.width, texm.height) >> (level + 1) >= SMALL) level++;
  try {
    return shrink(decodeTexm(texm, level), SMALL);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
