/** Repeatable random numbers: sfc32, seeded by text. The same seed gives the same sequence in every scenario. */
export type SeededRandom = { chance(probability: number): boolean; number(): number };

export function createSeededRandom(seed: string): SeededRandom {
  let [a, b, c, counter] = [0x9e37_79b9, 0x243f_6a88, 0xb7e1_5162, 1];
  for (const character of seed) a = Math.imul(a ^ (character.codePointAt(0) ?? 0), 0x0100_0193) >>> 0;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) next();
  return { number: next, chance: (probability) => next() < probability };
}
