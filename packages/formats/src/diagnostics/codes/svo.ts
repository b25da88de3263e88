import type { CodeRow } from '../severity.ts';

/** The stevia scene of an SVO file (svo.md §3-§6, §9). */
export const svoCodes = {
  'svo/graph-missing': {
    severity: 'error',
    title: 'no object graph',
    meaning: 'No chunk of the file is a YABX stream, so there are no meshes, materials or nodes to show.',
    advice: 'The chunks can still be listed and extracted, and the textures decoded.',
    spec: 'svo.md §1',
    message: (a: { chunks: number }) => `none of the ${a.chunks} chunks is a YABX stream`,
  },
  'svo/chunk-missing': {
    severity: 'error',
    title: 'a chunk that an object names is not there',
    meaning: 'A vertex buffer, index buffer or image names a chunk that the directory does not have.',
    advice: 'Compare the name with the directory (`unbake ls`); a renamed chunk is found again under its old name.',
    spec: 'svo.md §4',
    message: (a: { name: string }) => `no chunk is named "${a.name}"`,
  },
  'svo/chunk-ambiguous': {
    severity: 'warning',
    title: 'several chunks fit a name',
    meaning:
      'No chunk has exactly the name that an object gives, and several have it in another case; the first is used.',
    advice: 'Make the name in the object and in the directory the same.',
    spec: 'svo.md §4',
    message: (a: { name: string; fits: number }) => `${a.fits} chunks fit "${a.name}", none exactly; the first is used`,
  },
  'svo/reference-class': {
    severity: 'warning',
    title: 'a reference to an object of another class',
    meaning: 'A field that must point at one class points at another; it is treated as null.',
    advice: 'Usually an edited or damaged file: look at both objects with `unbake dump`.',
    spec: 'svo.md §3',
    message: (a: { id: number; expected: string; found: string }) => `#${a.id} is a ${a.found}, not a ${a.expected}`,
  },
  'svo/texture': {
    severity: 'warning',
    title: 'an image object and its texture disagree',
    meaning: 'The texture chunk is empty or no DDS, or its header has another size than the Image object says.',
    advice: 'The DDS header rules. After replacing a texture the Image fields must follow it.',
    spec: 'svo.md §6',
    message: (a: { what: string }) => a.what,
  },
  'svo/buffer-size': {
    severity: 'error',
    title: 'a buffer is shorter than declared',
    meaning: 'The chunk of a vertex or index buffer has fewer bytes than the object says; what is there is read.',
    advice: 'The file was cut or edited: the count in the object must follow the chunk.',
    spec: 'svo.md §4',
    message: (a: { what: string; needed: number; left: number }) =>
      `${a.what} need ${a.needed} bytes, the chunk has ${a.left}`,
  },
  'svo/index-range': {
    severity: 'error',
    title: 'an index points past the vertices',
    meaning: 'Triangles with such an index are dropped; nothing is read outside the buffer.',
    advice: 'The index buffer does not belong to this vertex buffer, or one of them was cut.',
    spec: 'svo.md §4',
    message: (a: { index: number; vertices: number; dropped: number }) =>
      `index ${a.index} of ${a.vertices} vertices; ${a.dropped} triangles dropped`,
  },
  'svo/index-type': {
    severity: 'error',
    title: 'unknown index type',
    meaning: 'Index types are 2 (u16) and 4 (u32); this buffer cannot be read.',
    advice: 'Please report the file: the type is not known yet.',
    spec: 'svo.md §4',
    message: (a: { type: number }) => `index type ${a.type}, known are 2 (u16) and 4 (u32)`,
  },
  'svo/batch-range': {
    severity: 'error',
    title: 'a batch reaches outside its buffers',
    meaning: 'The index or vertex range of a Batch is not inside the buffers that it names; what is inside is read.',
    advice: 'The Batch fields must follow the buffers after an edit.',
    spec: 'svo.md §4',
    message: (a: { what: string; start: number; end: number; size: number }) =>
      `${a.what} ${a.start} to ${a.end}, there are ${a.size}`,
  },
  'svo/primitive-type': {
    severity: 'error',
    title: 'unknown primitive type',
    meaning: 'Primitive types are 3 (triangle list) and 4 (triangle strip); this batch cannot be shown.',
    advice: 'Please report the file: the type is not known yet.',
    spec: 'svo.md §4',
    message: (a: { type: number }) => `primitive type ${a.type}, known are 3 (list) and 4 (strip)`,
  },
  'svo/primitive-count': {
    severity: 'warning',
    title: 'indices that make no whole triangle',
    meaning: 'The number of indices does not fit the primitive, or not the number of primitives that the Batch states.',
    advice: 'The left-over indices are not drawn; check the Batch.',
    spec: 'svo.md §4',
    message: (a: { indices: number; primitive: string; stated: number }) =>
      `${a.indices} indices of a triangle ${a.primitive}, ${a.stated} primitives stated`,
  },
  'svo/empty-shape': {
    severity: 'warning',
    title: 'a shape without triangles',
    meaning: 'Nothing of the shape can be drawn; its node is kept without it.',
    advice: 'Nothing to do when the shape is meant to be empty; else see the findings on its Batch.',
    spec: 'svo.md §4',
    message: (a: { name: string }) => `"${a.name}" has no triangle that can be drawn`,
  },
  'svo/declaration': {
    severity: 'error',
    title: 'a vertex buffer without a declaration',
    meaning: 'The declaration of a vertex buffer, or one of its elements, is missing, so the bytes cannot be read.',
    advice: 'Look at _vertexDeclaration and _vertexElement with `unbake dump`.',
    spec: 'svo.md §4',
    message: (a: { declaration: number; elements: number }) =>
      `declaration #${a.declaration} with ${a.elements} readable elements`,
  },
  'svo/element-type': {
    severity: 'error',
    title: 'unknown vertex element type',
    meaning: 'The size of a vertex element is not known, so this vertex buffer cannot be read.',
    advice: 'Please report the file: the type is not known yet.',
    spec: 'svo.md §4',
    message: (a: { type: number; semantics: number }) => `element type ${a.type} (semantics ${a.semantics})`,
  },
  'svo/stride-mismatch': {
    severity: 'warning',
    title: 'stride and vertex declaration disagree',
    meaning:
      'The elements of the declaration add up to another size than the stride; elements that do not fit are left out.',
    advice: 'The stride is kept as the step from vertex to vertex.',
    spec: 'svo.md §4',
    message: (a: { stride: number; sum: number; dropped: number }) =>
      `stride ${a.stride}, the elements add up to ${a.sum} bytes; ${a.dropped} elements do not fit`,
  },
  'svo/streams': {
    severity: 'warning',
    title: 'vertex buffers of one batch do not fit together',
    meaning: 'The vertex buffers of a Batch have different vertex counts, or are neither streams nor morph targets.',
    advice: 'Vertices that every stream has are shown.',
    spec: 'svo.md §4, §5',
    message: (a: { what: string }) => a.what,
  },
  'svo/node-graph': {
    severity: 'warning',
    title: 'the node tree is not a tree',
    meaning:
      'A link makes a cycle, gives a node two parents or points at something else; it is left out, the node kept.',
    advice: 'Check _parent, _child and _sibling of the node.',
    spec: 'svo.md §5',
    message: (a: { what: string }) => a.what,
  },
  'svo/rotation': {
    severity: 'warning',
    title: 'a rotation without a direction',
    meaning: 'The quaternion of a node is zero or not finite; the node is shown unrotated.',
    advice: 'Check _quaternion of the node.',
    spec: 'svo.md §5',
    message: (a: { value: string }) => `quaternion (${a.value})`,
  },
  'svo/non-finite': {
    severity: 'warning',
    title: 'values that are no numbers',
    meaning:
      'Vertex data or a transform holds NaN or infinity; such triangles are dropped on export, other values replaced.',
    advice: 'Check the tool that wrote the file; the bytes are kept when the file is written back.',
    spec: 'svo.md §9',
    message: (a: { what: string; count: number; first: number }) =>
      `${a.count} vertices with a ${a.what} that is not finite, first ${a.first}`,
  },
  'svo/weights': {
    severity: 'warning',
    title: 'vertices that no joint moves',
    meaning: 'The weights of these vertices are all zero; each is bound to its first joint with weight 1.',
    advice: 'Check the weights in the tool that wrote the file.',
    spec: 'svo.md §5',
    message: (a: { count: number; first: number }) => `${a.count} vertices without any weight, first ${a.first}`,
  },
  'svo/joint-range': {
    severity: 'warning',
    title: 'blend indices past the joints',
    meaning: 'A vertex is weighted to a joint that the Tree does not have; that weight goes to its other joints.',
    advice: 'The vertex buffer may belong to another Tree.',
    spec: 'svo.md §5',
    message: (a: { index: number; joints: number; count: number }) =>
      `joint ${a.index} of ${a.joints}, ${a.count} weights left out`,
  },
  'svo/byte-order': {
    severity: 'info',
    title: 'byte order of geometry assumed',
    meaning: 'The graph is big-endian (XBAY); vertex and index data are taken to be big-endian too, DDS data never.',
    advice: 'If the mesh looks wrong, please report the file: no such file is known.',
    spec: 'svo.md §5',
    message: (a: { order: string }) => `vertex and index data are read as ${a.order}, like the graph`,
  },
} satisfies Record<string, CodeRow>;
