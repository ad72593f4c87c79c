/** The animated map: residents with their activities, goods and movers on the roads. Draws the data of one answer per hour. */
type Point = { readonly x: number; readonly y: number };
type Spot = Point & {
  readonly id: string;
  readonly name: string;
  readonly r: number;
  readonly tone: string;
  readonly worries: number;
};
type Leg = { readonly fromCityId: string; readonly toCityId: string };
type City = {
  readonly cityId: string;
  readonly activities: Readonly<Record<string, number>>;
  readonly businesses: Readonly<Record<string, number>>;
  readonly migration: { readonly in: number; readonly out: number };
};
type WorldMap = {
  readonly tick: number;
  readonly roads: readonly Leg[];
  readonly trade: readonly (Leg & { readonly amount: string })[];
  readonly cities: readonly City[];
};

const WIDTH = 1000;
const HEIGHT = 600;
/** One dot represents several people, so that a city of ten thousand stays readable. */
const DOTS_MAX = 160;
const CARTS_MAX = 14;
const SHOPS_MAX = 24;
const HOURS_PER_DAY = 24;
/** City names on a phone stay readable. */
const [NAME_SIZE, NAME_SIZE_NARROW, NARROW_PX] = [22, 34, 640] as const;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

export function showWorldMap(place: HTMLElement): void {
  const spots = new Map((JSON.parse(place.dataset.spots ?? '[]') as Spot[]).map((spot) => [spot.id, spot]));
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.className = 'absolute inset-0 size-full';
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  let map: WorldMap | undefined;
  const read = async (): Promise<void> => {
    try {
      const answer = await fetch(place.dataset.mapUrl ?? '', { headers: { accept: 'application/json' } });
      if (!answer.ok) return;
      map = (await answer.json()) as WorldMap;
      if (canvas.parentNode === null) place.querySelector('[data-map-drawing]')?.replaceWith(canvas);
    } catch {
      // The service is unreachable: the last hour stays, and the next one is requested.
    }
  };
  void read();
  setInterval(() => document.hidden || void read(), Math.max(2, Number(place.dataset.mapSeconds)) * 1000);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const draw = (time: number): void => {
    requestAnimationFrame(draw);
    if (map === undefined || document.hidden) return;
    adjust(canvas, pen);
    drawHour(pen, map, spots, isStill ? 0 : time / 1000);
  };
  requestAnimationFrame(draw);
}

/** Matches the canvas to the device pixels and scales to the picture's own units. */
function adjust(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): void {
  const { width } = canvas.getBoundingClientRect();
  const scale = (width / WIDTH) * devicePixelRatio;
  const [wide, high] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, WIDTH, HEIGHT);
}

type Spots = ReadonlyMap<string, Spot>;
const colourOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function drawHour(pen: CanvasRenderingContext2D, map: WorldMap, spots: Spots, seconds: number): void {
  const hour = map.tick % HOURS_PER_DAY;
  // Night is a thin overlay that keeps the figures readable.
  pen.fillStyle = hour < 6 || hour >= 21 ? 'rgb(30 40 90 / 0.14)' : 'rgb(0 0 0 / 0)';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  drawRoads(pen, map, spots);
  drawTrade(pen, map, spots, seconds);
  for (const city of map.cities) {
    const spot = spots.get(city.cityId);
    if (spot !== undefined) drawCity(pen, city, spot, seconds);
  }
}

function drawRoads(pen: CanvasRenderingContext2D, { roads }: WorldMap, spots: Spots): void {
  pen.strokeStyle = colourOf('line');
  pen.lineWidth = 7;
  pen.lineCap = 'round';
  for (const { fromCityId, toCityId } of roads) {
    const [from, to] = [spots.get(fromCityId), spots.get(toCityId)];
    if (from === undefined || to === undefined) continue;
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.stroke();
  }
}

/** Goods on the roads: the number of carts follows the amount, and each pair of cities uses its shortest path. */
function drawTrade(
  pen: CanvasRenderingContext2D,
  { roads, trade, cities }: WorldMap,
  spots: Spots,
  seconds: number,
): void {
  const most = Math.max(1, ...trade.map(({ amount }) => Number(amount)));
  pen.fillStyle = colourOf('brass');
  for (const { fromCityId, toCityId, amount } of trade) {
    const way = findWay(roads, spots, fromCityId, toCityId);
    const carts = Math.ceil((CARTS_MAX * Number(amount)) / most / 3);
    for (let cart = 0; cart < carts; cart++) {
      const { x, y } = along(way, (seconds / 14 + cart / carts + fromCityId.charCodeAt(30) / 100) % 1);
      pen.fillRect(x - 3, y - 3, 6, 6);
    }
  }
  pen.fillStyle = colourOf('ink');
  for (const { cityId, migration } of cities) drawMovers(pen, roads, spots, cityId, migration, seconds);
}

type Moves = City['migration'];

/** Arrivals and departures on the first part of a road. Their other city is unknown, because only the sums of each city are published. */
function drawMovers(
  pen: CanvasRenderingContext2D,
  roads: readonly Leg[],
  spots: Spots,
  id: string,
  moves: Moves,
  seconds: number,
): void {
  const home = spots.get(id);
  const legs = roads.filter(({ fromCityId, toCityId }) => fromCityId === id || toCityId === id);
  if (home === undefined || legs.length === 0) return;
  const walkers = [...Array(Math.min(moves.in, 6)).fill(1), ...Array(Math.min(moves.out, 6)).fill(-1)] as number[];
  walkers.forEach((way, place) => {
    const leg = legs[place % legs.length];
    const other = spots.get(leg?.fromCityId === id ? (leg?.toCityId ?? '') : (leg?.fromCityId ?? ''));
    if (other === undefined) return;
    const part = (seconds / 9 + place / walkers.length) % 1;
    const near = way > 0 ? 0.45 * (1 - part) : 0.45 * part;
    pen.beginPath();
    pen.arc(home.x + (other.x - home.x) * near, home.y + (other.y - home.y) * near - 7, 3.5, 0, 2 * Math.PI);
    pen.fill();
  });
}

/** Breadth-first search over nine roads. */
function findWay(roads: readonly Leg[], spots: Spots, from: string, to: string): Point[] {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (const at of before.keys()) {
    if (at === to) break;
    for (const { fromCityId, toCityId } of roads) {
      const next = fromCityId === at ? toCityId : toCityId === at ? fromCityId : undefined;
      if (next !== undefined && !before.has(next)) before.set(next, at);
    }
  }
  const way: Point[] = [];
  for (let at: string | undefined = to; at !== undefined; at = before.get(at)) {
    const spot = spots.get(at);
    if (spot !== undefined) way.unshift(spot);
  }
  return way;
}

function along(way: readonly Point[], part: number): Point {
  const place = part * Math.max(0, way.length - 1);
  const [from, to] = [way[Math.floor(place)], way[Math.floor(place) + 1]];
  if (from === undefined || to === undefined) return from ?? { x: -9, y: -9 };
  const rest = place - Math.floor(place);
  return { x: from.x + (to.x - from.x) * rest, y: from.y + (to.y - from.y) * rest };
}

function drawCity(pen: CanvasRenderingContext2D, city: City, spot: Spot, seconds: number): void {
  const tone = colourOf(spot.tone === 'plain' ? 'ink' : spot.tone);
  pen.beginPath();
  pen.arc(spot.x, spot.y, spot.r, 0, 2 * Math.PI);
  pen.fillStyle = colourOf(spot.tone === 'plain' ? 'sheet' : `${spot.tone}-soft`);
  pen.fill();
  pen.lineWidth = 3;
  pen.strokeStyle = tone;
  pen.stroke();
  if (spot.worries > 0) {
    pen.setLineDash([6, 6]);
    pen.beginPath();
    pen.arc(spot.x, spot.y, spot.r + 8, 0, 2 * Math.PI);
    pen.stroke();
    pen.setLineDash([]);
  }
  drawShops(pen, city, spot);
  drawPeople(pen, city, spot, seconds);
  pen.fillStyle = colourOf('ink');
  const size = pen.canvas.clientWidth < NARROW_PX ? NAME_SIZE_NARROW : NAME_SIZE;
  /* @english */
  pen.font = `600 ${size}px "Plex Sans", system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.fillText(spot.name, spot.x, spot.y + spot.r + 32);
}

/** Businesses around their city, one square for several of them. */
function drawShops(pen: CanvasRenderingContext2D, { businesses }: City, { x, y, r }: Spot): void {
  const count = Object.values(businesses).reduce((sum, one) => sum + one, 0);
  const shown = Math.min(SHOPS_MAX, count);
  pen.fillStyle = colourOf('muted');
  for (let place = 0; place < shown; place++) {
    const angle = (2 * Math.PI * place) / shown;
    pen.fillRect(x + Math.cos(angle) * (r + 1) - 3, y + Math.sin(angle) * (r + 1) - 3, 6, 6);
  }
}

/** Residents fill the circle in a sunflower pattern, in the colour of their activity. Sleeping residents do not move. */
function drawPeople(pen: CanvasRenderingContext2D, { activities }: City, { x, y, r }: Spot, seconds: number): void {
  const all = Object.entries(activities);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  const shown = Math.min(DOTS_MAX, total);
  let dot = 0;
  for (const [kind, count] of all) {
    pen.fillStyle = colourOf(`do-${kind.toLowerCase()}`);
    const sway = kind === 'SLEEPING' ? 0 : 1.6;
    for (const last = dot + Math.round((count / Math.max(1, total)) * shown); dot < last; dot++) {
      const far = (r - 8) * Math.sqrt((dot + 0.5) / shown);
      const angle = dot * GOLDEN_ANGLE;
      pen.beginPath();
      pen.arc(
        x + Math.cos(angle) * far + sway * Math.sin(seconds * 1.3 + dot),
        y + Math.sin(angle) * far + sway * Math.cos(seconds * 1.1 + dot),
        2.4,
        0,
        2 * Math.PI,
      );
      pen.fill();
    }
  }
}
