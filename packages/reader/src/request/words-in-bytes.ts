import type { Format } from '@assay/analysis/bundle/file-format';
import type { TakenFile } from '@assay/analysis/bundle/read-bundle';
import { READING_LIMITS } from '../limits.ts';
import { findBeside } from './containers.ts';

/** Runs of readable characters. */
const RUNS = /[\t\x20-\x7e\u00a0-\uffff]{3,}/g;
/** In a compressed file, shorter runs occur by chance. In a file that consists of words, they are words. */
const CHANCE_CHARS_MAX = 9;

type Words = {
  readonly text: string;
  /** Only a small share is readable, or the text is truncated: only the file's program can read the rest. */
  readonly isPartial: boolean;
};

/** Formats without words of their own, and archives, whose members are listed as files. */
const CONTAINERS: ReadonlySet<Format> = new Set<Format>(['image', 'font', 'media', 'archive']);

/** The readable text of a file that is not text. A container format counts only if the whole file has that format. */
export function wordsOf({ format, formatName, bytes }: Pick<TakenFile, 'format' | 'formatName' | 'bytes'>): Words {
  const beside = CONTAINERS.has(format) ? findBeside(formatName, bytes) : undefined;
  if (beside === undefined) return wordsInBytes(bytes);
  const filled = beside.filter((stretch) => stretch.some((byte) => byte !== 0));
  const words = filled.map(wordsInBytes);
  // Metadata is partly numbers. Trailing data is not part of the picture and must be readable.
  const tail = beside.at(-1);
  const isTailPartial = tail !== undefined && filled.includes(tail) && wordsInBytes(tail).isPartial;
  const text = words
    .map((word) => word.text)
    .filter((word) => word !== '')
    .join('\n');
  return { text, isPartial: isTailPartial };
}

/** The words of a catalogue, database or form that is not compressed. */
function wordsInBytes(bytes: Uint8Array): Words {
  const { bytesLookedAtMax, wordsInBytesMax, readableShareMin } = READING_LIMITS;
  const looked = Buffer.from(bytes.subarray(0, bytesLookedAtMax));
  const filled = looked.filter((byte) => byte !== 0).length;
  const runs = looked.toString('utf8').replaceAll('\ufffd', '\u0000').match(RUNS) ?? [];
  const isReadable = Buffer.byteLength(runs.join('')) >= filled * readableShareMin;
  const text = (isReadable ? runs : runs.filter((run) => run.length > CHANCE_CHARS_MAX)).join('\n');
  const isWhole = bytes.length <= bytesLookedAtMax && text.length <= wordsInBytesMax;
  return { text: text.slice(0, wordsInBytesMax), isPartial: !isWhole || !isReadable };
}
