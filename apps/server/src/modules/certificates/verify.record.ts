import {
  type CertificateId,
  certificateLinks,
  toVerifyRecord,
  type VerifyContext,
  type VerifyPolicy,
  type VerifyRecord,
} from '@assay/protocol';
import type { CurrentRow } from './certificates.store.ts';
import { payloadOf } from './records.service.ts';

/** Joins what is stored with what is in force now: the only place where rows become verify records. */
export function createRecordReader(policy: VerifyPolicy, context: VerifyContext) {
  return {
    toRecord: ({ sealed, state, openFlags }: CurrentRow): VerifyRecord =>
      toVerifyRecord(
        {
          ...state,
          payload: payloadOf(sealed),
          payloadHash: sealed.payloadHash as VerifyRecord['payloadHash'],
          statusChangedAt: state.statusChangedAt.toISOString(),
          activeFlagCount: openFlags,
          reAudit: null,
          onChain: null,
        },
        policy,
        context,
      ),
    linksOf: (id: CertificateId): VerifyRecord['links'] => certificateLinks(id, context),
  };
}
