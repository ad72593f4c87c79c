/** Instructions of a pickle without anything behind them that bring nothing to life: marks, constants, containers, memory. */
const PLAIN = new Set([...'(.012Ndelasut])}'].map((code) => code.charCodeAt(0)));
for (const code of [0x85, 0x86, 0x87, 0x88, 0x89, 0x8f, 0x90, 0x91, 0x94]) PLAIN.add(code);

/** Instructions with a line behind them: numbers and texts as they are written, and places in the memory. */
const LINES = new Set([...'FILSVgp'].map((code) => code.charCodeAt(0)));

/** Instructions with so many bytes behind them. */
const FIXED = new Map<number, number>([
  ...[...'Khq'].map((code) => [code.charCodeAt(0), 1] as const),
  ['M'.charCodeAt(0), 2],
  ...[...'Jjr'].map((code) => [code.charCodeAt(0), 4] as const),
  ['G'.charCodeAt(0), 8],
  [0x80, 1],
  [0x95, 8],
]);

/** Instructions with a length behind them, of so many bytes, and then as many as it says. */
const COUNTED = new Map<number, number>([
  ...[...'CU'].map((code) => [code.charCodeAt(0), 1] as const),
  ...[...'BTX'].map((code) => [code.charCodeAt(0), 4] as const),
  [0x8a, 1],
  [0x8b, 4],
  [0x8c, 1],
  [0x8d, 8],
  [0x8e, 8],
]);

const STOP = '.'.charCodeAt(0);

function numberAt(bytes: string, at: number, size: number): number {
  let sum = 0;
  for (let place = size - 1; place >= 0; place -= 1) sum = sum * 256 + bytes.charCodeAt(at + place);
  return sum;
}

/** Where the instruction after this one begins; `undefined` for one that calls, builds or looks something up. */
function nextAt(bytes: string, at: number): number | undefined {
  const code = bytes.charCodeAt(at);
  if (PLAIN.has(code)) return at + 1;
  if (LINES.has(code)) {
    const end = bytes.indexOf('\n', at);
    return end === -1 ? undefined : end + 1;
  }
  const fixed = FIXED.get(code);
  if (fixed !== undefined) return at + 1 + fixed;
  const size = COUNTED.get(code);
  return size === undefined ? undefined : at + 1 + size + numberAt(bytes, at + 1, size);
}

/**
 * A pickle, one character per byte, that holds numbers, texts and containers and nothing else: read to its end, and no instruction
 * in it fetches a name or calls one. Whatever is not known to be so is not.
 */
export function isInertPickle(bytes: string): boolean {
  for (let at = 0; at < bytes.length; ) {
    const next = nextAt(bytes, at);
    if (next === undefined || next > bytes.length) return false;
    if (bytes.charCodeAt(at) === STOP) return bytes.slice(next).trim() === '';
    at = next;
  }
  return false;
}
