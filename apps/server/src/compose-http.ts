/** Wires the HTTP server: the fast lane for verify answers, access checks and limits. */
import type { Config } from './config.ts';
import type { DevInbox } from './modules/accounts/index.ts';
import { createVerifyLane } from './modules/certificates/verify.lane.ts';
import { composePortal } from './modules/portal/compose.ts';
import type { Credentials } from './platform/auth/index.ts';
import {
  type BoundRoute,
  clientAddressReader,
  createHttpServer,
  createIdempotency,
  idempotencyStore,
} from './platform/http/index.ts';
import type { PlatformServices } from './platform/services.ts';

type Lane = Pick<Parameters<typeof createVerifyLane>[0], 'verify' | 'reads'>;
type Needs = {
  readonly routes: readonly BoundRoute[];
  readonly certificates: Lane;
  readonly credentials: Credentials;
  readonly inbox: DevInbox;
  readonly checksAnswers: boolean;
  readonly version: string;
  readonly describeApi: Parameters<typeof composePortal>[0]['place']['describeApi'];
};

export function composeHttp(config: Config, platform: PlatformServices<unknown>, needs: Needs) {
  const { db, limiter, metrics, clock, log } = platform;
  const { verify, reads } = needs.certificates;
  const clientAddress = clientAddressReader(config.trustProxy);
  const idempotency = createIdempotency({ store: idempotencyStore(db), clock });
  const { apiPrefix, playerPrefix } = config.mounts;
  const mountPages = composePortal({
    routes: needs.routes,
    inbox: needs.inbox,
    place: {
      portalUrl: config.devPortalUrl,
      apiUrl: config.publicBaseUrl,
      apiPrefix,
      playerPrefix,
      version: needs.version,
      describeApi: needs.describeApi,
    },
    limiter,
    clock,
    clientAddress,
  });
  const http = createHttpServer({
    routes: [...needs.routes],
    mountPages,
    fastLane: createVerifyLane({
      verify,
      reads,
      limiter,
      clock,
      clientAddress,
      mounts: [`${apiPrefix}/public/certificates/`, `${playerPrefix}/certificates/`],
      onAnswered: metrics.onFastVerify,
    }),
    mounts: config.mounts,
    gatekeeper: { ...needs.credentials, portalOrigin: new URL(config.devPortalUrl).origin },
    limiter,
    idempotency,
    clock,
    clientAddress,
    checksAnswers: needs.checksAnswers,
    docsUrl: config.docsUrl,
    log,
    onAnswered: metrics.onAnswered,
  });
  return {
    http,
    repeating: [{ name: 'idempotency.delete-expired', everyMinutes: 10, run: idempotency.deleteExpired }],
  };
}
