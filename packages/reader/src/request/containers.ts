import { inflateSync } from 'node:zlib';

/**
 * Finds the parts of a picture, font, recording or archive that its program does not show: comments, metadata and
 * trailing data. Returns `undefined` when the bytes are not a complete file of this format.
 */
export function findBeside(name: string, bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return PARSERS[name]?.(data);
  } catch (error) {
    // A read past the end: the file is truncated or has another format.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Beside = readonly Uint8Array[] | undefined;

const INFLATED_MAX = 262_144;

const PNG_IMAGE_CHUNKS: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA sBIT sRGB bKGD hIST pHYs tIME acTL fcTL fdAT cICP'.split(' '),
);

function parsePng(data: Buffer): Beside {
  const found: Buffer[] = [];
  for (let at = 8; ; ) {
    const length = data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > data.length) return undefined;
    const body = data.subarray(at + 8, at + 8 + length);
    if (!PNG_IMAGE_CHUNKS.has(type)) found.push(body, ...inflatedIn(body));
    if (type === 'IEND') return [...found, body, data.subarray(end)];
    at = end;
  }
}

/** Decompresses the text of a chunk. It follows the keyword at an offset that depends on the chunk type. */
function inflatedIn(body: Buffer): Buffer[] {
  const at = body.indexOf(0x78);
  if (at === -1) return [];
  try {
    return [inflateSync(body.subarray(at), { maxOutputLength: INFLATED_MAX })];
  } catch {
    return [];
  }
}

const JPEG = { startOfScan: 0xda, endOfImage: 0xd9, comment: 0xfe, app0: 0xe0, app15: 0xef } as const;

function parseJpeg(data: Buffer): Beside {
  const found: Buffer[] = [];
  for (let at = 2; ; ) {
    if (data.readUInt8(at) !== 0xff) return undefined;
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === JPEG.endOfImage) return [...found, data.subarray(at + 2)];
    const end = at + 2 + data.readUInt16BE(at + 2);
    if (end > data.length) return undefined;
    if (marker === JPEG.comment || (marker >= JPEG.app0 && marker <= JPEG.app15))
      found.push(data.subarray(at + 4, end));
    at = marker === JPEG.startOfScan ? endOfScan(data, end) : end;
  }
}

/** Offset of the next marker that is neither a stuffed byte nor a restart marker. */
function endOfScan(data: Buffer, from: number): number {
  for (let at = from; at + 1 < data.length; at += 1) {
    const next = data[at + 1] ?? 0;
    if (data[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new RangeError('The scan does not end.');
}

const GIF = { trailer: 0x3b, image: 0x2c, extension: 0x21, comment: 0xfe, plainText: 0x01, application: 0xff } as const;

const gifTable = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function parseGif(data: Buffer): Beside {
  const found: Buffer[] = [];
  for (let at = 13 + gifTable(data.readUInt8(10)); ; ) {
    const block = data.readUInt8(at);
    if (block === GIF.trailer) return [...found, data.subarray(at + 1)];
    if (block === GIF.image) at = endOfBlocks(data, at + 11 + gifTable(data.readUInt8(at + 9)));
    else if (block === GIF.extension) {
      const label = data.readUInt8(at + 1);
      const end = endOfBlocks(data, at + 2);
      if (label !== 0xf9) found.push(data.subarray(at + 2, end));
      at = end;
    } else return undefined;
  }
}

function endOfBlocks(data: Buffer, from: number): number {
  let at = from;
  while (data.readUInt8(at) !== 0) at += 1 + data.readUInt8(at);
  return at + 1;
}

function parseIco(data: Buffer): Beside {
  const count = data.readUInt16LE(4);
  const ends = Array.from({ length: count }, (_, index) => {
    const at = 6 + index * 16;
    return data.readUInt32LE(at + 8) + data.readUInt32LE(at + 12);
  });
  return toTail(data, Math.max(6, ...ends));
}

function parseSfnt(data: Buffer): Beside {
  const tables = Array.from({ length: data.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16;
    const start = data.readUInt32BE(at + 8);
    return { tag: data.toString('latin1', at, at + 4), start, end: start + data.readUInt32BE(at + 12) };
  });
  const tail = toTail(data, Math.max(12, ...tables.map(({ end }) => Math.ceil(end / 4) * 4)));
  const named = tables.filter(({ tag }) => !FONT_TABLES.has(tag));
  return tail && [...named.map(({ start, end }) => data.subarray(start, end)), ...tail];
}

/** Tables with outlines, metrics and lookups. A font's text is in other tables. */
const FONT_TABLES: ReadonlySet<string> = new Set(
  'cmap cvt  fpgm glyf head hhea hmtx loca maxp OS/2 post prep gasp GDEF GPOS GSUB kern CFF  CFF2 VORG vhea vmtx hdmx LTSH VDMX BASE JSTF avar cvar fvar gvar HVAR MVAR STAT VVAR COLR CPAL'
    .match(/.{4} ?/g)
    ?.map((tag) => tag.slice(0, 4)),
);

const PADDING_MAX = 3;

/** Data after the stated end. A file may lack the padding of its last piece and nothing more. */
const toTail = (data: Buffer, end: number): Beside =>
  end > data.length + PADDING_MAX ? undefined : [data.subarray(Math.min(end, data.length))];

/** The comments are in these pages. Sound follows. */
const OGG_HEADER_PAGES = 8;

function parseOgg(data: Buffer): Beside {
  let at = 0;
  const pages: Buffer[] = [];
  while (data.toString('latin1', at, at + 4) === 'OggS') {
    const segments = data.readUInt8(at + 26);
    const start = at + 27 + segments;
    at = start + data.subarray(at + 27, start).reduce((sum, length) => sum + length, 0);
    pages.push(data.subarray(start, at));
  }
  const tail = toTail(data, at);
  return tail && [...pages.slice(0, OGG_HEADER_PAGES), ...tail];
}

const MP4_MEDIA: ReadonlySet<string> = new Set(['mdat', 'moof', 'sidx', 'mfra']);

function parseMp4(data: Buffer): Beside {
  const found: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const stated = data.readUInt32BE(at);
    const length = stated === 0 ? data.length - at : stated === 1 ? Number(data.readBigUInt64BE(at + 8)) : stated;
    if (length < 8 || at + length > data.length) return undefined;
    if (!MP4_MEDIA.has(data.toString('latin1', at + 4, at + 8))) found.push(data.subarray(at + 8, at + length));
    at += length;
  }
  return found;
}

const RIFF_MEDIA: ReadonlySet<string> = new Set(['data', 'VP8 ', 'VP8L', 'ALPH', 'ANMF', 'idx1']);

function parseRiff(data: Buffer): Beside {
  const end = 8 + data.readUInt32LE(4);
  const found: Buffer[] = [];
  for (let at = 12; at + 8 <= Math.min(end, data.length); ) {
    const type = data.toString('latin1', at, at + 4);
    const length = data.readUInt32LE(at + 4);
    const isFilm = type === 'LIST' && data.toString('latin1', at + 8, at + 12) === 'movi';
    if (!RIFF_MEDIA.has(type) && !isFilm) found.push(data.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  const tail = toTail(data, end);
  return tail && [...found, ...tail];
}

const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ZIP_END_BYTES = 22;

/** Members are listed as separate files. The archive comment and trailing data are not. */
function parseZip(data: Buffer): Beside {
  const at = data.lastIndexOf(ZIP_END);
  if (at === -1) return undefined;
  const directoryEnd = data.readUInt32LE(at + 12) + data.readUInt32LE(at + 16);
  const isWhole = directoryEnd === at && at + ZIP_END_BYTES + data.readUInt16LE(at + 20) === data.length;
  if (!isWhole) return undefined;
  return [data.subarray(at + ZIP_END_BYTES)];
}

const PARSERS: Readonly<Record<string, (data: Buffer) => Beside>> = {
  png: parsePng,
  jpeg: parseJpeg,
  gif: parseGif,
  ico: parseIco,
  TrueType: parseSfnt,
  OpenType: parseSfnt,
  woff: (data) => toTail(data, data.readUInt32BE(8)),
  woff2: (data) => toTail(data, data.readUInt32BE(8)),
  riff: parseRiff,
  ogg: parseOgg,
  mp4: parseMp4,
  zip: parseZip,
  // The intake unpacks these formats completely or reports that it could not.
  gzip: () => [],
  tar: () => [],
};
