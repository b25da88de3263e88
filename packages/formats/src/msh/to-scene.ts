import { FormatError } from '../diagnostics/format-error.ts';
import { LossList } from '../scene/losses.ts';
import { emptyScene, type JsonValue, type LossKind, type Scene } from '../scene/scene.ts';
import {
  type AxisChange,
  type Convention,
  DEFAULT_CONVENTION,
  toSceneRotation,
  toSceneTranslation,
} from './animation/convention.ts';
import { exportedName, Z_UP_NODE } from './animation/match-nodes.ts';
import { detectQuaternionOrder, type QuatOrderChoice } from './animation/quat-order.ts';
import { readAnimation } from './animation/read.ts';
import { sampleNode } from './animation/sample.ts';
import { animationTables, restGeometry } from './animation/tables-of.ts';
import { toChannels } from './animation/to-channels.ts';
import type { ChannelNotes } from './animation/trace-curve.ts';
import { type Animation, SAMPLE_SIZE } from './animation/types.ts';
import { MaterialResolver, type MaterialSources } from './materials.ts';
import { nodeLabel } from './names.ts';
import { SceneMaterials } from './scene-materials.ts';
import type { MshSceneOptions } from './scene-options.ts';
import { addMeshes, emptyNode, SlotMeshes, setMesh } from './scene-slots.ts';
import { LODS, STATES } from './slots.ts';
import type { Msh } from './types.ts';

const NOTHING: MaterialSources = { wear: undefined, libraries: [] };

/** A turn of -90 degrees about X, which takes Z up to Y up. */
const Z_TO_Y: [number, number, number, number] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** How a model's rotation words are ordered: as asked, else detected by its own box (msh.md §3.1). */
export function quaternionOrder(msh: Msh, wanted: MshSceneOptions['quatOrder'] = 'auto'): QuatOrderChoice {
  if (wanted !== 'auto') return { order: wanted, why: 'asked for' };
  return detectQuaternionOrder(animationTables(msh), restGeometry(msh));
}

/**
 * A model as a scene (msh.md §5): node i of the model is node i of the scene, in its rest pose, with a mesh for the slot
 * of the chosen state and level. Never throws for what the file holds; what is left out is in `losses`.
 * @throws RangeError for a state, level or rate that does not exist.
 */
export function mshToScene(msh: Msh, options: MshSceneOptions = {}, sources: MaterialSources = NOTHING): Scene {
  const { state = 0, lod = 0, axis = 'bake', winding = 'auto' } = options;
  if (!(Number.isInteger(state) && state >= 0 && state < STATES)) throw new RangeError(`state ${state}, 0 to 2 exist`);
  if (!(Number.isInteger(lod) && lod >= 0 && lod < LODS)) throw new RangeError(`level ${lod}, 0 to 4 exist`);
  const scene = emptyScene(options.name ?? '');
  const losses = new LossList();
  const axisChange: AxisChange = axis === 'bake' ? 'baked' : 'none';
  const convention: Convention = { sense: options.rotationSense ?? DEFAULT_CONVENTION.sense, axis: axisChange };
  const materials = new SceneMaterials(scene, new MaterialResolver(sources), losses);
  const meshes = new SlotMeshes(msh, scene, materials, { axis: axisChange, winding, losses });

  if (msh.landscape) losses.add('left-out', 'landscape', 'landscapes are not drawn yet');
  const choice = quaternionOrder(msh, options.quatOrder);
  const anim = readAnimation(animationTables(msh), choice.order);
  addNodes(msh, anim, scene, convention, losses);
  if (msh.legacyNodes.length > 0) addLegacySlots(msh, scene, meshes, losses);
  addMeshes(msh, scene, meshes, { ...options, state, lod }, losses);
  addAnimation(msh, anim, scene, convention, options, losses);
  if (axis === 'root') addRoot(scene);
  scene.raw = { msh: sceneRaw(msh, choice, options, state, lod) };
  scene.losses = losses.rows();
  return scene;
}

function sceneRaw(
  msh: Msh,
  choice: QuatOrderChoice,
  options: MshSceneOptions,
  state: number,
  lod: number,
): { [key: string]: JsonValue } {
  const { axis = 'bake', rotationSense = DEFAULT_CONVENTION.sense } = options;
  const raw: { [key: string]: JsonValue } = { state, lod, axis, rotationSense, quatOrder: choice.order };
  const { header } = msh;
  if (header) {
    raw.bounds = { corners: [...header.corners], sphere: [...header.sphere], cylinder: [...header.cylinder] };
  }
  return raw;
}

/** Every node at its rest pose, the pose at t = 0, below its parent; a parent that closes a circle is cut. */
function addNodes(msh: Msh, anim: Animation, scene: Scene, convention: Convention, losses: LossList): void {
  const sample = new Float64Array(SAMPLE_SIZE);
  msh.nodes.forEach((node, i) => {
    const made = emptyNode(exportedName(msh, i));
    const raw: { [key: string]: JsonValue } = {
      node: i,
      flags: node.flags,
      animMapStart: node.animMapStart,
      fallbackKey: node.fallbackKey,
      slots: [...node.slots],
    };
    const label = nodeLabel(msh, i);
    if (label) raw.label = label;
    made.raw = { msh: raw };
    if (restSample(anim, i, sample, losses)) {
      toSceneTranslation(sample, 4, convention.axis, made.translation, 0);
      if (!made.translation.every(Number.isFinite)) {
        made.translation = [0, 0, 0];
        losses.add('approximated', 'node positions', 'warning: no number, set to 0');
      }
      if (!toSceneRotation(sample, 0, convention, made.rotation, 0)) {
        losses.add('approximated', 'node rotations', 'zero ones shown as identity');
      }
    }
    scene.nodes.push(made);
  });
  for (let i = 0; i < anim.nodeCount; i++) {
    const parent = anim.parents[i]!;
    if (parent < 0) scene.roots.push(i);
    else scene.nodes[parent]!.children.push(i);
  }
}

/** The sample at t = 0; false where the tables lead outside themselves. */
function restSample(anim: Animation, node: number, sample: Float64Array, losses: LossList): boolean {
  try {
    sampleNode(anim, node, 0, 'double', sample);
    return true;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    losses.add('approximated', 'rest pose', `warning: identity, the animation leads nowhere (${error.code})`);
    return false;
  }
}

/** Legacy node records are not understood: every slot becomes a node of its own, unposed. */
function addLegacySlots(msh: Msh, scene: Scene, meshes: SlotMeshes, losses: LossList): void {
  losses.add('extras', 'legacy nodes', 'records of 24 bytes are not understood: every slot is shown, unposed');
  msh.slots.forEach((_, slot) => {
    const node = emptyNode(`slot_${slot}`);
    node.raw = { msh: { slot } };
    setMesh(node, meshes.meshOf(slot));
    scene.roots.push(scene.nodes.push(node) - 1);
  });
}

function addAnimation(
  msh: Msh,
  anim: Animation,
  scene: Scene,
  convention: Convention,
  options: MshSceneOptions,
  losses: LossList,
): void {
  if (msh.keys.count === 0) return;
  const { fps = 30, bake, tolerance } = options;
  const channelOptions = { convention, fps, name: options.name || 'animation' };
  try {
    const { animation, notes } = toChannels(anim, {
      ...channelOptions,
      ...(bake === undefined ? {} : { bake }),
      ...(tolerance === undefined ? {} : { tolerance }),
    });
    if (animation) scene.animations.push(animation);
    addNotes(notes, losses);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    losses.add('left-out', 'animation', `warning: it cannot be sampled (${error.code})`);
  }
}

/** What each count of the channels' notes means. */
const NOTES: Readonly<Record<keyof ChannelNotes, readonly [LossKind, string]>> = {
  extraKeys: ['exact', 'keys added so that linear playing follows the engine'],
  jumps: ['approximated', 'jumps of the engine, as two keys next to each other'],
  zeroRotations: ['approximated', 'zero rotations, as identity'],
  notFinite: ['left-out', 'warning: times without a finite pose'],
  clippedKeys: ['left-out', 'keys before time 0, which the engine never reaches'],
  tooFast: ['approximated', 'stretches that turn too fast to be followed within the tolerance'],
};

function addNotes(notes: ChannelNotes, losses: LossList): void {
  for (const key of Object.keys(NOTES) as (keyof ChannelNotes)[]) {
    const [kind, detail] = NOTES[key];
    losses.add(kind, 'animation', detail, notes[key]);
  }
}

function addRoot(scene: Scene): void {
  const root = emptyNode(Z_UP_NODE);
  root.rotation = [...Z_TO_Y];
  root.children = scene.roots;
  scene.roots = [scene.nodes.push(root) - 1];
}
