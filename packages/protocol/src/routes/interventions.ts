import { z } from 'zod';
import { SubmissionId } from '../ids.ts';
import type { RouteTable } from '../route.ts';
import { InterventionRequest, Submission } from '../wire/submission.ts';

/** Requests for human review when the automatic review is stuck. */
export const interventionRoutes = {
  requestHumanIntervention: {
    method: 'POST',
    path: '/api/v1/certsvc/dev/submissions/:id/request-human-intervention',
    plane: 'developer',
    access: 'dev',
    rate: 'dev',
    cache: 'private',
    summary: 'Request human review of a submission',
    description:
      'Possible once per submission: after 30 minutes of examination or review, while it is escalated, or after a dispute has been ' +
      'decided. `humanIntervention.waitingBefore` is the number of submissions ahead of it in the queue.',
    params: z.object({ id: SubmissionId }),
    body: InterventionRequest,
    status: 202,
    answer: Submission,
    errors: ['submission_not_found', 'intervention_exists', 'intervention_not_allowed'],
  },
} as const satisfies RouteTable;
