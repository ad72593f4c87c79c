import { processRoutes, type Readiness } from '@assay/protocol';
import { bindRoutes, Reply } from '../../platform/http/index.ts';

type Probes = {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<string>;
};

export const bindProcessRoutes = ({ readiness, metrics }: Probes) =>
  bindRoutes(processRoutes, {
    readHealth: () => ({ status: 'ok' as const }),
    readReadiness: async () => {
      const answer = await readiness();
      return new Reply(answer, { status: answer.status === 'not_ready' ? 503 : 200 });
    },
    readMetrics: () => metrics(),
  });
