import { abuseRoutes } from '@assay/protocol';
import type { Actor, Developer } from '../../platform/auth/index.ts';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { Abuse } from './abuse.service.ts';

type OwnersOf = (caller: Developer | Actor) => Promise<string[]>;

export const bindAbuseRoutes = (abuse: Abuse, ownersOf: OwnersOf, reportUrlOf: (id: string) => string) =>
  bindRoutes(abuseRoutes, {
    reportAbuse: async ({ body }) => {
      const filed = await abuse.file(body);
      return new Reply(filed, { headers: { Location: reportUrlOf(filed.id) } });
    },
    readAbuseReport: ({ params, headers }) => abuse.read(params.id, headers['x-report-receipt']),
    appealDismissal: ({ params, headers, body }) =>
      abuse.appealAsReporter(params.id, body.reason, headers['x-report-receipt']),
    readAbuseFigures: () => abuse.figures(),
    listAbuseReports: async ({ query }, { caller }) => abuse.listOwn(await ownersOf(caller), query),
    appealAbuseDecision: async ({ params, body }, { caller }) =>
      abuse.appealAsOwner(params.id, body.reason, await ownersOf(caller)),
  });
