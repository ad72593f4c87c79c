import { toCodePoint } from '../../languages/shell/ansi-escapes.ts';
import {
  bytesToText,
  CODEC_LIMITS,
  decodeAscii85,
  decodeBase32,
  decodeBase64,
  decodeHex,
  inflate,
  printablePermille,
  rot13,
} from './codecs.ts';
import { findBase32, findBase64, findHex, findShape, type Run } from './letter-runs.ts';

/** A range of text that decodes to other text. */
export type DecodedRun = {
  readonly start: number;
  readonly end: number;
  readonly layer: string;
  readonly text: string;
  /** The bytes are a program, not text. */
  readonly isBinary: boolean;
};

const RUN_LIMITS = {
  runsMax: 400,
  attemptsMax: 4_000,
  outputCharsMax: 4_194_304,
  base64CharsMin: 16,
  hexCharsMin: 24,
  base32CharsMin: 32,
} as const;

const WRAPPED_BASE64 = /(?:^[ \t]*[A-Za-z0-9+/]{40,120}[ \t]*\n){2,}[ \t]*[A-Za-z0-9+/]{2,120}={0,2}/gm;
const SPACED_HEX = /(?:(?:0x|\\x)[0-9a-fA-F]{2}[\s,]{0,3}){8,}/g;
const UNICODE_ESCAPES = /(?:\\u\{?[0-9a-fA-F]{2,6}\}?){4,}/g;
const OCTAL_ESCAPES = /(?:\\[0-3]?[0-7]{2}){6,}/g;
const PERCENT_RUN = /(?:%[0-9a-fA-F]{2}[\w.:/-]{0,2}){6,}/g;
const ENTITY_RUN = /(?:&#(?:x[0-9a-fA-F]{2,6}|\d{2,7});[ \w./:-]{0,2}){4,}/g;
const CODE_LIST = /(?:\b\d{2,3}\b[\s,]{1,3}){8,}\d{2,3}\b/g;
const ASCII85_RUN = /<~[!-uz\s]{10,4000}~>/g;

/** A decoded text is kept only if it contains words, an address, a path or a command. */
const TELLING =
  /https?:\/\/|\b(?:curl|wget|bash|sh|eval|exec|import|require|python|node|powershell|iex|rm|chmod|cat|base64|ignore|instructions?|system|secret|token|password|send|post|fetch|upload|execute|run|delete|user|you|the|and)\b|\/(?:bin|etc|tmp|dev|usr|home)\/|~\/|\.ssh|\$\(|subprocess|os\.|process\.|\b\d{1,3}(?:\.\d{1,3}){3}\b/i;

const PRINTABLE_MIN = 850;

const isProgram = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c) ||
  (bytes[0] === 0x4d && bytes[1] === 0x5a && bytes.length > 128) ||
  (bytes[0] === 0xcf && bytes[1] === 0xfa && bytes[2] === 0xed) ||
  (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3);

const XOR = { bytesMin: 24, sampleBytes: 96, printableMin: 980 } as const;

/** Brute-forces a one-byte XOR key on a sample. A sample suffices for text, and 255 attempts are cheap. */
function findXor(bytes: Uint8Array): string | undefined {
  if (bytes.length < XOR.bytesMin) return undefined;
  const sample = bytes.subarray(0, XOR.sampleBytes);
  for (let key = 1; key < 256; key += 1) {
    let readable = 0;
    for (const byte of sample) {
      const code = byte ^ key;
      if ((code >= 97 && code <= 122) || code === 32) readable += 1;
    }
    // Letters and spaces make up most of a sentence and almost none of random bytes.
    if (readable * 10 < sample.length * 6) continue;
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte ^ key)).join('');
    if (printablePermille(text) >= XOR.printableMin && isTelling(text) && / \w{2,} /.test(text)) return text;
  }
  return undefined;
}

function fromBytes(bytes: Uint8Array | undefined): { text: string; isBinary: boolean; layer: string } | undefined {
  if (bytes === undefined || bytes.length < 6) return undefined;
  const inflated = inflate(bytes);
  const plain = inflated ?? bytes;
  if (isProgram(plain)) return { text: '', isBinary: true, layer: inflated === undefined ? '' : 'gzip' };
  const text = bytesToText(plain);
  if (isTelling(text)) return { text, isBinary: false, layer: inflated === undefined ? '' : 'gzip' };
  const turned = inflated === undefined ? findXor(bytes) : undefined;
  return turned === undefined ? undefined : { text: turned, isBinary: false, layer: 'xor' };
}

const isTelling = (text: string): boolean =>
  text.length >= 6 && printablePermille(text) >= PRINTABLE_MIN && TELLING.test(text) && /[a-z]{2}/i.test(text);

type Finder = {
  readonly layer: string;
  readonly find: (text: string) => Iterable<Run>;
  readonly decode: (run: string) => ReturnType<typeof fromBytes>;
};

const asText = (text: string): ReturnType<typeof fromBytes> =>
  isTelling(text) ? { text, isBinary: false, layer: '' } : undefined;

const FINDERS: readonly Finder[] = [
  { layer: 'base64', find: (text) => findShape(text, WRAPPED_BASE64), decode: (run) => fromBytes(decodeBase64(run)) },
  {
    layer: 'base64',
    find: (text) => findBase64(text, RUN_LIMITS.base64CharsMin),
    decode: (run) => (looksRandom(run) ? fromBytes(decodeBase64(run)) : undefined),
  },
  {
    layer: 'hex',
    find: (text) => findHex(text, RUN_LIMITS.hexCharsMin),
    decode: (run) => fromBytes(decodeHex(run)),
  },
  { layer: 'hex', find: (text) => findShape(text, SPACED_HEX), decode: (run) => fromBytes(decodeHex(run)) },
  {
    layer: 'escapes',
    find: (text) => findShape(text, UNICODE_ESCAPES),
    decode: (run) =>
      asText(run.replace(/\\u\{?([0-9a-fA-F]{2,6})\}?/g, (_, hex: string) => toCodePoint(Number.parseInt(hex, 16)))),
  },
  {
    layer: 'escapes',
    find: (text) => findShape(text, OCTAL_ESCAPES),
    decode: (run) =>
      asText(run.replace(/\\([0-3]?[0-7]{2})/g, (_, octal: string) => toCodePoint(Number.parseInt(octal, 8)))),
  },
  {
    layer: 'percent',
    find: (text) => findShape(text, PERCENT_RUN),
    decode: (run) =>
      asText(run.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => toCodePoint(Number.parseInt(hex, 16)))),
  },
  {
    layer: 'entities',
    find: (text) => findShape(text, ENTITY_RUN),
    decode: (run) =>
      asText(
        run.replace(/&#(?:x([0-9a-fA-F]{2,6})|(\d{2,7}));/g, (_, hex?: string, dec?: string) =>
          toCodePoint(hex === undefined ? Number(dec) : Number.parseInt(hex, 16)),
        ),
      ),
  },
  {
    layer: 'char-codes',
    find: (text) => findShape(text, CODE_LIST),
    decode: (run) =>
      asText(
        run
          .split(/[\s,]+/)
          .map((code) => toCodePoint(Number(code)))
          .join(''),
      ),
  },
  {
    layer: 'base32',
    find: (text) => findBase32(text, RUN_LIMITS.base32CharsMin),
    decode: (run) => fromBytes(decodeBase32(run)),
  },
  { layer: 'ascii85', find: (text) => findShape(text, ASCII85_RUN), decode: (run) => fromBytes(decodeAscii85(run)) },
];

/** Paths, names and words also consist of base64 characters; encoded text mixes cases and digits. */
const looksRandom = (run: string): boolean =>
  /[a-z]/.test(run) &&
  /[A-Z]/.test(run) &&
  (/\d/.test(run) || run.length >= 24 || run.endsWith('=')) &&
  !/^[a-z0-9-]*\/[a-z0-9/_-]*$/.test(run) &&
  run.length <= CODEC_LIMITS.inputCharsMax;

/** Every encoded run that decodes to recognisable content. Calls `onCut` when a limit ends the search. */
export function findEncodedRuns(text: string, onCut: () => void = () => {}): DecodedRun[] {
  const runs: DecodedRun[] = [];
  let output = 0;
  let attempts = 0;
  for (const { layer, find, decode } of FINDERS) {
    for (const { start, end } of find(text)) {
      attempts += 1;
      if (
        attempts > RUN_LIMITS.attemptsMax ||
        runs.length >= RUN_LIMITS.runsMax ||
        output > RUN_LIMITS.outputCharsMax
      ) {
        onCut();
        return runs;
      }
      const decoded = decode(text.slice(start, end));
      if (decoded === undefined) continue;
      if (runs.some((run) => run.start <= start && run.end >= end)) continue;
      output += decoded.text.length;
      runs.push({
        start,
        end,
        layer: decoded.layer === '' ? layer : `${layer}+${decoded.layer}`,
        text: decoded.text,
        isBinary: decoded.isBinary,
      });
    }
  }
  return runs;
}

const ROT_HINT = /\b(?:phey|jtrg|onfu|riny|rkrp|vtaber|vafgehpgvbaf|flfgrz|frperg|cnffjbeq|uggcf?)\b/i;

const REVERSED_HINT =
  /lruc|hsab\b|\bptth|snoitcurtsni|lave\b|\/\/:s?ptth|\b(?:eht|dna|morf|htiw|siht|taht|ruoy|lliw)\b.*\b(?:eht|dna|morf|htiw|siht|taht|ruoy|lliw|ot|fo)\b/;

/**
 * Rot13 and reversed lines, found by words that are typical of transformed text and kept if they decode to recognisable
 * content.
 */
export function findTurnedText(text: string): DecodedRun[] {
  const runs: DecodedRun[] = [];
  if (!ROT_HINT.test(text) && !REVERSED_HINT.test(text)) return runs;
  for (const match of text.matchAll(/[^\n]{12,400}/g)) {
    const line = match[0];
    const turned = ROT_HINT.test(line)
      ? { layer: 'rot13', text: rot13(line) }
      : REVERSED_HINT.test(line)
        ? { layer: 'reversed', text: [...line].reverse().join('') }
        : undefined;
    if (turned !== undefined && isTelling(turned.text))
      runs.push({
        start: match.index,
        end: match.index + line.length,
        layer: turned.layer,
        text: turned.text,
        isBinary: false,
      });
    if (runs.length >= 40) break;
  }
  return runs;
}
