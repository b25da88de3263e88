import {
  type Animation,
  animationTables,
  DEFAULT_CONVENTION,
  findNode,
  type Msh,
  type MshAsset,
  type MshSceneOptions,
  nodeName,
  type QuatOrderChoice,
  quaternionOrder,
  type RotationSense,
  readAnimation,
} from '@unbake/formats';
import { type Command, Option } from 'commander';
import { usageError } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { type OpenedInput, openArgument } from '../io/read-input.ts';

/** The options of every command that reads a model's animation. */
export interface ReadingOptions {
  quatOrder: NonNullable<MshSceneOptions['quatOrder']>;
  rotationSense?: RotationSense;
}

/** A model opened for its animation. */
export interface AnimatedModel extends OpenedInput {
  asset: MshAsset;
  msh: Msh;
  anim: Animation;
  quatOrder: QuatOrderChoice;
  rotationSense: RotationSense;
}

export function addReadingOptions(command: Command): Command {
  return command.addOption(quatOrderOption()).addOption(rotationSenseOption());
}

export function quatOrderOption(): Option {
  return new Option('--quat-order <order>', "order of a key's four rotation words; auto decides by the model's box")
    .choices(['auto', 'wxyz', 'xyzw'])
    .default('auto');
}

/** Without a default, so that a command can tell whether it was asked for. */
export function rotationSenseOption(): Option {
  return new Option(
    '--rotation-sense <sense>',
    'how a stored rotation turns: its conjugate maps a node to its parent, or itself (default: conjugate)',
  ).choices(['conjugate', 'stored']);
}

/** Opens a model, also one inside an archive. @throws Failure for anything else, and for a model that has no poses. */
export async function openModel(io: Io, file: string, options: ReadingOptions): Promise<AnimatedModel> {
  const opened = await openArgument(io, file);
  if (opened.asset.format !== 'msh') {
    throw usageError(
      `${opened.input.shown} (${opened.asset.format}) is no MSH model`,
      'Give a .msh file, or archive!entry; unbake ls lists the entries of an archive.',
    );
  }
  const asset = opened.asset as MshAsset;
  const { msh } = asset;
  if (msh.legacyNodes.length > 0) {
    throw usageError(
      `${opened.input.shown} is a legacy model with nodes of 24 bytes: where its animation is, is not known`,
      'unbake export shows its geometry, unbake dump its keys.',
    );
  }
  if (msh.nodes.length === 0) throw usageError(`${opened.input.shown} has no nodes`, 'unbake validate says why.');
  const quatOrder = quaternionOrder(msh, options.quatOrder);
  return {
    ...opened,
    asset,
    msh,
    anim: readAnimation(animationTables(msh), quatOrder.order),
    quatOrder,
    rotationSense: options.rotationSense ?? DEFAULT_CONVENTION.sense,
  };
}

/** The nodes that `--node` names: `all`, `#3`, or a name. @throws Failure when there is none. */
export function selectNodes(io: Io, msh: Msh, address: string): number[] {
  if (address === 'all') return msh.nodes.map((_, i) => i);
  return [selectNode(io, msh, address)];
}

/** The one node of an address. Of several with that name the first is taken, and that is said. */
export function selectNode(io: Io, msh: Msh, address: string): number {
  const node = findNode(msh, address);
  if (node < 0)
    throw usageError(`no node is called "${address}"`, 'unbake anim tracks lists the nodes; #3 is by number.');
  const name = nodeName(msh, node);
  const same = msh.nodes.flatMap((_, i) => (nodeName(msh, i) === name ? [`#${i}`] : []));
  if (!address.startsWith('#') && same.length > 1) {
    io.stderr.write(`${same.length} nodes are called "${name}" (${same.join(', ')}): the first is taken\n`);
  }
  return node;
}

/** `arm` or, for a node without a name, `#3`. */
export function nodeTitle(msh: Msh, node: number): string {
  return nodeName(msh, node) || `#${node}`;
}
