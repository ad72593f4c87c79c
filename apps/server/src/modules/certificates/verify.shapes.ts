import { copyOf } from './copy-of.ts';
import { packValue, unpackValue } from './verify.values.ts';

/** Separates the constant parts of a shape in its key. Occurs in no JSON text. */
const SEPARATOR = '\u0000';
/** A string (with the colon if it is a member name), a list without nested lists, or a number. */
const WITH_LISTS = /"(?:[^"\\]|\\.)*"(:?)|\[(?:"(?:[^"\\]|\\.)*"|[^"[\]])*\]|-?\d[\d.eE+-]*/g;
/** The same, but takes the values in a list of objects one by one: two answers with one warning each then differ only in its id. */
const WITHOUT_LISTS = /"(?:[^"\\]|\\.)*"(:?)|\[(?:"(?:[^"\\]|\\.)*"|[^"[\]{}])*\]|-?\d[\d.eE+-]*/g;
/** Each length of a list of objects is a shape of its own, so these shapes have a lower limit and leave room for others. */
const WAYS = [
  { tokens: WITHOUT_LISTS, shapesMax: 128 },
  { tokens: WITH_LISTS, shapesMax: 255 },
] as const;
/** Limits of one shape. An answer beyond them is kept unpacked. A place is one byte. */
const SHAPE_LIMITS = { chars: 4_096, places: 255 } as const;

/** The position of a value in a text. */
type Place = { readonly start: number; readonly end: number };
/** The first answer of a shape, with the places of the values that can differ in other answers. */
type Shape = { readonly code: string; readonly text: string; readonly places: readonly Place[] };

/** In place of the code of a shape: the text follows unpacked. */
const WHOLE = '\u0000';

/** Packs JSON texts without loss: the text that many answers share is kept once. */
export function createVerifyShapes() {
  const shapes = new Map<string, Shape>();
  const byCode: (Shape | undefined)[] = [undefined];

  function shapeOf(text: string, places: readonly Place[], shapesMax: number): Shape | undefined {
    if (text.length > SHAPE_LIMITS.chars || places.length > SHAPE_LIMITS.places) return undefined;
    const key = textBetween(text, places).join(SEPARATOR);
    const known = shapes.get(key);
    if (known !== undefined || shapes.size >= shapesMax) return known;
    const shape = { code: String.fromCharCode(byCode.length), text: copyOf(text), places };
    shapes.set(key, shape);
    byCode.push(shape);
    return shape;
  }

  return {
    pack(text: string): string {
      for (const { tokens, shapesMax } of WAYS) {
        const places = placesIn(text, tokens);
        const shape = shapeOf(text, places, shapesMax);
        if (shape !== undefined) return shape.code + differences(shape, text, places);
      }
      return WHOLE + text;
    },
    unpack(packed: string): string {
      const shape = byCode[packed.charCodeAt(0)];
      return shape === undefined ? packed.slice(WHOLE.length) : withDifferences(shape, packed);
    },
    clear(): void {
      shapes.clear();
      byCode.length = 1;
    },
    count: () => shapes.size,
  };
}

function placesIn(text: string, tokens: RegExp): Place[] {
  const places: Place[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(tokens))
    if (colon !== ':') places.push({ start: index, end: index + token.length });
  return places;
}

function textBetween(text: string, places: readonly Place[]): string[] {
  const ends = [0, ...places.map(({ end }) => end)];
  return ends.map((end, at) => text.slice(end, places[at]?.start));
}

/** Each value that differs from the first answer: its place, then the packed value. */
function differences(shape: Shape, text: string, places: readonly Place[]): string {
  let packed = '';
  for (const [at, { start, end }] of places.entries()) {
    const value = text.slice(start, end);
    const first = shape.places[at];
    if (value !== shape.text.slice(first?.start, first?.end)) packed += String.fromCharCode(at) + packValue(value);
  }
  return packed;
}

function withDifferences({ text: first, places }: Shape, packed: string): string {
  let text = '';
  let copied = 0;
  let at = 1;
  while (at < packed.length) {
    const place = places[packed.charCodeAt(at)];
    if (place === undefined) throw new RangeError('A packed answer names a place that its shape does not have');
    const { value, end } = unpackValue(packed, at + 1);
    text += first.slice(copied, place.start) + value;
    copied = place.end;
    at = end;
  }
  return text + first.slice(copied);
}
