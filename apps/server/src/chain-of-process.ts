/** Opens the chain of this process with the process's own keys and lease. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createChainHome } from './chain-home.ts';
import type { Config } from './config.ts';
import { chainJournalStore, leaseStore } from './modules/registry/index.ts';
import type { PlatformServices } from './platform/services.ts';

const EMBEDDED_LEASE = 'embedded-chain';
/** The embedded chain can be taken over this long after its holder died. */
const LEASE_MS = 3_000;

const CLAIM_EVERY_MS = 100;

/** Printed as one line. A second process would accept requests that it can neither anchor nor be paid for. */
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
    /**
     * Throws while another process holds the embedded chain of this database. Waits long enough for the lease of a dead
     * process to expire.
     */
    async claim(): Promise<void> {
      const endsAt = performance.now() + 2 * LEASE_MS;
      while (!(await leases.hold(EMBEDDED_LEASE, holder, LEASE_MS))) {
        if (performance.now() > endsAt) throw new ChainInUseError();
        await delay(CLAIM_EVERY_MS);
      }
    },
    /** Only the worker opens an embedded chain; every process opens an external one. */
    hasChain: config.roles.includes('worker') || config.chain.kind === 'external',
    findPayments: () => home.find()?.payments,
    /** Mints test money. Undefined on an external chain. */
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
