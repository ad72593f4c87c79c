/** Opens the chain of this process with the keys and the lease that are its own. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createChainHome } from './chain-home.ts';
import type { Config } from './config.ts';
import { chainJournalStore, leaseStore } from './modules/registry/index.ts';
import type { PlatformServices } from './platform/services.ts';

const EMBEDDED_LEASE = 'embedded-chain';
/** A process that died holding it is replaced after this long. */
const LEASE_MS = 3_000;

const CLAIM_EVERY_MS = 100;

/** One line for a person: a second process would take requests that it cannot anchor or be paid for. */
export class ChainInUseError extends Error {
  override name = 'ChainInUseError';
  override message =
    'Another process runs the embedded chain of this database. Set CHAIN_RPC_URL on all processes to share a chain, or stop that process first.';
}

export function openProcessChain(config: Config, platform: PlatformServices<unknown>) {
  const { db, clock, log } = platform;
  const deriveKey = (purpose: string) => `0x${platform.deriveKey(purpose).toString('hex')}` as const;
  const holder = randomUUID();
  const leases = leaseStore(db);
  const home = createChainHome({
    config: config.chain,
    facilitatorUrl: config.facilitatorUrl,
    keys: {
      account: config.chainPrivateKey ?? deriveKey('chain account'),
      facilitator: deriveKey('chain facilitator'),
      faucet: deriveKey('chain faucet'),
    },
    journal: chainJournalStore(db),
    holdEmbedded: () => leases.hold(EMBEDDED_LEASE, holder, LEASE_MS),
    releaseEmbedded: () => leases.release(EMBEDDED_LEASE, holder),
    clock,
    log,
  });
  return {
    ...home,
    holder,
    /** Refuses when another process keeps the embedded chain of this database, after the time in which a dead one loses it. */
    async claim(): Promise<void> {
      const endsAt = performance.now() + 2 * LEASE_MS;
      while (!(await leases.hold(EMBEDDED_LEASE, holder, LEASE_MS))) {
        if (performance.now() > endsAt) throw new ChainInUseError();
        await delay(CLAIM_EVERY_MS);
      }
    },
    /** An embedded chain belongs to the worker; a chain with an address is for every process. */
    hasChain: config.roles.includes('worker') || config.chain.kind === 'external',
    findPayments: () => home.find()?.payments,
    /** Where test money is made; undefined on a chain of others. */
    findMint() {
      const open = home.find();
      if (open?.embedded === undefined) return undefined;
      const { network, chainId, usdcAddress } = open.facts;
      const { rpcUrl, mintUsdc, giveEther } = open.embedded;
      return { network, chainId, usdcAddress, rpcUrl, mintUsdc, giveEther };
    },
  };
}
export type ProcessChain = ReturnType<typeof openProcessChain>;
