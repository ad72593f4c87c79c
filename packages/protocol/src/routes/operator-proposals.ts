import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import {
  OperatorProposal,
  OperatorProposalDecision,
  OperatorProposalId,
  OperatorProposalRequest,
  OperatorProposals,
} from '../wire/operator-proposals.ts';

const operator = { plane: 'operator', access: 'god', rate: 'admin', cache: 'private', status: 200 } as const;
const decision = {
  ...operator,
  method: 'POST',
  body: OperatorProposalDecision,
  strictBody: true,
  answer: OperatorProposal,
} as const;
const IdParams = z.object({ id: OperatorProposalId });

/** The two-person rule: one administrator proposes, a different one confirms. */
export const operatorProposalRoutes = {
  listOperatorProposals: {
    ...operator,
    role: 'reader',
    method: 'GET',
    path: '/api/v1/operator/proposals',
    summary: 'List proposals by administrators, newest first',
    answer: OperatorProposals,
    errors: ['admin_disabled'],
  },
  createOperatorProposal: {
    ...operator,
    method: 'POST',
    path: '/api/v1/operator/proposals',
    summary: 'Propose a revocation or a key rotation to another administrator',
    body: OperatorProposalRequest,
    status: 201,
    answer: OperatorProposal,
    errors: ['admin_disabled', 'two_person_rule', 'certificate_not_found'],
  },
  confirmOperatorProposal: {
    ...decision,
    path: '/api/v1/operator/proposals/:id/confirm',
    summary: "Confirm another administrator's proposal",
    description: 'The service carries out the proposal in the same transaction.',
    params: IdParams,
    errors: [
      'admin_disabled',
      'two_person_rule',
      'proposal_not_open',
      'operator_proposal_not_found',
      'certificate_not_found',
      'certificate_wrong_state',
    ],
  },
  withdrawOperatorProposal: {
    ...decision,
    path: '/api/v1/operator/proposals/:id/withdraw',
    summary: 'Withdraw a proposal (any administrator can do this)',
    params: IdParams,
    errors: ['admin_disabled', 'proposal_not_open', 'operator_proposal_not_found'],
  },
} as const satisfies RouteTable;
