/** A position as the messages of the library print it: `0x1A2C`. */
export function hexOffset(offset: number): string {
  return `0x${offset.toString(16).toUpperCase()}`;
}

/** What a person types for a position: `0x1A2C`, `1A2Ch`, `6700`; undefined for anything else. */
export function parseOffset(text: string): number | undefined {
  const trimmed = text.trim().replace(/_/g, '');
  const hex = /^0x([0-9a-f]+)$/i.exec(trimmed) ?? /^([0-9a-f]+)h$/i.exec(trimmed);
  const value = hex ? Number.parseInt(hex[1]!, 16) : /^\d+$/.test(trimmed) ? Number(trimmed) : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}
