import { interventionRoutes } from '@assay/protocol';
import type { Developer } from '../../platform/auth/index.ts';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Interventions } from './interventions.service.ts';
import type { Reads } from './reads.service.ts';

type Services = {
  readonly interventions: Pick<Interventions, 'request'>;
  readonly reads: Pick<Reads, 'find' | 'read'>;
  readonly ownersOf: (caller: Developer) => Promise<string[]>;
  readonly submissionUrlOf: (id: string) => string;
};

export const bindInterventionRoutes = ({ interventions, reads, ownersOf, submissionUrlOf }: Services) =>
  bindRoutes(interventionRoutes, {
    requestHumanIntervention: async ({ params, body }, { caller }) => {
      const owners = await ownersOf(caller);
      await reads.find(params.id, owners);
      await interventions.request(params.id, body.reason);
      const submission = await reads.read(params.id, owners);
      return new Reply(submission, { headers: { Location: submissionUrlOf(params.id) } });
    },
  });
