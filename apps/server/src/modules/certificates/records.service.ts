import {
  type CertificateId,
  LINE_ENDING_NORMALISATION,
  PAYLOAD_HASH_SCHEME,
  type Payload,
  Problem,
  readingsOf,
  SourceIntegrity,
  type VerifyRecord,
} from '@assay/protocol';
import { ReadyAnswer } from '../../platform/http/index.ts';
import type { CertificateStore, SealedRow } from './certificates.store.ts';
import type { ReadCounter } from './reads.counter.ts';

type Deps = {
  readonly store: Pick<CertificateStore, 'findSealed'>;
  readonly reads: Pick<ReadCounter, 'count'>;
  readonly linksOf: (id: CertificateId) => VerifyRecord['links'];
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** Parses the payload of a sealed row. The schema checked it at sealing, and sealed rows never change. */
export const payloadOf = (sealed: Pick<SealedRow, 'payload'>): Payload => JSON.parse(sealed.payload);

/** Answers with sealed data, which never changes after issuance. */
export function createRecords({ store, reads, linksOf }: Deps) {
  async function get(id: CertificateId): Promise<SealedRow> {
    const sealed = await store.findSealed(id);
    if (sealed === undefined) throw new Problem('certificate_not_found');
    return sealed;
  }

  /** Sends the payload as the exact text that was hashed, so that no current schema can alter it. */
  async function record(id: CertificateId): Promise<ReadyAnswer> {
    const sealed = await get(id);
    reads.count('view', id);
    const seal = {
      payloadHash: sealed.payloadHash,
      payloadHashScheme: PAYLOAD_HASH_SCHEME,
      payloadSha256: sealed.payloadSha256,
      keyId: sealed.keyId,
      sealedAt: sealed.sealedAt.toISOString(),
    };
    const links = JSON.stringify(linksOf(id));
    const text = `{"id":"${id}","payload":${sealed.payload},"seal":${JSON.stringify(seal)},"links":${links}}`;
    return new ReadyAnswer(Buffer.from(text), { contentType: JSON_TYPE });
  }

  async function sourceIntegrity(id: CertificateId): Promise<SourceIntegrity> {
    const sealed = await get(id);
    const payload = payloadOf(sealed);
    const { source, digests } = payload;
    return SourceIntegrity.parse({
      certificateId: id,
      entry: source.entry,
      ...digests,
      treeSha256: readingsOf(payload).treeSha256,
      payloadHash: sealed.payloadHash,
      payloadHashScheme: PAYLOAD_HASH_SCHEME,
      payloadSha256: sealed.payloadSha256,
      sourceUrl: source.url,
      sourceRef: sealed.sourceRef,
      binding: source.binding,
      normalisation: LINE_ENDING_NORMALISATION,
    });
  }

  /** Sends the exact sealed bytes, because verification summaries name their digest. */
  const statement = async (id: CertificateId): Promise<ReadyAnswer> =>
    new ReadyAnswer(Buffer.from((await get(id)).statement), { contentType: JSON_TYPE });

  return { record, sourceIntegrity, statement };
}
export type Records = ReturnType<typeof createRecords>;
