/** Draws areas and text, and writes PNG. Uses no library, because canvas packages need native code for each platform. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Glyphs } from '../../glyphs.ts';

export type Colour = readonly [red: number, green: number, blue: number];

type Point = readonly [x: number, y: number];

/** The distance from a point to the nearest segment of a line. */
function distanceTo(points: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let place = 1; place < points.length; place++) {
    const [[ax, ay], [bx, by]] = [points[place - 1] ?? [0, 0], points[place] ?? [0, 0]];
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const part = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length));
    nearest = Math.min(nearest, Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay)));
  }
  return nearest;
}

export class Picture {
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, colour: Colour) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Uint8Array(width * height * 3);
    this.fill(0, 0, width, height, colour);
  }

  /** Fills a rectangle. */
  fill(left: number, top: number, width: number, height: number, colour: Colour): void {
    const row = new Uint8Array(width * 3);
    for (let place = 0; place < row.length; place++) row[place] = colour[place % 3] ?? 0;
    for (let y = top; y < top + height; y++) this.#pixels.set(row, (y * this.#width + left) * 3);
  }

  /** Writes text on the baseline `y` and returns the end position. */
  write(text: string, x: number, y: number, font: Font, colour: Colour): number {
    let pen = x;
    for (const letter of text) {
      const { advance, left, top, width, height, place } = font.letterOf(letter);
      for (let pixel = 0; pixel < width * height; pixel++) {
        const strength = font.masks[place + pixel] ?? 0;
        if (strength === 0) continue;
        const [dx, dy] = [pixel % width, Math.floor(pixel / width)];
        this.#blend(Math.round(pen) + left + dx, y - top + dy, colour, strength);
      }
      pen += advance;
    }
    return pen;
  }

  /** Draws a line with smooth edges through the points. */
  stroke(points: readonly Point[], width: number, colour: Colour): void {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const reach = width / 2 + 1;
    for (let y = Math.floor(Math.min(...ys) - reach); y <= Math.max(...ys) + reach; y++) {
      for (let x = Math.floor(Math.min(...xs) - reach); x <= Math.max(...xs) + reach; x++) {
        const strength = Math.min(1, width / 2 + 0.5 - distanceTo(points, x, y));
        if (strength > 0) this.#blend(x, y, colour, strength * 255);
      }
    }
  }

  #blend(x: number, y: number, colour: Colour, strength: number): void {
    if (x < 0 || y < 0 || x >= this.#width || y >= this.#height) return;
    const place = (y * this.#width + x) * 3;
    for (let channel = 0; channel < 3; channel++) {
      const before = this.#pixels[place + channel] ?? 0;
      this.#pixels[place + channel] = before + (((colour[channel] ?? 0) - before) * strength) / 255;
    }
  }

  toPng(): Uint8Array {
    const stride = this.#width * 3;
    const rows = Buffer.alloc((stride + 1) * this.#height);
    for (let y = 0; y < this.#height; y++)
      rows.set(this.#pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.#width, 0);
    header.writeUInt32BE(this.#height, 4);
    // 8 bits per channel, three channels, not interlaced.
    header.set([8, 2], 8);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([
      signature,
      toChunk('IHDR', header),
      toChunk('IDAT', deflateSync(rows, { level: 4 })),
      toChunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function toChunk(name: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(bytes.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

type Letter = { advance: number; left: number; top: number; width: number; height: number; place: number };
export type Font = {
  readonly masks: Uint8Array;
  letterOf(letter: string): Letter;
  widthOf(text: string): number;
};

/** Shows a question mark for letters that the font lacks. */
export function openFont({ letters, masks }: Glyphs): Font {
  const letterOf = (letter: string): Letter => {
    const [advance, left, top, width, height, place] = letters[letter] ?? letters['?'] ?? [0, 0, 0, 0, 0, 0];
    return { advance, left, top, width, height, place };
  };
  return {
    masks: inflateSync(Buffer.from(masks, 'base64')),
    letterOf,
    widthOf: (text) => [...text].reduce((sum, letter) => sum + letterOf(letter).advance, 0),
  };
}
