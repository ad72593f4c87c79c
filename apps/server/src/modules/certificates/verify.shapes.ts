import { copyOf } from './copy-of.ts';

/** Separates values; occurs in no JSON text and in no ETag. */
const SEPARATOR = '\u0000';
/** A string with the colon that makes it a name, a list without lists in it, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"(:?)|\[(?:"(?:[^"\\]|\\.)*"|[^"[\]])*\]|-?\d[\d.eE+-]*/g;
/** What shapes may take beside the answers themselves; past that an answer is kept as it is. */
const SHAPE_LIMITS = { shapes: 256, chars: 4_096 } as const;

/** What the answers of one shape share: the text between their values, and the values of the first of them. */
type Shape = { readonly between: readonly string[]; readonly first: readonly string[] };

/** An answer as its shape and the values in which it differs from the first of that shape. */
export type ShapedText = { readonly shape: Shape; readonly values: string };

/** The shape of a text that is kept whole. */
const WHOLE: Shape = { between: ['', ''], first: [''] };

/** Takes JSON texts apart and puts them together again, letter for letter: what many share is kept once. */
export function createVerifyShapes() {
  const shapes = new Map<string, Shape>();

  function shapeOf(between: readonly string[], values: readonly string[], chars: number): Shape | undefined {
    const key = between.join(SEPARATOR);
    const known = shapes.get(key);
    const isTooMuch = shapes.size >= SHAPE_LIMITS.shapes || chars > SHAPE_LIMITS.chars;
    if (known !== undefined || isTooMuch) return known;
    const shape = { between: between.map(copyOf), first: values.map(copyOf) };
    shapes.set(key, shape);
    return shape;
  }

  return {
    shape(text: string): ShapedText {
      const { between, values } = takeApart(text);
      const shape = shapeOf(between, values, text.length);
      if (shape === undefined) return { shape: WHOLE, values: copyOf(text) };
      const own = values.map((value, at) => (value === shape.first[at] ? '' : value));
      return { shape, values: copyOf(own.join(SEPARATOR)) };
    },
    text({ shape: { between, first }, values }: ShapedText): string {
      const own = values.split(SEPARATOR);
      let text = between[0] ?? '';
      for (const [at, value] of first.entries()) text += (own[at] || value) + (between[at + 1] ?? '');
      return text;
    },
    clear: () => shapes.clear(),
  };
}

function takeApart(text: string): { readonly between: readonly string[]; readonly values: readonly string[] } {
  const between: string[] = [];
  const values: string[] = [];
  let end = 0;
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKEN)) {
    if (colon === ':') continue;
    between.push(text.slice(end, index));
    values.push(token);
    end = index + token.length;
  }
  return { between: [...between, text.slice(end)], values };
}
