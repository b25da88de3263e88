import {
  Extension,
  ExtensionProperty,
  type IProperty,
  type Node,
  type Nullable,
  PropertyType,
  type ReaderContext,
  RefList,
  type WriterContext,
} from '@gltf-transform/core';

const NAME = 'MSFT_lod';

interface Lod extends IProperty {
  levels: RefList<Node>;
}

/** The coarser levels of detail of a node, finest first. The node itself is the finest. */
export class LevelsOfDetail extends ExtensionProperty<Lod> {
  static override EXTENSION_NAME = NAME;
  declare extensionName: typeof NAME;
  declare propertyType: 'LevelsOfDetail';
  declare parentTypes: [PropertyType.NODE];

  protected init(): void {
    this.extensionName = NAME;
    this.propertyType = 'LevelsOfDetail';
    this.parentTypes = [PropertyType.NODE];
  }

  protected override getDefaults(): Nullable<Lod> {
    return Object.assign(super.getDefaults() as IProperty, { levels: new RefList<Node>() });
  }

  addLevel(node: Node): this {
    return this.addRef('levels', node);
  }

  listLevels(): Node[] {
    return this.listRefs('levels');
  }
}

/** MSFT_lod on nodes; on materials it is not read. */
export class MsftLod extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;

  createLevels(): LevelsOfDetail {
    return new LevelsOfDetail(this.document.getGraph());
  }

  read(context: ReaderContext): this {
    const nodeDefs = context.jsonDoc.json.nodes ?? [];
    nodeDefs.forEach((nodeDef, index) => {
      const extension = nodeDef.extensions?.[NAME] as { ids?: unknown } | undefined;
      if (!Array.isArray(extension?.ids)) return;
      const levels = this.createLevels();
      for (const id of extension.ids) {
        const node = context.nodes[id];
        if (node && node !== context.nodes[index]) levels.addLevel(node);
      }
      context.nodes[index]!.setExtension(NAME, levels);
    });
    return this;
  }

  write(context: WriterContext): this {
    for (const node of this.document.getRoot().listNodes()) {
      const levels = node.getExtension<LevelsOfDetail>(NAME);
      if (!levels) continue;
      const nodeDef = context.jsonDoc.json.nodes![context.nodeIndexMap.get(node)!]!;
      nodeDef.extensions = {
        ...nodeDef.extensions,
        [NAME]: { ids: levels.listLevels().map((level) => context.nodeIndexMap.get(level)!) },
      };
    }
    return this;
  }
}
