import type { Format } from '@assay/analysis/bundle/file-format';
import type { TakenFile } from '@assay/analysis/bundle/read-bundle';
import { READING_LIMITS } from '../limits.ts';
import { findBeside } from './containers.ts';

/** Runs of characters that a person could read. */
const RUNS = /[\t\x20-\x7e\u00a0-\uffff]{3,}/g;
/** Shorter runs are chance in a compressed file; in a file that consists of words they are words. */
const CHANCE_CHARS_MAX = 9;

type Words = {
  readonly text: string;
  /** Little of it can be read so, or not all of it is shown: only its program knows what the file says. */
  readonly isPartial: boolean;
};

/** What has no words of its own, or has been unpacked and stands in the list file by file. */
const CONTAINERS: ReadonlySet<Format> = new Set<Format>(['image', 'font', 'media', 'archive']);

/** What can be read of a file that is not text. A picture counts as one only if it is one to its end. */
export function wordsOf({ format, formatName, bytes }: Pick<TakenFile, 'format' | 'formatName' | 'bytes'>): Words {
  const beside = CONTAINERS.has(format) ? findBeside(formatName, bytes) : undefined;
  if (beside === undefined) return wordsInBytes(bytes);
  const filled = beside.filter((stretch) => stretch.some((byte) => byte !== 0));
  const words = filled.map(wordsInBytes);
  // Metadata is partly numbers; what stands behind the end belongs to no picture and has to be readable.
  const tail = beside.at(-1);
  const isTailPartial = tail !== undefined && filled.includes(tail) && wordsInBytes(tail).isPartial;
  const text = words
    .map((word) => word.text)
    .filter((word) => word !== '')
    .join('\n');
  return { text, isPartial: isTailPartial };
}

/** A catalogue, a database, a form that was never packed. */
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
