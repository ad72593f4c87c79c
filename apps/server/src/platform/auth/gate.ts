import { type Access, Problem } from '@assay/protocol';
import type { Caller } from './callers.ts';
import type { Credentials } from './credentials.service.ts';

const ADMITTED: Readonly<Record<Exclude<Access, 'none'>, ReadonlySet<Caller['kind']>>> = {
  optional: new Set(['dev', 'key']),
  dev: new Set(['dev']),
  key: new Set(['key']),
  owner: new Set(['dev', 'key']),
  god: new Set(['god']),
};

/**
 * Lets a caller through to a route of the given class, or says why not. An open route does not look at credentials
 * at all: a stale token in a client's settings must not keep it from verifying.
 */
export async function admit(
  credentials: Pick<Credentials, 'verify' | 'hasOperator'>,
  access: Access,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  if (access === 'none') return undefined;
  if (access === 'god' && !credentials.hasOperator) throw new Problem('admin_disabled');
  if (authorization === undefined) {
    if (access === 'optional') return undefined;
    throw new Problem('unauthenticated');
  }
  const caller = await credentials.verify(authorization);
  if (!ADMITTED[access].has(caller.kind)) throw new Problem('wrong_plane');
  return caller;
}
