import { createRequire } from 'node:module';

export interface Issue {
  code: string;
  message: string;
  severity: 0 | 1 | 2 | 3;
  pointer?: string;
}

interface Validator {
  validateBytes(
    bytes: Uint8Array,
    options: { maxIssues: number; externalResourceFunction?: (uri: string) => Promise<Uint8Array> },
  ): Promise<{ issues: { messages: Issue[] }; info: Record<string, unknown> }>;
}

const validator = createRequire(import.meta.url)('gltf-validator') as Validator;

/** The Khronos validator's findings. Resources of a .gltf are looked up by decoded URI. */
export async function validate(bytes: Uint8Array, files?: Map<string, Uint8Array>): Promise<Issue[]> {
  const report = await validator.validateBytes(new Uint8Array(bytes), {
    maxIssues: 0,
    externalResourceFunction: async (uri) => {
      const file = files?.get(decodeURIComponent(uri));
      if (!file) throw new Error(`no file ${uri}`);
      return new Uint8Array(file);
    },
  });
  return report.issues.messages;
}

/** Codes of the infos; throws with all findings when there is an error or a warning. */
export async function expectClean(bytes: Uint8Array, files?: Map<string, Uint8Array>): Promise<Set<string>> {
  const issues = await validate(bytes, files);
  const bad = issues.filter((issue) => issue.severity <= 1);
  if (bad.length > 0) throw new Error(bad.map((i) => `${i.code} at ${i.pointer}: ${i.message}`).join('\n'));
  return new Set(issues.map((issue) => issue.code));
}

export interface GlbParts {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any corner of it
  json: any;
  bin: Uint8Array;
  chunks: { type: number; start: number; length: number }[];
}

/** A GLB taken apart without the code under test. */
export function readGlb(bytes: Uint8Array): GlbParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== 0x46546c67 || view.getUint32(8, true) !== bytes.length) throw new Error('no GLB');
  const chunks = [];
  for (let at = 12; at < bytes.length; ) {
    const length = view.getUint32(at, true);
    chunks.push({ type: view.getUint32(at + 4, true), start: at + 8, length });
    at += 8 + length;
  }
  const [first, second] = chunks;
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(first!.start, first!.start + first!.length)));
  const bin = second ? bytes.subarray(second.start, second.start + second.length) : new Uint8Array();
  return { json, bin, chunks };
}
