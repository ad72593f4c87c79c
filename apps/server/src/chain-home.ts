/** The chain of this process, embedded or external, opened in parallel and passed to modules as ports. */
import type { ChainClient, ChainJournal, EmbeddedChain, LocalAccount } from '@assay/chain';
import { firstBlockAfter, type StampedBlock } from './chain-beacons.ts';
import { openPaymentChain } from './chain-payments.ts';
import type { ChainConfig } from './config.ts';
import type { PaymentChain } from './modules/payments/index.ts';
import type { BeaconChain, ChainCall, ChainFacts, Hex, OutboxChain } from './modules/registry/index.ts';
import type { Logger } from './platform/log/index.ts';

export type OpenChain = OutboxChain &
  BeaconChain & {
    readonly payments: PaymentChain;
    /** The faucet and the clock of the embedded chain. Undefined on an external chain. */
    readonly embedded: EmbeddedChain | undefined;
    /** Balance of an ERC-20 token, in minor units. */
    balanceOf(token: Hex, owner: Hex): Promise<bigint>;
    /** Contract code of an address; `storageAt` reads one of its storage slots. */
    codeAt(address: Hex): Promise<Hex>;
    storageAt(address: Hex, slot: Hex): Promise<Hex>;
    ping(): Promise<void>;
    close(): Promise<void>;
  };
type ChainLibrary = typeof import('@assay/chain');

type Deps = {
  readonly config: ChainConfig;
  /** An external x402 facilitator; undefined for the built-in one. */
  readonly facilitatorUrl: string | undefined;
  readonly keys: { readonly account: Hex; readonly facilitator: Hex; readonly faucet: Hex };
  readonly journal: ChainJournal;
  /** Acquires or renews the lease on the one embedded chain of this database. */
  readonly holdEmbedded: () => Promise<boolean>;
  readonly releaseEmbedded: () => Promise<void>;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
type Health = { ok: boolean; latencyMs: number | null; detail: string | null };

/** Shorter than the lease, so that the lease does not expire between two turns. */
const HOLD_EVERY_MS = 1_000;
/** Delay before another attempt to open the chain. */
const RETRY_MS = 30_000;

export function createChainHome(deps: Deps) {
  const { config, holdEmbedded, releaseEmbedded, log } = deps;
  let chain: OpenChain | undefined;
  let opening: Promise<void> | undefined;
  let detail = 'the chain has not been opened';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let retryAt = 0;

  async function open(): Promise<void> {
    if (config.kind === 'embedded' && !(await holdEmbedded())) {
      detail = 'another process runs the embedded chain of this database; set CHAIN_RPC_URL to share one';
      return;
    }
    detail = config.kind === 'embedded' ? 'the embedded chain is being rebuilt' : 'the chain is being opened';
    // Imported here and not at the top: the library takes longer to load than the rest of the start.
    const library = await import('@assay/chain');
    chain = config.kind === 'embedded' ? await openEmbedded(library, deps) : await openExternal(library, deps);
    const { network, embedded, accountAddress: account } = chain.facts;
    // On an external chain, both accounts need gas.
    const facilitator = deps.facilitatorUrl ?? library.privateKeyToAccount(deps.keys.facilitator).address;
    const rpc = chain.embedded?.rpcUrl;
    log.info({ network, embedded, account, facilitator, ...(rpc && { rpc }) }, 'chain open');
    void chain.embedded?.crashed.then(reopen);
  }

  /** Runs after the process of the embedded chain died. The next turn replays its journal into a new chain. */
  async function reopen(): Promise<void> {
    const dead = chain;
    chain = undefined;
    detail = 'the embedded chain ended and is being rebuilt';
    log.error('embedded chain process ended; restarting it');
    await dead?.close();
  }

  /** Renews the lease also while the chain is rebuilt or waits for a retry: both can outlast the lease. */
  function keep(): void {
    if (config.kind !== 'embedded') return;
    void holdEmbedded().catch((error: unknown) => log.warn({ err: error }, 'renewing the chain lease failed'));
  }

  function turn(): void {
    if (isStopped) return;
    const isWaiting = performance.now() < retryAt;
    if (chain !== undefined || opening !== undefined || isWaiting) keep();
    else startOpening();
  }

  function startOpening(): void {
    opening = open()
      .catch((error: unknown) => {
        retryAt = performance.now() + RETRY_MS;
        detail = 'the chain cannot be opened; see the log';
        log.error({ err: error }, 'opening the chain failed');
      })
      .finally(() => {
        opening = undefined;
      });
  }

  return {
    find: (): OpenChain | undefined => chain,
    findFacts: (): ChainFacts | undefined => chain?.facts,
    /** Returns at once. Until the chain is open, the service runs without it and reports that. */
    start(): void {
      timer = setInterval(turn, HOLD_EVERY_MS);
      turn();
    },
    async health(): Promise<Health> {
      if (chain === undefined) return { ok: false, latencyMs: null, detail };
      const startedAt = performance.now();
      try {
        await chain.ping();
        return { ok: true, latencyMs: Math.round(performance.now() - startedAt), detail: null };
      } catch {
        return { ok: false, latencyMs: null, detail: 'the chain does not answer' };
      }
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await opening;
      await chain?.close();
      if (chain !== undefined && config.kind === 'embedded') await releaseEmbedded();
      chain = undefined;
    },
  };
}

async function openEmbedded(library: ChainLibrary, deps: Deps): Promise<OpenChain> {
  const { config, keys, journal, clock } = deps;
  const account = library.privateKeyToAccount(keys.account);
  const facilitator = library.privateKeyToAccount(keys.facilitator);
  const embedded = await library.startEmbeddedChain({
    journal,
    clock,
    faucetKey: keys.faucet,
    operator: account.address,
    gasAccounts: [account.address, facilitator.address],
    chainId: config.chainId,
  });
  const { rpcUrl, registryAddress, usdcAddress, tokenAddress } = embedded;
  const facts = toFacts(library, config, account, { registryAddress, usdcAddress, tokenAddress });
  return openPorts({ library, deps, facts, account, rpcUrls: [rpcUrl], embedded });
}

async function openExternal(library: ChainLibrary, deps: Deps): Promise<OpenChain> {
  const { config, keys, log } = deps;
  if (config.kind !== 'external') throw new TypeError('No chain is configured');
  const { rpcUrls, chainId } = config;
  const account = library.privateKeyToAccount(keys.account);
  for (const health of await library.checkRpcUrls({ rpcUrls, chainId })) {
    if (health.state !== 'ok') log.warn({ ...health, url: new URL(health.url).origin }, 'chain node is not usable');
  }
  const facts = toFacts(library, config, account, config);
  return openPorts({ library, deps, facts, account, rpcUrls, embedded: undefined });
}

type Contracts = Pick<ChainFacts, 'registryAddress' | 'usdcAddress' | 'tokenAddress'>;

const toFacts = (
  library: ChainLibrary,
  config: ChainConfig,
  account: LocalAccount,
  contracts: Contracts,
): ChainFacts => ({
  network: library.toCaip2(config.chainId),
  chainId: config.chainId,
  embedded: config.kind === 'embedded',
  registryAddress: contracts.registryAddress,
  usdcAddress: contracts.usdcAddress,
  tokenAddress: contracts.tokenAddress,
  accountAddress: account.address,
  confirmations: config.confirmations,
});

type Ports = {
  readonly library: ChainLibrary;
  readonly deps: Pick<Deps, 'config' | 'keys' | 'facilitatorUrl'>;
  readonly facts: ChainFacts;
  readonly account: LocalAccount;
  readonly rpcUrls: readonly string[];
  readonly embedded: EmbeddedChain | undefined;
};

function openPorts({ library, deps, facts, account, rpcUrls, embedded }: Ports): OpenChain {
  const { chainId } = facts;
  const client: ChainClient = library.createChainClient({ rpcUrls, chainId });
  const feed = library.createTransactionFeed({ client });
  const signer = library.createTransactionSigner({ account, chainId });
  const registryAt = (registryAddress: Hex) => library.createRegistryClient({ client, feed, signer, registryAddress });
  const registry = registryAt(facts.registryAddress);

  async function findCommitment(call: ChainCall) {
    if (call.kind === 'COMMIT') {
      const found = await registryAt(call.registryAddress).findCommit(call.submissionId, { fromBlock: 0n });
      return found?.payloadHash === call.payloadHash ? found : undefined;
    }
    if (call.kind !== 'COMMIT_ROOT') return undefined;
    const root = await registryAt(call.registryAddress).readRoot(call.root);
    return root === null ? undefined : { txHash: null, blockNumber: root.blockNumber, blockHash: null };
  }

  return {
    facts,
    embedded,
    payments: openPaymentChain({
      library,
      client,
      feed,
      facts,
      facilitatorUrl: deps.facilitatorUrl,
      domainName: deps.config.usdcDomainName,
      facilitatorAccount: library.privateKeyToAccount(deps.keys.facilitator),
    }),
    sign(call, slot) {
      switch (call.kind) {
        case 'COMMIT':
          return registryAt(call.registryAddress).signCommit(call, slot);
        case 'COMMIT_ROOT':
          return registryAt(call.registryAddress).signCommitRoot({ root: call.root, size: BigInt(call.size) }, slot);
        case 'TRANSFER':
          return library.signTokenTransfer(signer, { ...call, amount: BigInt(call.amount) }, slot);
      }
    },
    broadcast: feed.broadcast,
    status: registry.status,
    confirmations: feed.confirmations,
    suggestFees: feed.suggestFees,
    bumpFees: library.bumpFees,
    minedNonce: () => feed.minedNonce(account.address),
    firstBlocksAfter: openBlocks({ client, facts, embedded }),
    findCommitment,
    buildBatch: library.buildMerkleBatch,
    isUnavailable: library.isChainUnavailable,
    balanceOf: (token, owner) => library.readTokenBalance(client, token, owner),
    codeAt: async (address) => (await client.getCode({ address })) ?? '0x',
    storageAt: async (address, slot) => (await client.getStorageAt({ address, slot })) ?? '0x',
    ping: async () => void (await feed.minedNonce(account.address)),
    close: async () => embedded?.close(),
  };
}

type Blocks = Pick<Ports, 'facts' | 'embedded'> & { readonly client: ChainClient };
/** Enough for the moments of a long queue. */
const KNOWN_BLOCKS_MAX = 1_000;

function openBlocks({ client, facts, embedded }: Blocks) {
  const known = new Map<bigint, Promise<StampedBlock>>();
  /** Reads only final blocks. The cache pays because most moments resolve to the same block. */
  function block(blockNumber: bigint): Promise<StampedBlock> {
    const found = known.get(blockNumber);
    if (found !== undefined) return found;
    if (known.size >= KNOWN_BLOCKS_MAX) known.clear();
    const read = client.getBlock({ blockNumber });
    known.set(blockNumber, read);
    read.catch(() => known.delete(blockNumber));
    return read;
  }

  /** The embedded chain has no empty blocks, so this mines one. On other chains it waits for the next block. */
  return async (moments: readonly Date[]) => {
    if (embedded !== undefined) {
      const made = await embedded.mineEmptyBlock();
      return moments.map(() => made);
    }
    const newest = await client.getBlockNumber();
    const reader = { head: async () => newest, block, confirmations: facts.confirmations };
    return Promise.all(moments.map((moment) => firstBlockAfter(moment, reader)));
  };
}
