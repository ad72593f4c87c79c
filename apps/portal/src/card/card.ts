/** The preview image of a linked page: the current headline of a certificate. */
import type { Glyphs } from '../../glyphs.ts';
import { type Colour, type Font, openFont, Picture } from './picture.ts';

/** Glyphs in two sizes, inserted by the build. */
declare const __GLYPHS__: { readonly large: Glyphs; readonly small: Glyphs };

type Card = {
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain';
  readonly word: string;
  readonly title: string;
  readonly lines: readonly string[];
};

const SIZE = { width: 1200, height: 630 } as const;
const EDGE = 72;
const BAND = 250;
const WHITE: Colour = [255, 255, 255];
const PAPER: Colour = [246, 244, 238];
const INK: Colour = [23, 24, 28];
const MUTED: Colour = [90, 93, 100];
/** The colours of the pages' bands in the light theme. */
const BANDS: Readonly<Record<Card['tone'], Colour>> = {
  ok: [13, 82, 50],
  warn: [92, 66, 9],
  bad: [132, 18, 26],
  plain: INK,
};

let fonts: { large: Font; small: Font } | undefined;
const openFonts = (): { large: Font; small: Font } => {
  fonts ??= { large: openFont(__GLYPHS__.large), small: openFont(__GLYPHS__.small) };
  return fonts;
};

/** Equal texts give equal images, and linked pages are requested repeatedly. */
const KEPT_MAX = 64;
const kept = new Map<string, Uint8Array>();

export function drawCard(card: Card): Uint8Array {
  const key = JSON.stringify(card);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const png = draw(card);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, png);
  return png;
}

function draw({ tone, word, title, lines }: Card): Uint8Array {
  const { large, small } = openFonts();
  const picture = new Picture(SIZE.width, SIZE.height, PAPER);
  const right = SIZE.width - EDGE;
  picture.fill(0, 0, SIZE.width, BAND, BANDS[tone]);
  drawSign(picture, tone);
  const start = EDGE + 168;
  picture.write(shorten(word, right - start, large), start, 150, large, WHITE);
  picture.write(shorten(title, right - EDGE, large), EDGE, BAND + 112, large, INK);
  lines.forEach((line, place) => {
    picture.write(shorten(line, right - EDGE, small), EDGE, BAND + 182 + place * 50, small, MUTED);
  });
  picture.fill(EDGE, SIZE.height - 84, right - EDGE, 2, INK);
  picture.write('Assay', EDGE, SIZE.height - 36, small, INK);
  const motto = 'No valid answer in time: do not run it.';
  picture.write(motto, right - small.widthOf(motto), SIZE.height - 36, small, MUTED);
  return picture.toPng();
}

/** The sign of the pages: an octagon with a tick, a cross, or the logo letter. */
function drawSign(picture: Picture, tone: Card['tone']): void {
  const at = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y]) => [EDGE + x * 1.95, 62 + y * 1.95] as const);
  const octagon = [18, 2, 46, 2, 62, 18, 62, 46, 46, 62, 18, 62, 2, 46, 2, 18, 18, 2];
  const corners = Array.from(
    { length: 9 },
    (_, place) => [octagon[place * 2] ?? 0, octagon[place * 2 + 1] ?? 0] as const,
  );
  picture.stroke(at(corners), 7, WHITE);
  if (tone === 'plain') {
    picture.stroke(
      at([
        [18, 46],
        [32, 16],
        [46, 46],
      ]),
      11,
      WHITE,
    );
    picture.stroke(
      at([
        [24, 36],
        [40, 36],
      ]),
      11,
      WHITE,
    );
  } else if (tone === 'bad') {
    picture.stroke(
      at([
        [21, 21],
        [43, 43],
      ]),
      12,
      WHITE,
    );
    picture.stroke(
      at([
        [43, 21],
        [21, 43],
      ]),
      12,
      WHITE,
    );
  } else {
    picture.stroke(
      at([
        [18, 33],
        [28, 43],
        [47, 22],
      ]),
      12,
      WHITE,
    );
  }
}

/** Shortens text that would exceed the image. */
function shorten(text: string, width: number, font: Font): string {
  if (font.widthOf(text) <= width) return text;
  let end = [...text].length;
  while (end > 0 && font.widthOf(`${[...text].slice(0, end).join('')}…`) > width) end--;
  return `${[...text].slice(0, end).join('')}…`;
}
