/** Keccak-256 with the original padding, as in Ethereum. Browsers include SHA-2 but not Keccak. */
const ROUNDS = 24;
const RATE_BYTES = 136;
const LANES = 25;

/** Lane positions and rotations of the rho and pi steps, in order. */
const PI: number[] = [];
const RHO: number[] = [];
for (let step = 0, x = 1, y = 0; step < ROUNDS; step++) {
  [x, y] = [y, (2 * x + 3 * y) % 5];
  PI.push(x + 5 * y);
  RHO.push((((step + 1) * (step + 2)) / 2) % 64);
}

/** Round constants, low and high half, from the linear feedback shift register of the specification. */
const IOTA: [number, number][] = [];
for (let round = 0, register = 1; round < ROUNDS; round++) {
  const halves: [number, number] = [0, 0];
  for (let bit = 0; bit < 7; bit++) {
    const position = 2 ** bit - 1;
    if (register & 1) halves[position < 32 ? 0 : 1] ^= 1 << (position % 32);
    register = (register << 1) ^ ((register >> 7) * 0x171);
  }
  IOTA.push(halves);
}

const at = (lanes: Int32Array, index: number): number => lanes[index] ?? 0;

/** One half of a 64-bit left rotation: pass (low, high) for the low half, (high, low) for the high one. */
function rotated(own: number, other: number, by: number): number {
  const [first, second] = by < 32 ? [own, other] : [other, own];
  const shift = by % 32;
  return shift === 0 ? first : (first << shift) | (second >>> (32 - shift));
}

function permute(low: Int32Array, high: Int32Array): void {
  for (const [lowConstant, highConstant] of IOTA) {
    theta(low, high);
    rhoAndPi(low, high);
    chi(low);
    chi(high);
    low[0] = at(low, 0) ^ lowConstant;
    high[0] = at(high, 0) ^ highConstant;
  }
}

function theta(low: Int32Array, high: Int32Array): void {
  const column = (lanes: Int32Array, x: number) =>
    at(lanes, x) ^ at(lanes, x + 5) ^ at(lanes, x + 10) ^ at(lanes, x + 15) ^ at(lanes, x + 20);
  const lows = [0, 1, 2, 3, 4].map((x) => column(low, x));
  const highs = [0, 1, 2, 3, 4].map((x) => column(high, x));
  for (let index = 0; index < LANES; index++) {
    const [before, after] = [((index % 5) + 4) % 5, ((index % 5) + 1) % 5];
    const [lowAfter, highAfter] = [lows[after] ?? 0, highs[after] ?? 0];
    low[index] = at(low, index) ^ (lows[before] ?? 0) ^ rotated(lowAfter, highAfter, 1);
    high[index] = at(high, index) ^ (highs[before] ?? 0) ^ rotated(highAfter, lowAfter, 1);
  }
}

function rhoAndPi(low: Int32Array, high: Int32Array): void {
  let [carriedLow, carriedHigh] = [at(low, 1), at(high, 1)];
  for (const [step, target] of PI.entries()) {
    const by = RHO[step] ?? 0;
    const [nextLow, nextHigh] = [at(low, target), at(high, target)];
    low[target] = rotated(carriedLow, carriedHigh, by);
    high[target] = rotated(carriedHigh, carriedLow, by);
    [carriedLow, carriedHigh] = [nextLow, nextHigh];
  }
}

function chi(lanes: Int32Array): void {
  for (let row = 0; row < LANES; row += 5) {
    const kept = lanes.slice(row, row + 5);
    for (let x = 0; x < 5; x++) lanes[row + x] = at(kept, x) ^ (~at(kept, (x + 1) % 5) & at(kept, (x + 2) % 5));
  }
}

/** `0x` and 64 lower-case hex digits. */
export function keccak256Hex(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / RATE_BYTES) * RATE_BYTES);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  view.setUint8(bytes.length, 0x01);
  view.setUint8(padded.length - 1, view.getUint8(padded.length - 1) | 0x80);

  const [low, high] = [new Int32Array(LANES), new Int32Array(LANES)];
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane++) {
      low[lane] = at(low, lane) ^ view.getInt32(block + lane * 8, true);
      high[lane] = at(high, lane) ^ view.getInt32(block + lane * 8 + 4, true);
    }
    permute(low, high);
  }
  const out = new DataView(new ArrayBuffer(32));
  for (let lane = 0; lane < 4; lane++) {
    out.setInt32(lane * 8, at(low, lane), true);
    out.setInt32(lane * 8 + 4, at(high, lane), true);
  }
  return `0x${[...new Uint8Array(out.buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
