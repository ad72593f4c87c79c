/** Every operator route with every role. */
import { includesRole, OPERATOR_ROLES, type OperatorRole, type Route, roleOf, routes } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const operated: [string, Route][] = Object.entries<Route>(routes).filter(([, { access }]) => access === 'god');
/** A stream does not end; `stream.routes.test.ts` calls it. */
const called = operated.filter(([name]) => name !== 'watchQueue');
/** The expected roles. A route that is not listed needs an administrator. */
const BELOW_ADMINISTRATOR: Record<string, OperatorRole> = {
  listQueue: 'reader',
  watchQueue: 'reader',
  readSealedBundle: 'reader',
  readRoundReport: 'reader',
  listAuditLog: 'reader',
  listChainOutbox: 'reader',
  listPayments: 'reader',
  readOperator: 'reader',
  endOperatorSession: 'reader',
  listOperatorProposals: 'reader',
  readMetrics: 'reader',
  decideQueueItem: 'reviewer',
  suspendCertificate: 'reviewer',
};

let server: TestServer;
const keys = new Map<OperatorRole, string>();
beforeAll(async () => {
  server = await startTestServer();
  for (const role of OPERATOR_ROLES) {
    const { body } = await server.operate('/api/v1/operator/accounts', { name: `walks-as-${role}`, role });
    keys.set(role, (body as { key: string }).key);
  }
});
afterAll(() => server.close());

const call = (route: Route, headers: Record<string, string>) => {
  const path = route.path.replaceAll(/:\w+/g, 'unknown');
  if (route.method === 'GET' || route.method === 'DELETE') return server.request(route.method, path, headers);
  return server.request(route.method, path, { 'content-type': 'application/json', ...headers }, '{}');
};
/** The world's RPC calls have their own error envelope. */
const codeOf = (body: unknown) =>
  (body as { code?: string })?.code ?? (body as { error?: { code?: string } })?.error?.code;

describe('roles', () => {
  it('are declared as listed, and a route without one needs an administrator', () => {
    for (const [name, route] of operated)
      expect([name, roleOf(route)]).toEqual([name, BELOW_ADMINISTRATOR[name] ?? 'administrator']);
    expect(roleOf({})).toBe('administrator');
  });

  it.each(OPERATOR_ROLES.flatMap((held) => called.map(([name, route]) => [held, name, route] as const)))(
    '%s calling %s gets what the role allows',
    async (held, _, route) => {
      const { status, body } = await call(route, { authorization: `Bearer ${keys.get(held)}` });

      if (includesRole(held, roleOf(route))) expect(['role_required', 'unauthenticated']).not.toContain(codeOf(body));
      else expect([status, codeOf(body)]).toEqual([403, 'role_required']);
    },
  );

  it.each(called)('the administrative key may call %s', async (_, route) => {
    const { body } = await call(route, OPERATOR);

    expect(['role_required', 'unauthenticated']).not.toContain(codeOf(body));
  });

  it('names the missing role', async () => {
    const answer = await call(routes.decideQueueItem, { authorization: `Bearer ${keys.get('reader')}` });

    expect(answer.body).toMatchObject({ role: 'reviewer', detail: expect.stringContaining('reviewer') });
  });
});
