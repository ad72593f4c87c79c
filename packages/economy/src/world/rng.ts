/**
 * Random numbers of the world: sfc32, one stream per seed, step, tick and city, so that an additional draw in one step
 * does not affect the others.
 */

const SQRT_3 = Math.sqrt(3);
const RANGE = 4_294_967_296;
const WARM_UP_ROUNDS = 12;

/** A 32-bit hash: similar inputs give unrelated outputs. */
export function mix(a: number, b: number): number {
  let x = Math.imul(a ^ (b + 0x9e37_79b9), 0x85eb_ca6b) ^ (b >>> 15);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35);
  return (x ^ (x >>> 16)) | 0;
}

export class Dice {
  a: number;
  b: number;
  c: number;
  d: number;

  constructor(seed: number, step: number, tick: number, city: number) {
    this.a = mix(seed, step);
    this.b = mix(this.a, tick);
    this.c = mix(this.b, city);
    this.d = 1;
    for (let round = 0; round < WARM_UP_ROUNDS; round++) this.uniform();
  }

  /** In [0, 1). */
  uniform(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + t) | 0;
    return (t >>> 0) / RANGE;
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** Mean 0, deviation 1: the sum of four uniform draws approximates a normal distribution. */
  normal(): number {
    return (this.uniform() + this.uniform() + this.uniform() + this.uniform() - 2) * SQRT_3;
  }

  /** Index of the first cumulative share above the draw. */
  pick(rising: readonly number[]): number {
    const draw = this.uniform();
    let index = 0;
    while (index < rising.length - 1 && (rising[index] ?? 1) <= draw) index++;
    return index;
  }
}

/** Fisher–Yates shuffle of the first `count` entries. */
export function shuffle(places: { [index: number]: number }, count: number, dice: Dice): void {
  for (let last = count - 1; last > 0; last--) {
    const other = dice.below(last + 1);
    const held = places[last] as number;
    places[last] = places[other] as number;
    places[other] = held;
  }
}
