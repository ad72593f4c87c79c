/** Numbers 0 … count - 1, the first drawn most often, by the Zipf law. The generator is seeded: every run draws the same. */
export function zipfDraw(count: number, exponent: number): () => number {
  const cumulative = new Float64Array(count);
  let sum = 0;
  for (let n = 0; n < count; n++) {
    sum += 1 / (n + 1) ** exponent;
    cumulative[n] = sum;
  }
  const random = seeded(20_260_101);
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** mulberry32: small, fast, and the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
