/** Proposals that need two administrators, where the two-person rule is enabled. */
import { z } from 'zod';
import { CertificateId } from '../ids.ts';
import { Time } from './common.ts';
import { WrittenReason } from './operator.ts';

export const OperatorProposalId = z.uuidv7().lowercase().brand<'OperatorProposalId'>();
export type OperatorProposalId = z.infer<typeof OperatorProposalId>;

export const PROPOSAL_ACTIONS = ['REVOKE_CERTIFICATE', 'ROTATE_KEYS'] as const;
const PROPOSAL_STATES = ['OPEN', 'CONFIRMED', 'WITHDRAWN', 'EXPIRED'] as const;

export const OperatorProposal = z
  .object({
    id: OperatorProposalId,
    action: z.enum(PROPOSAL_ACTIONS),
    certificateId: CertificateId.nullable(),
    atOnce: z.boolean().describe('For a key rotation: whether the old key expires at once.'),
    reason: z.string(),
    proposedBy: z.string(),
    proposedAt: Time,
    expiresAt: Time.describe('Another administrator can confirm it until then.'),
    state: z.enum(PROPOSAL_STATES),
    decidedBy: z.string().nullable(),
    decidedAt: Time.nullable(),
  })
  .meta({ id: 'OperatorProposal' });
export type OperatorProposal = z.infer<typeof OperatorProposal>;

export const OperatorProposals = z.object({ items: z.array(OperatorProposal) }).meta({ id: 'OperatorProposals' });

export const OperatorProposalRequest = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('REVOKE_CERTIFICATE'), certificateId: CertificateId, reason: WrittenReason }),
    z.strictObject({ action: z.literal('ROTATE_KEYS'), atOnce: z.boolean().default(false), reason: WrittenReason }),
  ])
  .meta({ id: 'OperatorProposalRequest' });
export type OperatorProposalRequest = z.infer<typeof OperatorProposalRequest>;

export const OperatorProposalDecision = z
  .strictObject({ reason: WrittenReason })
  .meta({ id: 'OperatorProposalDecision' });
