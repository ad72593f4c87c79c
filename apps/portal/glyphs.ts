/**
 * Rasterises the glyphs of the portal's own TrueType (WOFF) fonts to grey masks at build time. No library: it reads only the tables that
 * these fonts use, and no font of a third party.
 */
import { readFile } from 'node:fs/promises';
import { deflateSync, inflateSync } from 'node:zlib';

/** Masks of all letters in one size: where each stands in `masks`, and how far it moves the pen. */
export type Glyphs = {
  readonly size: number;
  /** Advance, left edge, height of the upper edge over the baseline, width, height, place of the mask. */
  readonly letters: Readonly<Record<string, readonly [number, number, number, number, number, number]>>;
  /** Deflated, in base64. */
  readonly masks: string;
};

type Point = { readonly x: number; readonly y: number; readonly isOn: boolean };
type Font = {
  readonly unitsPerEm: number;
  glyphOf(letter: string): number;
  advanceOf(glyph: number): number;
  outlinesOf(glyph: number): Point[][];
};

const LETTERS = [...Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)), '·', '…'];
/** Samples of a pixel, in each direction. */
const SAMPLES = 4;
const CURVE_STEPS = 6;

export async function drawGlyphs(path: string, size: number): Promise<Glyphs> {
  const font = readFont(readTables(await readFile(path)));
  const letters: Record<string, [number, number, number, number, number, number]> = {};
  const masks: Uint8Array[] = [];
  let place = 0;
  for (const letter of LETTERS) {
    const glyph = font.glyphOf(letter);
    const { left, top, width, height, mask } = drawMask(font.outlinesOf(glyph), size / font.unitsPerEm);
    const advance = Math.round((font.advanceOf(glyph) * size * 16) / font.unitsPerEm) / 16;
    letters[letter] = [advance, left, top, width, height, place];
    masks.push(mask);
    place += mask.length;
  }
  return { size, letters, masks: deflateSync(Buffer.concat(masks), { level: 9 }).toString('base64') };
}

function readTables(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let entry = 44; entry < 44 + 20 * file.readUInt16BE(12); entry += 20) {
    const [offset, packed, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = file.subarray(offset, offset + packed);
    tables.set(file.toString('latin1', entry, entry + 4), packed < length ? inflateSync(bytes) : bytes);
  }
  return tables;
}

function readFont(tables: Map<string, Buffer>): Font {
  const table = (name: string): Buffer => tables.get(name) ?? Buffer.alloc(0);
  const [head, loca, glyf, hmtx] = ['head', 'loca', 'glyf', 'hmtx'].map(table) as [Buffer, Buffer, Buffer, Buffer];
  const isLong = head.readInt16BE(50) === 1;
  const measured = table('hhea').readUInt16BE(34);
  const startOf = (glyph: number): number => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const outlinesOf = (glyph: number): Point[][] => {
    const bytes = glyf.subarray(startOf(glyph), startOf(glyph + 1));
    if (bytes.length === 0) return [];
    return bytes.readInt16BE(0) < 0 ? readComposite(bytes, outlinesOf) : readSimple(bytes);
  };
  return {
    unitsPerEm: head.readUInt16BE(18),
    glyphOf: (letter) => findGlyph(table('cmap'), letter.codePointAt(0) ?? 0),
    advanceOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, measured - 1) * 4),
    outlinesOf,
  };
}

/** Format 4: ranges of letters, each with a distance to its glyphs. */
function findGlyph(cmap: Buffer, code: number): number {
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, place) => cmap.readUInt32BE(8 + place * 8));
  const start = tables.find((at) => cmap.readUInt16BE(at) === 4) ?? 0;
  const doubled = cmap.readUInt16BE(start + 6);
  for (let at = 0; at < doubled; at += 2) {
    const [last, first] = [cmap.readUInt16BE(start + 14 + at), cmap.readUInt16BE(start + 16 + doubled + at)];
    if (code > last) continue;
    if (code < first) return 0;
    const delta = cmap.readUInt16BE(start + 16 + 2 * doubled + at);
    const place = start + 16 + 3 * doubled + at;
    const range = cmap.readUInt16BE(place);
    return range === 0 ? (code + delta) % 65536 : cmap.readUInt16BE(place + range + 2 * (code - first));
  }
  return 0;
}

const FLAG = { on: 1, shortX: 2, shortY: 4, repeat: 8, sameX: 16, sameY: 32 } as const;

function readSimple(bytes: Buffer): Point[][] {
  const ends = Array.from({ length: bytes.readInt16BE(0) }, (_, place) => bytes.readUInt16BE(10 + place * 2));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = 10 + ends.length * 2;
  at += 2 + bytes.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = bytes.readUInt8(at++);
    const times = (flag & FLAG.repeat) === 0 ? 1 : 1 + bytes.readUInt8(at++);
    for (let turn = 0; turn < times; turn++) flags.push(flag);
  }
  const readAxis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += bytes.readUInt8(at++) * (flag & same ? 1 : -1);
      else if (!(flag & same)) {
        value += bytes.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = readAxis(FLAG.shortX, FLAG.sameX);
  const ys = readAxis(FLAG.shortY, FLAG.sameY);
  const points = flags.map((flag, place) => ({ x: xs[place] ?? 0, y: ys[place] ?? 0, isOn: (flag & FLAG.on) !== 0 }));
  return ends.map((end, place) => points.slice((ends[place - 1] ?? -1) + 1, end + 1));
}

/** Parts that are moved, never scaled: the letters we draw need no more, and more is refused. */
function readComposite(bytes: Buffer, outlinesOf: (glyph: number) => Point[][]): Point[][] {
  const found: Point[][] = [];
  let at = 10;
  for (let flags = 0x20; flags & 0x20; ) {
    flags = bytes.readUInt16BE(at);
    const glyph = bytes.readUInt16BE(at + 2);
    if (flags & 0xc8 || !(flags & 2)) throw new Error('A letter is made of parts in a way that is not read here.');
    const isWide = (flags & 1) !== 0;
    const [dx, dy] = isWide
      ? [bytes.readInt16BE(at + 4), bytes.readInt16BE(at + 6)]
      : [bytes.readInt8(at + 4), bytes.readInt8(at + 5)];
    found.push(...outlinesOf(glyph).map((line) => line.map(({ x, y, isOn }) => ({ x: x + dx, y: y + dy, isOn }))));
    at += isWide ? 8 : 6;
  }
  return found;
}

type Dot = readonly [x: number, y: number];

/** Quadratic curves as short lines; between two points off the line lies one on it. */
function flatten(points: readonly Point[], scale: number): Dot[] {
  const full = points.flatMap((point, place) => {
    const next = points[(place + 1) % points.length] ?? point;
    if (point.isOn || next.isOn) return [point];
    return [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2, isOn: true }];
  });
  const first = full.findIndex(({ isOn }) => isOn);
  const turned = [...full.slice(first), ...full.slice(0, first)];
  const dots: Dot[] = [];
  for (const [place, point] of turned.entries()) {
    const [from, to] = [turned[place - 1] ?? point, turned[(place + 1) % turned.length] ?? point];
    const at = (t: number): Dot => {
      const mix = (a: number, b: number, c: number): number => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
      return [mix(from.x, point.x, to.x) * scale, mix(from.y, point.y, to.y) * scale];
    };
    if (point.isOn) dots.push([point.x * scale, point.y * scale]);
    else for (let step = 1; step < CURVE_STEPS; step++) dots.push(at(step / CURVE_STEPS));
  }
  return dots;
}

type Mask = { left: number; top: number; width: number; height: number; mask: Uint8Array };

function drawMask(outlines: readonly Point[][], scale: number): Mask {
  const lines = outlines.map((points) => flatten(points, scale));
  const dots = lines.flat();
  if (dots.length === 0) return { left: 0, top: 0, width: 0, height: 0, mask: new Uint8Array() };
  const [xs, ys] = [dots.map(([x]) => x), dots.map(([, y]) => y)];
  const [left, top] = [Math.floor(Math.min(...xs)), Math.ceil(Math.max(...ys))];
  const [width, height] = [Math.ceil(Math.max(...xs)) - left, top - Math.floor(Math.min(...ys))];
  const mask = new Uint8Array(width * height);
  for (let row = 0; row < height * SAMPLES; row++) {
    const y = top - (row + 0.5) / SAMPLES;
    for (const [from, to] of insideOf(lines, y)) {
      for (let column = Math.ceil((from - left) * SAMPLES - 0.5); (column + 0.5) / SAMPLES < to - left; column++) {
        const pixel = Math.floor(row / SAMPLES) * width + Math.floor(column / SAMPLES);
        mask[pixel] = Math.min(255, (mask[pixel] ?? 0) + Math.ceil(255 / SAMPLES ** 2));
      }
    }
  }
  return { left, top, width, height, mask };
}

/** Stretches of a row that lie inside: where the lines around a place do not cancel out. */
function insideOf(lines: readonly Dot[][], y: number): [number, number][] {
  const crossings: { x: number; way: number }[] = [];
  for (const line of lines) {
    line.forEach(([x, from], place) => {
      const [nextX, to] = line[(place + 1) % line.length] ?? [x, from];
      if (from <= y === to <= y) return;
      crossings.push({ x: x + ((y - from) / (to - from)) * (nextX - x), way: to > from ? 1 : -1 });
    });
  }
  crossings.sort((one, other) => one.x - other.x);
  let winding = 0;
  return crossings.flatMap(({ x, way }, place): [number, number][] => {
    winding += way;
    const next = crossings[place + 1];
    return winding !== 0 && next !== undefined ? [[x, next.x]] : [];
  });
}
