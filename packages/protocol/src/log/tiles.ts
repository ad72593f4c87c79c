/** Paths and entry bundles of C2SP tlog-tiles. */
import { concatenate, TILE_WIDTH } from './merkle.ts';

export type TilePlace = {
  /** `entries`: the leaves themselves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 256 for a full tile. */
  readonly width: number;
};

export const ENTRY_BYTES_MAX = 65_535;
const LEVEL_MAX = 63;
const PATH = /^(0|[1-9]\d?|entries)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** `0/x001/x234/067`, with `.p/<width>` for a partial tile. */
export function toTilePath({ level, index, width }: TilePlace): string {
  const groups: string[] = [];
  let rest = index;
  do {
    groups.unshift(String(rest % 1_000).padStart(3, '0'));
    rest = Math.floor(rest / 1_000);
  } while (rest > 0);
  const last = groups.pop();
  const path = [level, ...groups.map((group) => `x${group}`), last].join('/');
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

/** Parses the canonical path of a tile; `undefined` for any other text. */
export function findTilePlace(path: string): TilePlace | undefined {
  const [, level = '', number = '', partial] = PATH.exec(path) ?? [];
  if (number === '' || (level !== 'entries' && Number(level) > LEVEL_MAX)) return undefined;
  const index = Number(number.replaceAll(/[x/]/g, ''));
  const place = {
    level: level === 'entries' ? level : Number(level),
    index,
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  } as const;
  const isPartial = partial === undefined || place.width < TILE_WIDTH;
  return Number.isSafeInteger(index) && isPartial && toTilePath(place) === path ? place : undefined;
}

/** Entries, each after its length in 16 bits. */
export function encodeEntries(entries: readonly Uint8Array[]): Uint8Array {
  return concatenate(
    entries.flatMap((entry) => {
      if (entry.length > ENTRY_BYTES_MAX) throw new RangeError(`An entry has at most ${ENTRY_BYTES_MAX} bytes.`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
    }),
  );
}

/** The entries of a bundle; `undefined` unless there are exactly `width`. */
export function findEntries(bundle: Uint8Array, width: number): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length && entries.length < width) {
    const [high, low] = [bundle[at], bundle[at + 1]];
    if (high === undefined || low === undefined) return undefined;
    const end = at + 2 + high * TILE_WIDTH + low;
    if (end > bundle.length) return undefined;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return at === bundle.length && entries.length === width ? entries : undefined;
}
