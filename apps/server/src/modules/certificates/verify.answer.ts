import { CertificateId, type VerifyRecord } from '@assay/protocol';
import { etagOf } from '../../platform/http/index.ts';
import type { ReadyVerify } from './verify.memory.ts';

/** Any id will do: it only marks the places of the id in the links. */
const SAMPLE_ID = CertificateId.parse('0'.repeat(24));

/** Characters past ASCII as escapes: same JSON, and one character is one byte on the wire and in memory. */
const toAscii = (json: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII is meant
  json.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Turns verify records into bytes. The links, a third of an ordinary record, follow from the id and are its last
 * member: they are left out of what is kept in memory and put back when the answer is sent.
 */
export function createVerifyAnswers(linksOf: (id: CertificateId) => VerifyRecord['links']) {
  const pieces = toAscii(`"links":${JSON.stringify(linksOf(SAMPLE_ID))}}`).split(SAMPLE_ID);
  const tailOf = (id: string): string => pieces.join(id);

  return {
    prepare(record: VerifyRecord): ReadyVerify {
      const whole = toAscii(JSON.stringify(record));
      const tail = tailOf(record.certificateId);
      if (!whole.endsWith(tail)) throw new Error('The links are not the last member of a verify record');
      // A slice would keep the whole string alive behind it: a copy through bytes does not.
      const body = Buffer.from(whole, 'latin1').toString('latin1', 0, whole.length - tail.length);
      return { body, etag: etagOf(whole) };
    },
    /** The whole answer of a prepared record. */
    text: (id: string, ready: ReadyVerify): string => ready.body + tailOf(id),
  };
}
