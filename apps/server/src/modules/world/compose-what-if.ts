/** Wires what-if questions: their routes, and the worker that answers them. */
import { worldForkRoutes } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { TransactionJobs } from '../../platform/jobs/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { WorldModule } from './compose.ts';
import type { WorldForkStore } from './forks.store.ts';
import { createWhatIf, FORK_QUEUE } from './what-if.service.ts';

type Tx = { readonly worldForks: WorldForkStore; readonly jobs: TransactionJobs };

export function composeWhatIf(platform: PlatformServices<Tx>, { follower, forks }: WorldModule) {
  const { stores, inTransaction, jobs, urlOf, deriveKey, clock, random, log } = platform;
  const pageOf = (id: string) => urlOf({ path: '/world/what-if/:id' }, id);
  const callerKey = deriveKey('callers of what-if');
  const whatIf = createWhatIf({ follower, forks, stores, inTransaction, pageOf, callerKey, random, clock, log });
  return {
    whatIf,
    routes: bindRoutes(worldForkRoutes, {
      createWorldFork: async ({ body }, { client }) => {
        const asked = await whatIf.ask(body, client);
        return new Reply(asked, { headers: { Location: urlOf(worldForkRoutes.readWorldFork, asked.id) } });
      },
      listWorldForkParameters: () => whatIf.parameters(),
      readWorldFork: ({ params }) => whatIf.read(params.id),
    }),
    repeating: [{ name: 'world-forks.sweep', everyMinutes: 1, run: whatIf.sweep }],
    start: (): void => jobs.work({ queue: FORK_QUEUE, concurrency: 1, run: whatIf.run }),
  };
}
