import { READING_LIMITS } from '../limits.ts';

/** Runs of characters that a person could read; shorter ones are chance in a compressed file. */
const RUNS = /[\t\x20-\x7e\u00a0-\uffff]{10,}/g;

type Words = {
  readonly text: string;
  /** Little of it can be read so, or not all of it is shown: what the file says is known to whoever opens it with its program. */
  readonly isPartial: boolean;
};

/** What can be read of a file that is not text: a catalogue, a database, a form that was never packed. */
export function wordsInBytes(bytes: Uint8Array): Words {
  const { bytesLookedAtMax, wordsInBytesMax, readableShareMin } = READING_LIMITS;
  const looked = Buffer.from(bytes.subarray(0, bytesLookedAtMax));
  const filled = looked.filter((byte) => byte !== 0).length;
  const runs = looked.toString('utf8').replaceAll('\ufffd', '\u0000').match(RUNS) ?? [];
  const text = runs.join('\n');
  const isWhole = bytes.length <= bytesLookedAtMax && text.length <= wordsInBytesMax;
  return {
    text: text.slice(0, wordsInBytesMax),
    isPartial: !isWhole || Buffer.byteLength(text) < filled * readableShareMin,
  };
}
