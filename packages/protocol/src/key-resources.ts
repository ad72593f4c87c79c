/** Which API keys a wallet revokes, as `Resources` of the EIP-4361 text that it signs. */
import { ApiKeyId } from './ids.ts';

const ALL = 'urn:assay:keys:all';
const KEY_PREFIX = 'urn:assay:key:';

/** One key, or every key of the wallet when none is named. */
export const toKeyResource = (keyId: ApiKeyId | undefined): string =>
  keyId === undefined ? ALL : `${KEY_PREFIX}${keyId}`;

/** `undefined` for a list that names nothing, something else, or all keys beside single ones. */
export function parseKeyResources(resources: readonly string[]): 'all' | ApiKeyId[] | undefined {
  if (resources.length === 1 && resources[0] === ALL) return 'all';
  const ids = resources.map((resource) =>
    resource.startsWith(KEY_PREFIX) ? ApiKeyId.safeParse(resource.slice(KEY_PREFIX.length)).data : undefined,
  );
  const named = ids.filter((id) => id !== undefined);
  return named.length === 0 || named.length < ids.length ? undefined : [...new Set(named)];
}
