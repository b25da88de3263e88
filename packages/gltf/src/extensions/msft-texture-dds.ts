import {
  Extension,
  ImageUtils,
  type ImageUtilsFormat,
  PropertyType,
  type ReaderContext,
  type WriterContext,
} from '@gltf-transform/core';

const NAME = 'MSFT_texture_dds';

/** The media type that MSFT_texture_dds prescribes. */
export const DDS_MIME_TYPE = 'image/vnd-ms.dds';

const dds: ImageUtilsFormat = {
  match: (bytes) =>
    bytes.length >= 128 && bytes[0] === 0x44 && bytes[1] === 0x44 && bytes[2] === 0x53 && bytes[3] === 0x20,
  getSize: (bytes) => [u32(bytes, 16), u32(bytes, 12)],
  getChannels: () => 4,
};

/** DDS images, without a PNG beside them: a file that uses it requires it. */
export class MsftTextureDds extends Extension {
  static override readonly EXTENSION_NAME = NAME;
  override readonly extensionName = NAME;
  override readonly prereadTypes = [PropertyType.TEXTURE];

  static override register(): void {
    ImageUtils.registerFormat(DDS_MIME_TYPE, dds);
  }

  override preread(context: ReaderContext): this {
    for (const textureDef of context.jsonDoc.json.textures ?? []) {
      const extension = textureDef.extensions?.[NAME] as { source?: number } | undefined;
      if (extension?.source !== undefined) textureDef.source = extension.source;
    }
    return this;
  }

  read(): this {
    return this;
  }

  write(context: WriterContext): this {
    for (const texture of this.document.getRoot().listTextures()) {
      if (texture.getMimeType() !== DDS_MIME_TYPE) continue;
      const source = context.imageIndexMap.get(texture);
      for (const textureDef of context.jsonDoc.json.textures ?? []) {
        if (textureDef.source !== source) continue;
        textureDef.extensions = { ...textureDef.extensions, [NAME]: { source } };
        delete textureDef.source;
      }
    }
    return this;
  }
}

function u32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
