import {
  type CertificateId,
  type CertificateRecord,
  LINE_ENDING_NORMALISATION,
  PAYLOAD_HASH_SCHEME,
  type Payload,
  Problem,
  SourceIntegrity,
  StatementEnvelope,
  type VerifyRecord,
} from '@assay/protocol';
import type { CertificateStore, SealedRow } from './certificates.store.ts';
import type { ReadCounter } from './reads.counter.ts';

type Deps = {
  readonly store: Pick<CertificateStore, 'findSealed'>;
  readonly reads: Pick<ReadCounter, 'count'>;
  readonly linksOf: (id: CertificateId) => VerifyRecord['links'];
};

/** The payload of a sealed row. It was parsed by its schema when it was sealed, and no row changes after that. */
export const payloadOf = (sealed: Pick<SealedRow, 'payload'>): Payload => JSON.parse(sealed.payload);

/** What was sealed, as it was sealed. None of it changes after issuance. */
export function createRecords({ store, reads, linksOf }: Deps) {
  async function get(id: CertificateId): Promise<SealedRow> {
    const sealed = await store.findSealed(id);
    if (sealed === undefined) throw new Problem('certificate_not_found');
    return sealed;
  }

  async function record(id: CertificateId): Promise<CertificateRecord> {
    const sealed = await get(id);
    reads.count('view', id);
    return {
      id,
      payload: payloadOf(sealed),
      seal: {
        payloadHash: sealed.payloadHash as CertificateRecord['seal']['payloadHash'],
        payloadHashScheme: PAYLOAD_HASH_SCHEME,
        payloadSha256: sealed.payloadSha256 as CertificateRecord['seal']['payloadSha256'],
        keyId: sealed.keyId,
        sealedAt: sealed.sealedAt.toISOString(),
      },
      links: linksOf(id),
    };
  }

  async function sourceIntegrity(id: CertificateId): Promise<SourceIntegrity> {
    const sealed = await get(id);
    const { source, digests } = payloadOf(sealed);
    return SourceIntegrity.parse({
      certificateId: id,
      entry: source.entry,
      ...digests,
      payloadHash: sealed.payloadHash,
      payloadHashScheme: PAYLOAD_HASH_SCHEME,
      payloadSha256: sealed.payloadSha256,
      sourceUrl: source.url,
      sourceRef: sealed.sourceRef,
      binding: source.binding,
      normalisation: LINE_ENDING_NORMALISATION,
    });
  }

  const statement = async (id: CertificateId): Promise<StatementEnvelope> =>
    StatementEnvelope.parse(JSON.parse((await get(id)).statement));

  return { record, sourceIntegrity, statement };
}
export type Records = ReturnType<typeof createRecords>;
