import { portalPaths } from '@assay/portal/paths';
import { ACCESS_CLASSES, mountPath, OPENAPI_PLANES, type Plane, type Route, routes } from '@assay/protocol';
import { ACCESS_LISTS } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from './testing/certificate-builder.ts';
import { MANUAL_WORLD, smallWorld } from './testing/small-world.ts';
import { OPERATOR, startTestServer, type TestServer, WIDE_LIMITS } from './testing/test-server.ts';

/** Unusual prefixes: a hard-coded path would fail the test. */
const MOUNTS = { apiPrefix: '/moved/api', playerPrefix: '/moved/player' };
const MOVED = { API_PREFIX: MOUNTS.apiPrefix, PLAYER_PREFIX: MOUNTS.playerPrefix };

let server: TestServer;
let moved: TestServer;
beforeAll(async () => {
  [server, moved] = await Promise.all([
    startTestServer({ env: { ...MANUAL_WORLD, ...WIDE_LIMITS }, genesis: smallWorld(0) }),
    startTestServer({ env: MOVED }),
  ]);
});
afterAll(() => Promise.all([server.close(), moved.close()]));

const OPEN: readonly Route['access'][] = ['none', 'optional', 'any', 'probe'];
const declared: [string, Route][] = Object.entries(routes);
const pathsOf = (route: Route) => [route.path, ...(route.aliases ?? [])];
const toOperations = (planes: readonly Plane[], mount = (path: string) => path) =>
  declared
    .flatMap(([, route]) => pathsOf(route).map((path) => ({ method: route.method, path, plane: planeOf(route, path) })))
    .filter(({ plane }) => planes.includes(plane))
    .map(({ method, path }) => `${method} ${mount(path)}`)
    .sort();
/** A wildcard has a name in the route table, is a star in the framework, and is an ordinary parameter in the documents. */
const asRegistered = (lines: readonly string[]) => lines.map((line) => line.replace(/\/tile\/:level\/\*\w+$/, '*')); // the printed tree omits the parents of a wildcard
const asDescribed = (lines: readonly string[]) => lines.map((line) => line.replace('*', ':')).sort();
const planeOf = (route: Route, path: string): Plane =>
  path !== route.path && path.startsWith('/certsvc/v1/') ? 'player' : route.plane;

/** Portal pages and their assets. */
const PAGES = new Set([
  ...portalPaths.flatMap((path) => [path, `${path}.json`, `${path}.md`]),
  '/assets/:name',
  '/dev/inbox',
]);

/** The route tree that the framework prints, as `METHOD /path`, without the portal pages. */
function registeredOn({ app }: TestServer): string[] {
  const above: string[] = [];
  return app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│├└─ ]*)(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      above.length = Math.max(0, depth - 1);
      above.push(path);
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${above.join('')}`]));
    })
    .filter((line) => !PAGES.has(line.split(' ')[1] ?? ''))
    .sort();
}

async function describedAt(path: string, on = server): Promise<string[]> {
  const { body } = await on.get(path);
  const { paths } = body as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths)
    .flatMap(([template, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${template.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    .sort();
}

describe('the route table', () => {
  it('equals the routes registered in the framework, including aliases', () => {
    const all = toOperations(Object.values(OPENAPI_PLANES.all));
    const heads = all.filter((line) => line.startsWith('GET ')).map((line) => line.replace('GET', 'HEAD'));

    expect(registeredOn(server)).toEqual(asRegistered([...all, ...heads]).sort());
    expect(server.app.bound.map(({ name }) => name).sort()).toEqual(Object.keys(routes).sort());
  });

  it.each([
    ['/.well-known/openapi.json', OPENAPI_PLANES.all],
    ['/certsvc/v1/.well-known/openapi.json', OPENAPI_PLANES.all],
    ['/api/v1/public/openapi.json', OPENAPI_PLANES.public],
    ['/certsvc/v1/openapi.json', OPENAPI_PLANES.player],
  ])('equals the routes in %s', async (path, planes) => {
    expect(await describedAt(path)).toEqual(asDescribed(toOperations(planes)));
  });

  it('uses the prefixes of the deployment, in the server and in its documents', async () => {
    const all = toOperations(OPENAPI_PLANES.all, (path) => mountPath(path, MOUNTS));

    expect(registeredOn(moved).filter((line) => !line.startsWith('HEAD'))).toEqual(asRegistered(all).sort());
    expect(await describedAt('/.well-known/openapi.json', moved)).toEqual(asDescribed(all));
    const id = await issueCertificate(moved);
    for (const path of [`/moved/api/public/certificates/${id}/verify`, `/moved/player/certificates/${id}/verify`])
      expect((await moved.get(path)).body).toMatchObject({
        valid: true,
        links: { self: `http://assay.localhost/moved/api/public/certificates/${id}/verify` },
      });
    expect((await moved.get(`/api/v1/public/certificates/${id}/verify`)).status).toBe(404);
  });
});

/** They do not end. */
const STREAMS = new Set(['readStream', 'watchQueue']);

describe('every declared route', () => {
  it('answers at each of its paths with its own operation and the headers of every answer', async () => {
    const id = await issueCertificate(server, { ownerWallet: null });
    await server.app.transparency.publisher.work();
    for (const [name, route] of declared.filter(([name]) => !STREAMS.has(name))) {
      for (const path of pathsOf(route)) {
        const url = path.replace(':id', id).replaceAll(/[:*]\w+/g, 'x');
        const answer = route.method === 'GET' ? await server.get(url, OPERATOR) : await server.post(url, {}, OPERATOR);

        expect([name, path, answer.body]).not.toEqual([
          name,
          path,
          expect.objectContaining({ code: 'route_not_found' }),
        ]);
        expect([name, path, answer.status < 500]).toEqual([name, path, true]);
        const ofContent = answer.status === 204 ? [] : ['content-type'];
        for (const header of ['x-request-id', 'ratelimit-policy', 'ratelimit', 'cache-control', ...ofContent])
          expect([name, path, header, answer.headers.has(header)]).toEqual([name, path, header, true]);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      }
    }
  });

  it('names no quota when limits are off', async () => {
    for (const path of ['/healthz', '/moved/api/public/overview', '/moved/api/nothing', '/', '/assets/none']) {
      const { status, headers } = await moved.get(path);
      const shown = ['ratelimit-policy', 'ratelimit'].filter((header) => headers.has(header));
      expect([path, status < 500, shown]).toEqual([path, true, []]);
    }
    const id = await issueCertificate(moved);
    for (let asked = 0; asked < 2; asked++) {
      const { status, headers } = await moved.get(`/moved/api/public/certificates/${id}/verify`);
      expect([status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([200, null, null]);
    }
  });

  it('is open to all callers or to one kind of caller, exactly as it is listed', () => {
    const named = (access: Route['access']) =>
      declared
        .filter(([, route]) => route.access === access)
        .map(([name]) => name)
        .sort();

    for (const access of ACCESS_CLASSES)
      expect([access, named(access)]).toEqual([access, ACCESS_LISTS[access].toSorted()]);
    expect(Object.keys(ACCESS_LISTS).sort()).toEqual([...ACCESS_CLASSES].sort());
  });

  it('refuses anonymous callers exactly when it is listed so', async () => {
    for (const [name, route] of declared.filter(([, route]) => !OPEN.includes(route.access))) {
      const url = route.path.replaceAll(/:\w+/g, 'x');
      const answer = await server.request(route.method, url);
      expect([name, answer.status]).toEqual([name, 401]);
    }
  });
});
