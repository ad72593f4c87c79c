import { z } from 'zod';
import { AssignmentId, RoundId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { listOf, PageQuery } from '../wire/common.ts';
import {
  Assignment,
  AssignmentBundle,
  AssignmentState,
  CommitRequest,
  PublicRound,
  RevealRequest,
} from '../wire/council.ts';

const own = { plane: 'player', access: 'key', rate: 'key', cache: 'private', status: 200 } as const;
const one = z.object({ id: AssignmentId });
const AssignmentQuery = PageQuery.extend({ state: AssignmentState.default('ASSIGNED') });

/** Public routes about the council's work. */
export const roundRoutes = {
  readRound: {
    method: 'GET',
    path: '/api/v1/public/rounds/:id',
    plane: 'public',
    access: 'none',
    rate: 'public',
    cache: 'live',
    summary: 'Get the complete record of an audit round: engine, beacon, panels, votes, decision',
    description:
      'The record is public after the round has ended; before that, only the owner can see it, in the submission. With the beacon and seed, anyone can ' +
      'repeat the draw of the panels.',
    params: z.object({ id: RoundId }),
    status: 200,
    answer: PublicRound,
    errors: ['round_not_found'],
  },
} as const satisfies RouteTable;

/** The seats of a remote validator. */
export const assignmentRoutes = {
  listAssignments: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/assignments',
    summary: "List the caller's review assignments",
    query: AssignmentQuery,
    answer: listOf(Assignment),
    errors: ['cursor_expired'],
  },
  readAssignment: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/assignments/:id',
    summary: 'Read a review assignment',
    params: one,
    answer: Assignment,
    errors: ['assignment_not_found'],
  },
  downloadAssignment: {
    ...own,
    method: 'GET',
    path: '/certsvc/v1/assignments/:id/bundle',
    rate: 'heavy',
    summary: 'Get the files to review for an assignment',
    params: one,
    answer: AssignmentBundle,
    errors: ['assignment_not_found', 'window_closed'],
  },
  commitVerdict: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/assignments/:id/commit',
    summary: 'Commit the hash of a verdict',
    description:
      '`commitment` is keccak256 of the canonical JSON of {assignmentId, validatorId, verdict, severity, findingsHash, ' +
      'salt}; `findingsHash` is keccak256 of the canonical findings array, and `salt` is 32 random bytes.',
    params: one,
    body: CommitRequest,
    answer: Assignment,
    errors: ['assignment_not_found', 'assignment_wrong_state', 'window_closed'],
  },
  revealVerdict: {
    ...own,
    method: 'POST',
    path: '/certsvc/v1/assignments/:id/reveal',
    summary: 'Reveal a committed verdict',
    description:
      'The verdict must match the commitment. If a finding has a path, the path must name a file under review, and the snippet must occur in that file.',
    params: one,
    body: RevealRequest,
    answer: Assignment,
    errors: ['assignment_not_found', 'assignment_wrong_state', 'window_closed', 'commitment_mismatch'],
  },
} as const satisfies RouteTable;
