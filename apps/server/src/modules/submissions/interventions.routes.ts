import { interventionRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Interventions } from './interventions.service.ts';

export const bindInterventionRoutes = (
  { request }: Pick<Interventions, 'request'>,
  submissionUrlOf: (id: string) => string,
) =>
  bindRoutes(interventionRoutes, {
    requestHumanIntervention: async ({ params, body }, { caller }) => {
      const submission = await request(params.id, body.reason, caller);
      return new Reply(submission, { headers: { Location: submissionUrlOf(params.id) } });
    },
  });
