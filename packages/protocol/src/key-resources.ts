/** The API keys that a wallet revokes, as `Resources` of the signed EIP-4361 text. */
import { ApiKeyId } from './ids.ts';

const ALL = 'urn:assay:keys:all';
const KEY_PREFIX = 'urn:assay:key:';

/** The resource for one key, or for every key of the wallet when `keyId` is undefined. */
export const toKeyResource = (keyId: ApiKeyId | undefined): string =>
  keyId === undefined ? ALL : `${KEY_PREFIX}${keyId}`;

/** `undefined` for an empty list, an unknown resource, or a list that combines all keys with single ones. */
export function parseKeyResources(resources: readonly string[]): 'all' | ApiKeyId[] | undefined {
  if (resources.length === 1 && resources[0] === ALL) return 'all';
  const ids = resources.map((resource) =>
    resource.startsWith(KEY_PREFIX) ? ApiKeyId.safeParse(resource.slice(KEY_PREFIX.length)).data : undefined,
  );
  const named = ids.filter((id) => id !== undefined);
  return named.length === 0 || named.length < ids.length ? undefined : [...new Set(named)];
}
