/** A proportion with its Wilson 95 % interval, which is correct for small samples and for proportions near 0 or 1. */
export type Proportion = { readonly hits: number; readonly n: number; readonly low: number; readonly high: number };

const Z_95 = 1.959964;

export function toProportion(hits: number, n: number): Proportion {
  if (n === 0) return { hits, n, low: 0, high: 1 };
  const share = hits / n;
  const square = Z_95 ** 2;
  const centre = share + square / (2 * n);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / n + square / (4 * n ** 2));
  const scale = 1 + square / n;
  return { hits, n, low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** `212/225 = 94.2 % [90.4, 96.6]` */
export function show({ hits, n, low, high }: Proportion): string {
  if (n === 0) return 'none';
  return `${hits}/${n} = ${percent(hits / n)} [${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`;
}
