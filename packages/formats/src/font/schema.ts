import type { ClassRow, FieldRow } from './graph.ts';

/** A dynamic field, its flags as the class has them. */
const dynamic = (flags: number, ...names: string[]): FieldRow[] => names.map((name) => [name, 0, flags]);
const sized = (size: number, flags: number, ...names: string[]): FieldRow[] => names.map((name) => [name, size, flags]);

/** The seven classes of a font's SVO, in its order (svo.md §3, §8). */
export const FONT_SVO_CLASSES: readonly ClassRow[] = [
  ['yabukita::Object', 0, []],
  [
    'stevia::Resource',
    1,
    [...dynamic(0, '_name'), ...sized(4, 0, '_flag'), ...dynamic(0, '_fullName', '_userParameter')],
  ],
  [
    'stevia::Database',
    2,
    dynamic(
      0,
      '_state',
      '_mesh',
      '_batch',
      '_vertexBuffer',
      '_indexBuffer',
      '_vertexDeclaration',
      '_texture',
      '_image',
      '_tree',
    ),
  ],
  ['stevia::VertexDeclaration', 2, dynamic(1, '_vertexElement')],
  ['stevia::VertexElement', 1, sized(4, 1, '_semantics', '_elementType', '_index')],
  [
    'stevia::Texture',
    2,
    [
      ...sized(4, 1, '_wrapU', '_wrapV', '_minFilter', '_magFilter', '_mipFilter'),
      ...sized(4, 1, '_anisoNumber', '_lodBias', '_id', '_uvSetIndex'),
      ...dynamic(1, '_uvSetName', '_attributeName', '_textureType'),
      ...sized(2, 1, '_image'),
    ],
  ],
  [
    'stevia::Image',
    2,
    [
      ...sized(4, 1, '_height', '_width', '_maxMipmapLevel', '_format'),
      ...dynamic(1, '_compressCustomOption'),
      ...sized(4, 1, '_alphaMode'),
      ...dynamic(1, '_fileName', '_chunkFileName'),
      ...sized(2, 1, '_file'),
      ...dynamic(1, '_mipmapFileName'),
      ...sized(4, 1, '_dataSize'),
    ],
  ],
];

/** The four classes of the stream of an RFZ (svo.md §8). */
export const RUHUNA_CLASSES: readonly ClassRow[] = [
  ['yabukita::Object', 0, []],
  [
    'ruhuna::Database',
    1,
    [
      ...dynamic(1, 'id', 'platform', 'library', 'name', 'comment'),
      ...sized(4, 1, 'flags'),
      ...sized(2, 1, 'point', 'max_ascent', 'max_descent', 'max_glyph_w', 'max_glyph_h'),
      ...sized(4, 1, 'tex_page'),
      ...sized(2, 1, 'tex_w', 'tex_h', 'tex_last_h', 'glyph_margin', 'glyph_cnt'),
      ...dynamic(1, 'glyph', 'texture'),
    ],
  ],
  [
    'ruhuna::Glyph',
    1,
    [
      ...sized(2, 1, 'code', 'cell_inc_x', 'cell_inc_y', 'page', 'origin_x', 'origin_y'),
      ...sized(2, 1, 'box_x1', 'box_y1', 'box_x2', 'box_y2', 'kerning_info_cnt'),
      ...dynamic(0, 'kerning_info'),
    ],
  ],
  ['ruhuna::TextureResource', 1, sized(24, 1, 'file')],
];
