/** Git's deltas (gitformat-pack, "Deltified representation"): copy from the base, or insert the following bytes. */

export function applyDelta(base: Buffer, delta: Buffer, bytesMax: number): Buffer | 'malformed' | 'too_large' {
  const source = readSize(delta, 0);
  const target = source && readSize(delta, source.next);
  if (!source || !target || source.size !== base.length) return 'malformed';
  if (target.size > bytesMax) return 'too_large';

  const result = Buffer.alloc(target.size);
  let written = 0;
  for (let at = target.next; at < delta.length; ) {
    const step = readStep(delta, at, base);
    if (step === undefined || written + step.bytes.length > target.size) return 'malformed';
    result.set(step.bytes, written);
    written += step.bytes.length;
    at = step.next;
  }
  return written === target.size ? result : 'malformed';
}

function readSize(delta: Buffer, start: number): { size: number; next: number } | undefined {
  let size = 0;
  let scale = 1;
  for (let at = start; at < delta.length; at += 1, scale *= 128) {
    const byte = delta[at] ?? 0;
    size += (byte & 0x7f) * scale;
    if (!Number.isSafeInteger(size)) return undefined;
    if (byte < 0x80) return { size, next: at + 1 };
  }
  return undefined;
}

type Step = { readonly bytes: Buffer; readonly next: number };

function readStep(delta: Buffer, start: number, base: Buffer): Step | undefined {
  const code = delta[start] ?? 0;
  if (code & 0x80) return readCopy(delta, start, base);
  const next = start + 1 + code;
  // Code zero is reserved.
  return code === 0 || next > delta.length ? undefined : { bytes: delta.subarray(start + 1, next), next };
}

const OFFSET_BITS = [0x01, 0x02, 0x04, 0x08] as const;
const SIZE_BITS = [0x10, 0x20, 0x40] as const;
/** The size of a copy whose size is omitted. */
const SIZE_DEFAULT = 0x10000;

function readCopy(delta: Buffer, start: number, base: Buffer): Step | undefined {
  const code = delta[start] ?? 0;
  let at = start + 1;
  const read = (bits: readonly number[]): number =>
    bits.reduce((value, bit, index) => {
      if (!(code & bit)) return value;
      const byte = delta[at] ?? 0;
      at += 1;
      return value + byte * 256 ** index;
    }, 0);
  const offset = read(OFFSET_BITS);
  const size = read(SIZE_BITS) || SIZE_DEFAULT;
  if (at > delta.length || offset + size > base.length) return undefined;
  return { bytes: base.subarray(offset, offset + size), next: at };
}
