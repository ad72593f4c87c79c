import {
  type CertificateId,
  certificateLinks,
  type OnChain,
  toVerifyRecord,
  type VerifyContext,
  type VerifyPolicy,
  type VerifyRecord,
} from '@assay/protocol';
import type { CurrentRow } from './certificates.store.ts';
import { payloadOf } from './records.service.ts';

/** What may be said truthfully of a certificate's place on a chain. */
export type ToOnChain = (row: CurrentRow) => OnChain | null;

/** A certificate and what is stored of its way onto the chain, as the registry asks for it. */
export const toAnchorView = ({ sealed, anchorQueuedAt, anchor }: CurrentRow) => ({
  submissionId: sealed.submissionId,
  payloadHash: sealed.payloadHash,
  isQueued: anchorQueuedAt !== null,
  outbox: anchor,
});

/** Joins what is stored with what is in force now: the only place where rows become verify records. */
export function createRecordReader(policy: VerifyPolicy, context: VerifyContext, toOnChain: ToOnChain) {
  return {
    toRecord: (row: CurrentRow): VerifyRecord => {
      const { sealed, state, openFlags } = row;
      return toVerifyRecord(
        {
          ...state,
          payload: payloadOf(sealed),
          payloadHash: sealed.payloadHash as VerifyRecord['payloadHash'],
          statusChangedAt: state.statusChangedAt.toISOString(),
          activeFlagCount: openFlags,
          onChain: toOnChain(row),
        },
        policy,
        context,
      );
    },
    linksOf: (id: CertificateId): VerifyRecord['links'] => certificateLinks(id, context),
  };
}
