import { hexOffset } from '../binary/hex.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import { fullMipCount, pitchOrLinearSize } from './levels.ts';
import {
  CAPS,
  CAPS2,
  DDS_HEADER_SIZE,
  type Dds,
  type DdsHeader,
  DX10_HEADER_SIZE,
  HEADER_FLAGS,
  PIXEL_FLAGS,
} from './types.ts';

const REQUIRED_FLAGS = HEADER_FLAGS.caps | HEADER_FLAGS.height | HEADER_FLAGS.width | HEADER_FLAGS.pixelFormat;
const PIXEL_KINDS = PIXEL_FLAGS.fourCC | PIXEL_FLAGS.rgb | PIXEL_FLAGS.alpha | PIXEL_FLAGS.luminance;

/** A header field that may be odd without hindering the reading (svo.md §7). */
interface HeaderRule {
  /** As the format's documentation spells it. */
  field: string;
  path: string;
  /** Position in the file. */
  at: number;
  severity: Severity;
  value: (header: DdsHeader) => string;
  /** What was expected, when the field is odd. */
  expected: (header: DdsHeader) => string | undefined;
}

const HEADER_RULES: readonly HeaderRule[] = [
  {
    field: 'dwSize',
    path: 'header.size',
    at: 0x04,
    severity: 'warning',
    value: (h) => `${h.size}`,
    expected: (h) => (h.size === 124 ? undefined : '124'),
  },
  {
    field: 'dwFlags',
    path: 'header.flags',
    at: 0x08,
    severity: 'warning',
    value: (h) => hexOffset(h.flags),
    expected: (h) =>
      (h.flags & REQUIRED_FLAGS) === REQUIRED_FLAGS ? undefined : `the bits ${hexOffset(REQUIRED_FLAGS)} set`,
  },
  {
    field: 'dwMipMapCount',
    path: 'header.mipMapCount',
    at: 0x1c,
    severity: 'warning',
    value: (h) => `${h.mipMapCount}`,
    expected: (h) => {
      const full = fullMipCount(h.width, h.height);
      return h.mipMapCount > full ? `at most ${full} for ${h.width}x${h.height}` : undefined;
    },
  },
  {
    field: 'dwMipMapCount',
    path: 'header.mipMapCount',
    at: 0x1c,
    severity: 'info',
    value: (h) => `${h.mipMapCount}`,
    expected: (h) =>
      h.mipMapCount > 1 && !(h.flags & HEADER_FLAGS.mipMapCount)
        ? `the bit ${hexOffset(HEADER_FLAGS.mipMapCount)} of dwFlags with it`
        : undefined,
  },
  {
    field: 'ddspf.dwSize',
    path: 'header.pixelFormat.size',
    at: 0x4c,
    severity: 'warning',
    value: (h) => `${h.pixelFormat.size}`,
    expected: (h) => (h.pixelFormat.size === 32 ? undefined : '32'),
  },
  {
    field: 'ddspf.dwFlags',
    path: 'header.pixelFormat.flags',
    at: 0x50,
    severity: 'warning',
    value: (h) => hexOffset(h.pixelFormat.flags),
    expected: (h) => (h.pixelFormat.flags & PIXEL_KINDS ? undefined : 'a bit for the kind of pixels'),
  },
  {
    field: 'dwCaps',
    path: 'header.caps',
    at: 0x6c,
    severity: 'info',
    value: (h) => hexOffset(h.caps),
    expected: (h) => (h.caps & CAPS.texture ? undefined : `the bit ${hexOffset(CAPS.texture)} set`),
  },
  {
    field: 'dwCaps2',
    path: 'header.caps2',
    at: 0x70,
    severity: 'warning',
    value: (h) => hexOffset(h.caps2),
    expected: (h) =>
      !h.dx10 && h.caps2 & CAPS2.cubeMap && !(h.caps2 & 0xfc00) ? 'the bits of the faces; six are taken' : undefined,
  },
  {
    field: 'arraySize',
    path: 'header.dx10.arraySize',
    at: DDS_HEADER_SIZE + DX10_HEADER_SIZE - 8,
    severity: 'warning',
    value: (h) => `${h.dx10?.arraySize}`,
    expected: (h) => (h.dx10?.arraySize === 0 ? 'at least 1; 1 is taken' : undefined),
  },
];

/** Reports header fields that are odd but do not hinder the reading, as `dds/header`. */
export function reportHeaderOddities(header: DdsHeader, report: Report, base: number): void {
  for (const rule of HEADER_RULES) {
    const expected = rule.expected(header);
    if (expected === undefined) continue;
    const range = { start: base + rule.at, end: base + rule.at + 4 };
    const args = { field: rule.field, value: rule.value(header), expected };
    report.add('dds/header', args, range, rule.path, rule.severity);
  }
}

/** What a full check adds to the findings of reading: fields that nothing uses, and bytes that nothing explains. */
export function checkDds(dds: Dds, report: Report, base = 0): void {
  const stored = dds.header.pitchOrLinearSize;
  const implied = dds.format ? pitchOrLinearSize(dds.format, dds.width, dds.height) : stored;
  if (stored !== implied) {
    report.add('dds/pitch', { stored, implied }, { start: base + 0x14, end: base + 0x18 }, 'header.pitchOrLinearSize');
  }
  if (dds.trailing.length > 0 && dds.surfaces.length > 0) {
    const last = dds.surfaces[dds.surfaces.length - 1]!;
    const start = base + last.offset + last.size;
    const range = { start, end: start + dds.trailing.length };
    report.add('dds/trailing', { bytes: dds.trailing.length }, range, 'trailing');
  }
}
