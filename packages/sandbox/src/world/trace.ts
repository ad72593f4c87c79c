import type { DataTag, Encoding } from '@assay/analysis/runs/observation';
import { Gunzip, Unzlib } from 'fflate';
import type { PlantedSecret } from './planted-secrets.ts';

export const TRACE_LIMITS = {
  windowChars: 12,
  textCharsMax: 262_144,
  depthMax: 3,
  inflatedBytesMax: 262_144,
  workCharsMax: 1_000_000,
} as const;

type Sighting = { canary: PlantedSecret; needle: string; via?: Encoding };
export type Tracer = {
  /** Tags for every planted secret in the text, whole or in part, in any supported encoding. */
  find(text: string): DataTag[];
  /** The text with planted secrets replaced by their names. */
  mask(text: string): string;
};

/** Finds planted secrets by decoding outgoing data, so that nested encodings need no separate table. */
export function createTracer(canaries: readonly PlantedSecret[]): Tracer {
  let indexed: ReturnType<typeof indexWindows> | undefined;
  const needles = canaries.flatMap((canary) => canary.needles.map((needle) => ({ canary, needle })));

  function find(text: string): DataTag[] {
    if (text.length < TRACE_LIMITS.windowChars) return [];
    // Built on first use, because many programs produce no text to search.
    indexed ??= indexWindows(canaries);
    const windows = indexed;
    const found = new Map<string, DataTag[]>();
    const seen = new Set<string>();
    const queue: { text: string; via: Encoding[] }[] = [{ text: text.slice(0, TRACE_LIMITS.textCharsMax), via: [] }];
    let work = 0;
    // The plainest form comes first, so the first match tells how a secret was encoded.
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
      if (entry.text.length < TRACE_LIMITS.windowChars || seen.has(entry.text)) continue;
      seen.add(entry.text);
      work += entry.text.length;
      if (work > TRACE_LIMITS.workCharsMax) break;
      for (const sighting of sightings(entry.text, windows)) {
        if (!found.has(sighting.needle)) found.set(sighting.needle, toTags(sighting, entry.text, entry.via));
      }
      if (entry.via.length >= TRACE_LIMITS.depthMax) continue;
      for (const [step, decoded] of decodings(entry.text)) queue.push({ text: decoded, via: [...entry.via, step] });
    }
    return [...new Set([...found.values()].flat())].sort();
  }

  function mask(text: string): string {
    let masked = text;
    for (const { canary, needle } of needles) masked = masked.replaceAll(needle, `‹${canary.variable ?? canary.name}›`);
    return masked;
  }
  return { find, mask };
}

function toTags({ canary, needle, via: disguised }: Sighting, text: string, via: Encoding[]): DataTag[] {
  const tags: DataTag[] = [`canary:${canary.name}`];
  if (canary.variable !== undefined) tags.push(`env:${canary.variable}`);
  const isWhole = text.includes(disguised === undefined ? needle : disguise(needle, disguised));
  const steps: Encoding[] = [...via, ...(disguised ? [disguised] : []), ...(isWhole ? [] : (['partial'] as const))];
  return [...tags, ...steps.map((step): DataTag => `via:${step}`)];
}

function indexWindows(canaries: readonly PlantedSecret[]): Map<string, Sighting> {
  const windows = new Map<string, Sighting>();
  const disguises: (Encoding | undefined)[] = [undefined, 'reversed', 'rot13'];
  for (const via of disguises) {
    for (const canary of canaries) {
      for (const needle of canary.needles) {
        const text = via === undefined ? needle : disguise(needle, via);
        for (let at = 0; at + TRACE_LIMITS.windowChars <= text.length; at += 1) {
          const window = text.slice(at, at + TRACE_LIMITS.windowChars);
          if (!windows.has(window))
            windows.set(window, via === undefined ? { canary, needle } : { canary, needle, via });
        }
      }
    }
  }
  return windows;
}

function sightings(text: string, windows: Map<string, Sighting>): Set<Sighting> {
  const found = new Map<string, Sighting>();
  for (let at = 0; at + TRACE_LIMITS.windowChars <= text.length; at += 1) {
    const sighting = windows.get(text.slice(at, at + TRACE_LIMITS.windowChars));
    if (sighting) found.set(`${sighting.needle}/${sighting.via ?? ''}`, sighting);
  }
  return new Set(found.values());
}

function* decodings(text: string): Generator<[Encoding, string]> {
  const url = decodeUrl(text);
  if (url !== text) yield ['url', url];
  // Labels of a DNS name and lines of a wrapped block are pieces of one run.
  const joined = text.replace(/[\s."',\\]+/g, '');
  for (const candidate of joined === text ? [text] : [joined, text]) {
    for (const run of candidate.match(/[0-9a-fA-F]{24,}/g) ?? []) {
      yield ['hex', fromHex(run)];
      yield ['hex', fromHex(run.slice(1))];
    }
    for (const run of candidate.match(/[A-Za-z0-9+/_-]{16,}/g) ?? []) {
      for (let skip = 0; skip < 4; skip += 1) yield ['base64', fromBase64(run.slice(skip))];
    }
  }
  const inflated = inflate(text);
  if (inflated !== undefined) yield ['gzip', inflated];
}

function decodeUrl(text: string): string {
  if (!/%[0-9a-fA-F]{2}/.test(text)) return text;
  return text
    .replace(/\+/g, ' ')
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const fromHex = (run: string): string => Buffer.from(run.slice(0, run.length & ~1), 'hex').toString('latin1');
const fromBase64 = (run: string): string => Buffer.from(run, 'base64').toString('latin1');

const MAGICS = [
  { magic: '\x1f\x8b', stream: Gunzip },
  { magic: '\x78\x9c', stream: Unzlib },
  { magic: '\x78\xda', stream: Unzlib },
  { magic: '\x78\x01', stream: Unzlib },
];
const INFLATE_STEP_BYTES = 1_024;

function inflate(text: string): string | undefined {
  for (const { magic, stream } of MAGICS) {
    const at = text.indexOf(magic);
    if (at < 0) continue;
    const chunks: Uint8Array[] = [];
    let total = 0;
    const unpacker = new stream((chunk) => {
      chunks.push(chunk);
      total += chunk.length;
    });
    const packed = Buffer.from(text.slice(at), 'latin1');
    try {
      // Small steps: a decompression bomb stops after the step that passes the limit, and a truncated stream yields its
      // content so far.
      for (let from = 0; from < packed.length && total < TRACE_LIMITS.inflatedBytesMax; from += INFLATE_STEP_BYTES) {
        unpacker.push(packed.subarray(from, from + INFLATE_STEP_BYTES), from + INFLATE_STEP_BYTES >= packed.length);
      }
    } catch {
      // Two bytes are no evidence: the data is not a stream, or it ends early.
    }
    if (total > 0) return Buffer.concat(chunks).toString('latin1').slice(0, TRACE_LIMITS.textCharsMax);
  }
  return undefined;
}

function disguise(needle: string, via: Encoding): string {
  if (via === 'reversed') return [...needle].reverse().join('');
  let turned = '';
  for (const char of needle) {
    const at = LETTERS.indexOf(char);
    turned += at < 0 ? char : LETTERS_TURNED[at];
  }
  return turned;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LETTERS_TURNED = 'NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm';
