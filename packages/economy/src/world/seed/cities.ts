/** Cities of the default world. Their character affects names, location and colours, not production. */

export const MERIDIAN = { name: 'Meridian', seed: 20_260_101, warmUpMonths: 180 } as const;

/** On a plane of 1000 × 600. */
const MERIDIAN_CITIES = [
  { name: 'Portmere', character: 'harbour', x: 150, y: 210 },
  { name: 'Kilnworth', character: 'makers', x: 380, y: 110 },
  { name: 'Almsfield', character: 'fields and markets', x: 340, y: 430 },
  { name: 'Castelune', character: 'theatres and schools', x: 600, y: 270 },
  { name: 'Stonehollow', character: 'quarries and builders', x: 830, y: 470 },
  { name: 'Lanternhill', character: 'archives and the auditors’ guild', x: 850, y: 130 },
] as const;

/** Pairs of indexes in the list above. */
export const MERIDIAN_ROADS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [1, 3],
  [2, 3],
  [2, 4],
  [3, 4],
  [3, 5],
  [4, 5],
] as const;

export const cityNames = (count: number): string[] =>
  Array.from({ length: count }, (_, c) => MERIDIAN_CITIES[c]?.name ?? `City ${c + 1}`);

const [WIDTH, HEIGHT, MARGIN, COLUMNS] = [1000, 600, 60, 10] as const;

/** Map position. Worlds with more than six cities use a grid. */
export function cityPosition(c: number, count: number): { x: number; y: number } {
  const known = count <= MERIDIAN_CITIES.length ? MERIDIAN_CITIES[c] : undefined;
  if (known !== undefined) return { x: known.x, y: known.y };
  const rows = Math.ceil(count / COLUMNS);
  const x = MARGIN + ((c % COLUMNS) * (WIDTH - 2 * MARGIN)) / (COLUMNS - 1);
  const y = MARGIN + (Math.floor(c / COLUMNS) * (HEIGHT - 2 * MARGIN)) / Math.max(1, rows - 1);
  return { x: Math.round(x), y: Math.round(y) };
}
