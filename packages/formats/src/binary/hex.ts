/** `0x1A2C`: offsets as the specification prints them. */
export function hexOffset(offset: number): string {
  return `0x${offset.toString(16).toUpperCase()}`;
}

/** `59 41 42 58`: bytes for messages and hex views, at most `max` of them. */
export function hexBytes(bytes: Uint8Array, max = 16): string {
  const shown = Array.from(bytes.subarray(0, max), (b) => b.toString(16).padStart(2, '0').toUpperCase()).join(' ');
  return bytes.length > max ? `${shown} ..` : shown;
}

/** Lower-case hex without blanks: bytes inside JSON documents. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += bytes[i]!.toString(16).padStart(2, '0');
  return text;
}

/** The inverse of `toHex`; upper case and blanks are taken too. Undefined when it is not hex of whole bytes. */
export function fromHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/\s+/g, '');
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
