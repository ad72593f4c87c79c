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

/** Derives the chain status that an answer states for a certificate. */
export type ToOnChain = (row: CurrentRow) => OnChain | null;

/** A certificate and its stored anchor progress, in the form that the registry expects. */
export const toAnchorView = ({ sealed, anchorQueuedAt, anchor }: CurrentRow) => ({
  submissionId: sealed.submissionId,
  payloadHash: sealed.payloadHash,
  isQueued: anchorQueuedAt !== null,
  outbox: anchor,
});

/** Joins stored rows with the current policy. This is the only place where rows become verify records. */
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
