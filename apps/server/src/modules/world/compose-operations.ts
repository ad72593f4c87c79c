/** Wires what an operator does to the world as a whole. */
import { worldOperationRoutes } from '@assay/protocol';
import { bindRoutes, ReadyAnswer } from '../../platform/http/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { WorldModule } from './compose.ts';
import { createOperations, type OperationsTx } from './operations.service.ts';

export function composeWorldOperations(platform: PlatformServices<OperationsTx>, { follower }: WorldModule) {
  const { stores, inTransaction, random, clock } = platform;
  const operations = createOperations({ inTransaction, desk: stores.desk, follower, random, clock });
  return {
    routes: bindRoutes(worldOperationRoutes, {
      pauseWorld: ({ body }) => operations.pause(body.reason),
      resumeWorld: ({ body }) => operations.resume(body.reason),
      exportWorld: async ({ body }) => {
        const { bytes, tick, hash } = await operations.export(body.reason);
        const headers = { 'X-World-Tick': String(tick), 'X-State-Hash': hash };
        return new ReadyAnswer(bytes, { contentType: 'application/octet-stream', headers });
      },
    }),
  };
}
