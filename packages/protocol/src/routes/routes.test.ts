import { describe, expect, it } from 'vitest';
import { ACCESS_CLASSES, type Access } from '../mounts.ts';
import { COMMON_PROBLEMS, problems } from '../problems.ts';
import type { Route } from '../route.ts';
import { ACCESS_LISTS } from '../testing/access-lists.ts';
import {
  abuseRoutes,
  accountRoutes,
  actorRoutes,
  assignmentRoutes,
  authRoutes,
  businessRoutes,
  catalogRoutes,
  certificateRoutes,
  cityRoutes,
  dashboardRoutes,
  devInboxRoutes,
  deviceLoginRoutes,
  discoveryRoutes,
  draftRoutes,
  evidenceRoutes,
  faucetRoutes,
  flagRoutes,
  intentTypeRoutes,
  interventionRoutes,
  marketplaceRoutes,
  operatorAccountRoutes,
  operatorProposalRoutes,
  operatorRoutes,
  operatorSignInRoutes,
  paymentRoutes,
  pluginRoutes,
  processRoutes,
  roundRoutes,
  routes,
  routesOf,
  rpcRoutes,
  sourceRoutes,
  statisticsRoutes,
  streamRoutes,
  submissionRoutes,
  termsRoutes,
  ticketRoutes,
  transparencyRoutes,
  validatorRoutes,
  verifyRoutes,
  walletRoutes,
  webhookRoutes,
  worldForkRoutes,
  worldOperationRoutes,
  worldRoutes,
} from './index.ts';

const all: [string, Route][] = Object.entries(routes);
const pathsOf = (route: Route) => [route.path, ...(route.aliases ?? [])];
const namesWith = (access: Access) => all.filter(([, route]) => route.access === access).map(([name]) => name);
const parametersOf = (path: string) => [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name);

describe('access', () => {
  it.each(ACCESS_CLASSES)('is %s on exactly the listed routes', (access) => {
    expect(namesWith(access).sort()).toEqual(ACCESS_LISTS[access].toSorted());
  });

  it('permits anonymous writes only on the listed routes', () => {
    const openWrites = all.filter(([, route]) => route.access === 'none' && route.method !== 'GET');

    expect(openWrites.map(([name]) => name)).toEqual([
      'compareFromGithub',
      'verifyBatch',
      'callMcp',
      'linkWallet',
      'revokeKeys',
      'registerAccount',
      'verifyEmail',
      'requestLoginCode',
      'verifyLoginCode',
      'startDeviceLogin',
      'collectDeviceLogin',
      'reportAbuse',
      'appealDismissal',
      'createWorldFork',
      'startOperatorSignIn',
      'finishOperatorSignIn',
      'askFaucet',
    ]);
  });

  it('requires the administrative key on every route under the operator prefix', () => {
    for (const [, route] of all.filter(([, route]) => route.path.startsWith('/api/v1/operator'))) {
      // A stream is never stored.
      const cache = route.path.endsWith('/stream') ? 'none' : 'private';
      expect(route).toMatchObject({ access: 'god', plane: 'operator', cache });
    }
  });
});

describe('paths', () => {
  it('are unique', () => {
    const served = all.flatMap(([, route]) => pathsOf(route).map((path) => `${route.method} ${path}`));

    expect(new Set(served).size).toBe(served.length);
  });

  it('declare a schema for each of their parameters, under every alias', () => {
    for (const [name, route] of all)
      for (const path of pathsOf(route))
        expect([name, path, parametersOf(path)]).toEqual([name, path, Object.keys(route.params?.shape ?? {})]);
  });

  it('have no trailing slash', () => {
    for (const [, route] of all) for (const path of pathsOf(route)) expect(path).not.toMatch(/.\/$/);
  });
});

describe('names', () => {
  it('are preserved by the joined table: no route hides another', () => {
    const tables = [
      evidenceRoutes,
      abuseRoutes,
      accountRoutes,
      assignmentRoutes,
      authRoutes,
      catalogRoutes,
      certificateRoutes,
      dashboardRoutes,
      deviceLoginRoutes,
      devInboxRoutes,
      faucetRoutes,
      discoveryRoutes,
      draftRoutes,
      flagRoutes,
      interventionRoutes,
      marketplaceRoutes,
      operatorRoutes,
      operatorSignInRoutes,
      operatorAccountRoutes,
      operatorProposalRoutes,
      paymentRoutes,
      pluginRoutes,
      processRoutes,
      roundRoutes,
      intentTypeRoutes,
      rpcRoutes,
      sourceRoutes,
      statisticsRoutes,
      streamRoutes,
      submissionRoutes,
      termsRoutes,
      ticketRoutes,
      transparencyRoutes,
      validatorRoutes,
      verifyRoutes,
      walletRoutes,
      webhookRoutes,
      worldForkRoutes,
      worldOperationRoutes,
      worldRoutes,
      actorRoutes,
      cityRoutes,
      businessRoutes,
    ];
    const declared = tables.reduce((sum, table) => sum + Object.keys(table).length, 0);

    expect(all).toHaveLength(declared);
  });

  it('belong to one plane each', () => {
    const planes = ['public', 'world', 'player', 'developer', 'operator', 'discovery', 'process'] as const;

    expect(
      planes
        .flatMap((plane) => routesOf(plane))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(routes).sort());
  });
});

describe('errors', () => {
  it('name codes of the table once each, and none that every route can return', () => {
    for (const [name, route] of all) {
      expect([name, new Set(route.errors).size]).toEqual([name, route.errors.length]);
      for (const code of route.errors) {
        expect(problems).toHaveProperty(code);
        expect(COMMON_PROBLEMS).not.toContain(code);
      }
    }
  });

  it('contain valid false on every route that returns a validity', () => {
    const closed = all.filter(([, route]) => route.failsClosed).map(([name]) => name);

    expect(closed).toEqual([
      'verifyCertificate',
      'readLiveStatus',
      'compareFromGithub',
      'verifyBatch',
      'verifyDigest',
      'readStatusToken',
      'readProofBundle',
      'readVerificationSummary',
    ]);
  });

  it('include a not-found code for every id in a path', () => {
    // Every slot number is valid, so this route has no not-found code.
    const others = ['clearPluginSlot'];
    for (const [name, route] of all.filter(([name, route]) => route.params && !others.includes(name)))
      expect([name, route.errors.some((code) => problems[code].status === 404)]).toEqual([name, true]);
  });
});

describe('bodies', () => {
  it('are never sent with a GET', () => {
    for (const [, route] of all) if (route.method === 'GET') expect(route.body).toBeUndefined();
  });

  it('refuse unknown members on every route that changes credentials', () => {
    const strict = all.filter(([, route]) => route.strictBody).map(([name]) => name);

    for (const name of Object.keys(accountRoutes)) {
      const route: Route = accountRoutes[name as keyof typeof accountRoutes];
      if (route.body) expect(strict).toContain(name);
    }
    for (const [name, route] of all.filter(([, route]) => route.strictBody))
      expect([name, route.body?.safeParse({ surprise: 1 }).error?.issues.map(({ code }) => code)]).toEqual([
        name,
        expect.arrayContaining(['unrecognized_keys']),
      ]);
  });

  it('make an answer private', () => {
    for (const [, route] of all) if (route.body) expect(route.cache).toBe('private');
  });
});
