import {
  ActorId,
  ApiKeySummary,
  KeyScope,
  type LinkRequest,
  type LinkResult,
  newUuidV7,
  PRINCIPAL_LIMITS,
  Problem,
  parseKeyResources,
  type RandomBytes,
  type RevokedKeys,
  type RevokeKeysRequest,
} from '@assay/protocol';
import type { Actor, CredentialRow, CredentialStore, Credentials, Developer } from '../../platform/auth/index.ts';
import { ownedEvent } from '../../platform/events/index.ts';
import type { AccountTransaction, InTransaction } from './accounts.transaction.ts';
import type { AgentRow, AgentStore } from './agents.store.ts';
import type { CallerWallets } from './caller-wallets.service.ts';
import type { WalletProof } from './wallet-proof.service.ts';
import type { WorldHomes } from './world-homes.ts';

type Deps = {
  readonly walletProof: WalletProof;
  readonly store: CredentialStore;
  readonly agents: Pick<AgentStore, 'listOfWallets'>;
  readonly walletsOf: CallerWallets['of'];
  readonly credentials: Pick<Credentials, 'mintApiKey'>;
  readonly inTransaction: InTransaction;
  readonly homes: WorldHomes;
  readonly rpcUrl: string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

type Holder = Pick<AgentRow, 'id' | 'walletAddress'>;
type Linked = { readonly result: LinkResult; readonly retryAfterSeconds: number | undefined };

/** Links agents: the wallet signature identifies the agent, and API keys authenticate its calls. */
export function createLinks(deps: Deps) {
  const { walletProof, store, agents, walletsOf, credentials, inTransaction, homes, rpcUrl, random, clock } = deps;

  async function link(request: LinkRequest, requestId: string): Promise<Linked> {
    const cityId = homes.choose(request.cityId);
    const walletAddress = await walletProof.prove(request, 'link');
    return inTransaction(async (tx) => {
      const now = clock.now();
      const { agent, isNew } = await tx.agents.ensure({
        id: newUuidV7(ActorId, now.getTime(), random),
        walletAddress,
        name: request.actorName ?? `Agent ${walletAddress.slice(2, 8)}`,
        control: request.control,
        createdAt: now,
        blockedAt: null,
      });
      await requireRoom(tx, agent, now);
      await homes.moveIn(tx, agent, { cityId, at: now });
      const actor = { actorId: agent.id, walletAddress };
      const { apiKey, keyId, createdAt } = await credentials.mintApiKey(actor, request.label, tx.credentials);
      const owner = `actor:${agent.id}`;
      const subject = { type: 'actor', id: agent.id };
      await tx.events.add(ownedEvent({ kind: 'auth.key_created', at: now, subject, owner, data: { keyId } }, random));
      await log(tx, agent.id, { action: 'key.created', keyId, requestId });
      const birth = homes.birthOf(agent.id, now);
      const result: LinkResult = {
        apiKey,
        keyId,
        scopes: KeyScope.options,
        walletAddress,
        actor: { ...toActor(agent), cityId: homes.cityOf(agent.id) ?? cityId, created: isNew, bornAtTick: birth.tick },
        rpcEndpoint: cityId === null ? null : rpcUrl,
        createdAt: createdAt.toISOString(),
      };
      return { result, retryAfterSeconds: birth.inSeconds };
    });
  }

  async function requireRoom(tx: AccountTransaction, agent: AgentRow, now: Date): Promise<void> {
    if (agent.blockedAt !== null) throw new Problem('wallet_blocked');
    const max = PRINCIPAL_LIMITS.keysPerWalletMax;
    if ((await tx.credentials.countLive(agent.id, now)) >= max) throw new Problem('key_limit_reached', { max });
  }

  /** The agents that the caller may act for: itself, or the agents of the account's linked wallets. */
  const agentsOf = async (caller: Developer | Actor): Promise<readonly Holder[]> =>
    caller.kind === 'key'
      ? [{ id: caller.actorId, walletAddress: caller.walletAddress }]
      : agents.listOfWallets(await walletsOf(caller));

  async function list(caller: Developer | Actor) {
    const held = await Promise.all(
      (await agentsOf(caller)).map(async ({ id, walletAddress }) =>
        (await store.listAll(id)).map((key) => toSummary(key, walletAddress)),
      ),
    );
    const newestFirst = held.flat().sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
    return { items: newestFirst, nextCursor: null };
  }

  async function revoke(caller: Developer | Actor, keyId: string, requestId: string): Promise<void> {
    const holders = await agentsOf(caller);
    await inTransaction(async (tx) => {
      for (const { id } of holders) {
        if (!(await tx.credentials.revoke(keyId, id, clock.now()))) continue;
        return log(tx, id, { action: 'key.revoked', keyId, requestId });
      }
      throw new Problem('key_not_found');
    });
  }

  /** Authenticates by wallet signature and needs no key. */
  async function revokeBySignature(request: RevokeKeysRequest, requestId: string): Promise<RevokedKeys> {
    const { address, resources } = await walletProof.proveText(request, 'revoke');
    const wanted = parseKeyResources(resources);
    if (wanted === undefined) throw new Problem('siwe_invalid', { reason: 'its resources do not name keys to revoke' });
    return inTransaction(async (tx) => {
      const now = clock.now();
      const agent = await tx.agents.findByWallet(address);
      const live = agent === undefined ? [] : await tx.credentials.listLive(agent.id, now);
      const chosen = wanted === 'all' ? live : live.filter(({ id }) => wanted.some((wantedId) => wantedId === id));
      if (wanted !== 'all' && chosen.length < wanted.length) throw new Problem('key_not_found');
      const revoked: CredentialRow[] = [];
      for (const key of chosen) {
        if (agent === undefined || !(await tx.credentials.revoke(key.id, agent.id, now))) continue;
        await log(tx, agent.id, { action: 'key.revoked', keyId: key.id, requestId });
        revoked.push({ ...key, revokedAt: now });
      }
      return { walletAddress: address, revoked: revoked.map((key) => toSummary(key, address)) };
    });
  }

  function log(tx: AccountTransaction, actorId: string, act: { action: string; keyId: string; requestId: string }) {
    const { action, keyId, requestId } = act;
    const entry = { actor: `actor:${actorId}`, action, subjectType: 'actor', subjectId: actorId };
    return tx.operatorQueue.log({ ...entry, detail: { keyId }, requestId }, clock.now());
  }

  return { link, list, revoke, revokeBySignature };
}
export type Links = ReturnType<typeof createLinks>;

const toActor = ({ id, name, control }: AgentRow) => ({ id: ActorId.parse(id), name, control });

const toSummary = (key: CredentialRow, walletAddress: string): ApiKeySummary => {
  const { id, label, scopes, createdAt, lastUsedAt, revokedAt } = key;
  return ApiKeySummary.parse({
    id,
    walletAddress,
    label: label ?? '',
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  });
};
