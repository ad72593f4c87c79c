import { type Access, includesRole, Problem, type Route, roleOf } from '@assay/protocol';
import type { Caller } from './callers.ts';
import type { Credentials } from './credentials.service.ts';

const ADMITTED: Readonly<Record<Exclude<Access, 'none'>, ReadonlySet<Caller['kind']>>> = {
  optional: new Set(['dev', 'key']),
  any: new Set(['dev', 'key', 'god']),
  probe: new Set(['dev']),
  dev: new Set(['dev']),
  key: new Set(['key']),
  actor: new Set(['key', 'god']),
  owner: new Set(['dev', 'key']),
  god: new Set(['god']),
};

/** Access classes that also accept anonymous callers. */
const ANONYMOUS: ReadonlySet<Access> = new Set(['optional', 'any', 'probe']);

/** Whether a route of this class accepts callers of this kind. `undefined` is an anonymous caller. */
export const admits = (access: Access, kind: Caller['kind'] | undefined): boolean =>
  access === 'none' || (kind === undefined ? ANONYMOUS.has(access) : ADMITTED[access].has(kind));

export const SESSION_COOKIE = 'assay_session';
export const OPERATOR_COOKIE = 'assay_operator';

/** The parts of a request that can identify its caller. */
type Presented = {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly origin: string | undefined;
};
export type Gatekeeper = Pick<Credentials, 'verify' | 'verifySession' | 'verifyOperatorSession' | 'hasOperator'> & {
  /** The only origin whose pages may act with a session cookie. */
  readonly portalOrigin: string;
};

/**
 * Admits a caller to a route or throws the reason. An open route ignores credentials, so that a stale token in a
 * client's settings does not prevent verification.
 */
export async function admit(
  gatekeeper: Gatekeeper,
  route: Pick<Route, 'access' | 'role'>,
  presented: Presented,
): Promise<Caller | undefined> {
  const { access } = route;
  if (access === 'none') return undefined;
  if (access === 'god' && !gatekeeper.hasOperator) throw new Problem('admin_disabled');
  // A browser sends its cookie with every request, so on public routes a stale cookie means anonymous.
  const caller = await identify(gatekeeper, access, presented).catch((error: unknown) => {
    if (ANONYMOUS.has(access) && presented.authorization === undefined) return undefined;
    throw error;
  });
  if (caller === undefined) {
    if (ANONYMOUS.has(access)) return undefined;
    throw new Problem('unauthenticated');
  }
  if (!ADMITTED[access].has(caller.kind)) throw new Problem('wrong_plane');
  const role = roleOf(route);
  if (caller.kind === 'god' && !includesRole(caller.role, role)) throw new Problem('role_required', { role });
  return caller;
}

async function identify(gatekeeper: Gatekeeper, access: Access, presented: Presented): Promise<Caller | undefined> {
  if (presented.authorization !== undefined) return gatekeeper.verify(presented.authorization);
  // One browser can hold a developer session and an operator session. The route decides which one applies.
  const isOperator = access === 'god';
  const session = findCookie(presented.cookie, isOperator ? OPERATOR_COOKIE : SESSION_COOKIE);
  if (session === undefined) return undefined;
  // A browser sends the cookie from any page. The origin identifies the page.
  const isRead = presented.method === 'GET' || presented.method === 'HEAD';
  if (!isRead && presented.origin !== gatekeeper.portalOrigin) throw new Problem('unauthenticated');
  return isOperator ? gatekeeper.verifyOperatorSession(session) : gatekeeper.verifySession(session);
}

function findCookie(cookie: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  return cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}
