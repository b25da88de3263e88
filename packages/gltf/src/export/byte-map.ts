import { bytesEqual, crc32Bzip2 } from '@unbake/formats';

/** Values by the content of a byte array. */
export class ByteMap<T> {
  readonly #buckets = new Map<string, { bytes: Uint8Array; value: T }[]>();

  get(bytes: Uint8Array): T | undefined {
    return this.#bucket(bytes).find((entry) => bytesEqual(entry.bytes, bytes))?.value;
  }

  getOrSet(bytes: Uint8Array, value: T): T {
    const bucket = this.#bucket(bytes);
    const known = bucket.find((entry) => bytesEqual(entry.bytes, bytes));
    if (known) return known.value;
    bucket.push({ bytes, value });
    return value;
  }

  #bucket(bytes: Uint8Array) {
    const key = `${bytes.length}:${crc32Bzip2(bytes)}`;
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = [];
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }
}
