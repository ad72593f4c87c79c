/** Wires an operator's actions on the world as a whole. */
import { worldOperationRoutes } from '@assay/protocol';
import { bindRoutes, ReadyAnswer } from '../../platform/http/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { WorldModule } from './compose.ts';
import { createOperations, type OperationsTx } from './operations.service.ts';

export function composeWorldOperations(platform: PlatformServices<OperationsTx>, { follower }: WorldModule) {
  const { inTransaction, random, clock } = platform;
  const operations = createOperations({ inTransaction, follower, random, clock });
  return {
    routes: bindRoutes(worldOperationRoutes, {
      pauseWorld: ({ body }, { caller, requestId }) => operations.pause({ reason: body.reason, caller, requestId }),
      resumeWorld: ({ body }, { caller, requestId }) =>
        operations.resume({ reason: body.reason, caller, requestId }, body.ticks),
      exportWorld: async ({ body }, { caller, requestId }) => {
        const { bytes, tick, hash } = await operations.export({ reason: body.reason, caller, requestId });
        const headers = { 'X-World-Tick': String(tick), 'X-State-Hash': hash };
        return new ReadyAnswer(bytes, { contentType: 'application/octet-stream', headers });
      },
    }),
  };
}
