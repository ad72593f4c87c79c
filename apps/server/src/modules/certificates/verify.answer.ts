import { CertificateId, type VerifyRecord } from '@assay/protocol';
import { etagOf } from '../../platform/http/index.ts';
import { copyOf } from './copy-of.ts';
import type { ReadyVerify } from './verify.memory.ts';

/** Any id works: it only marks the places of the id in the links. */
const SAMPLE_ID = CertificateId.parse('0'.repeat(24));

/** Escapes non-ASCII characters: the JSON is the same, and one character is one byte on the wire and in memory. */
const toAscii = (json: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range covers all of ASCII
  json.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Turns verify records into bytes. */
export function createVerifyAnswers(linksOf: (id: CertificateId) => VerifyRecord['links']) {
  const pieces = toAscii(`"links":${JSON.stringify(linksOf(SAMPLE_ID))}}`).split(SAMPLE_ID);
  /** The end of every answer. The links, a third of a typical answer, are its last member and follow from the id. */
  const endOf = (id: string): string => pieces.join(id);

  return {
    endOf,
    prepare(record: VerifyRecord): ReadyVerify {
      const body = toAscii(JSON.stringify(record));
      if (!body.endsWith(endOf(record.certificateId)))
        throw new Error('The links are not the last member of a verify record');
      return { body: copyOf(body), etag: etagOf(body), counter: undefined };
    },
  };
}
