/** The EVM process of the embedded chain: Hardhat's EDR, which mines on command and answers requests. */
import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1ProviderFactory,
  MineOrdering,
  type Provider,
} from '@nomicfoundation/edr';
import type { EdrAnswer, EdrQuestion } from './edr-process.ts';

type Fault = Extract<EdrAnswer, { fault: unknown }>['fault'];
/** An EDR answer: text, or already parsed if it is long. */
type Response = { readonly result?: unknown; readonly error?: Fault };

// Copied from genesis.ts, because loading it takes twice as long as the EVM. Like everything there, these values are
// part of the hash of block 1.
const GENESIS_DATE = new Date('2026-01-01T00:00:00Z');
const HARDFORK = 'Prague';
const GAS_LIMIT = 60_000_000n;
/** Hardhat's default. It is part of every block, so it must not change: old chains are replayed to the same hashes. */
const COINBASE = Uint8Array.from(Buffer.from('c014ba5ec014ba5ec014ba5ec014ba5ec014ba5e', 'hex'));
/** The error code that nodes use for a reverted call, with the revert bytes. */
const REVERTED = 3;

async function openProvider(chainId: bigint): Promise<Provider> {
  const context = new EdrContext();
  await context.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory());
  const config = {
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    chainId,
    networkId: chainId,
    coinbase: COINBASE,
    defaultTransactionGasLimit: GAS_LIMIT,
    genesisState: l1GenesisState(l1HardforkFromString(HARDFORK)),
    hardfork: HARDFORK,
    minGasPrice: 0n,
    mining: { autoMine: false, blockGasLimit: GAS_LIMIT, memPool: { order: MineOrdering.Fifo } },
    network: { genesisBlockGasLimit: GAS_LIMIT, genesisBlockTime: BigInt(GENESIS_DATE.getTime() / 1_000) },
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
  };
  const silent = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => undefined };
  const events = { subscriptionCallback: () => undefined };
  return context.createProvider(L1_CHAIN_TYPE, config, silent, events, new ContractDecoder());
}

/** Puts the revert bytes where clients expect them. */
function toFault({ message, code, data }: Fault): Fault {
  const isRevert = typeof data === 'object' && data !== null && 'data' in data && typeof data.data === 'string';
  if (isRevert) return { message, code: REVERTED, data: data.data };
  return { message, ...(code === undefined ? {} : { code }), ...(data === undefined ? {} : { data }) };
}

const provider = await openProvider(BigInt(process.argv[2] ?? ''));

async function answer({ id, method, params }: EdrQuestion): Promise<EdrAnswer> {
  const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const { result, error }: Response = typeof data === 'string' ? JSON.parse(data) : data;
  return error === undefined ? { id, result } : { id, fault: toFault(error) };
}

async function reply(question: EdrQuestion): Promise<void> {
  const said = await answer(question).catch((error: unknown): EdrAnswer => {
    const message = error instanceof Error ? error.message : 'The chain could not answer.';
    return { id: question.id, fault: { message } };
  });
  process.send?.(said);
}

process.on('message', (question: EdrQuestion) => void reply(question));
process.on('disconnect', () => process.exit());
// A terminal sends SIGINT to every process of the group, but the service must close this one last.
process.on('SIGINT', () => undefined);
process.send?.({ id: 0, result: 'ready' } satisfies EdrAnswer);
