import { type Access, type Me, routes } from '@assay/protocol';
import { admits, type Caller, type CredentialStore } from '../../platform/auth/index.ts';

/** The planes with at least one route that this kind of caller may call. `undefined` is a caller without a credential. */
const planesOf = (kind: Caller['kind'] | undefined): string[] => {
  const open = Object.values(routes as Record<string, { access: Access; plane: string }>).filter(({ access }) =>
    admits(access, kind),
  );
  return [...new Set(open.map(({ plane }) => plane))].sort();
};

/** Describes the caller and what its credential permits. */
export function createMe({ store }: { readonly store: Pick<CredentialStore, 'find'> }) {
  return async (caller: Caller | undefined): Promise<Me> => {
    const planes = planesOf(caller?.kind);
    const nobody = { id: null, credentialId: null, walletAddress: null, planes, scopes: [], expiresAt: null };
    if (caller === undefined) return { kind: 'anonymous', ...nobody };
    if (caller.kind === 'god') return { kind: 'operator', ...nobody, id: caller.name ?? null, scopes: [caller.role] };
    if (caller.kind === 'key') {
      const { actorId: id, keyId: credentialId, walletAddress, scopes } = caller;
      return {
        ...nobody,
        kind: 'agent',
        id,
        credentialId,
        walletAddress: walletAddress as Me['walletAddress'],
        scopes: [...scopes],
      };
    }
    const expiresAt = (await store.find(caller.tokenId))?.expiresAt?.toISOString() ?? null;
    return { ...nobody, kind: 'developer', id: caller.accountId, credentialId: caller.tokenId, expiresAt };
  };
}
export type ReadMe = ReturnType<typeof createMe>;
