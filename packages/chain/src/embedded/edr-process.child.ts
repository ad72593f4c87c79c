/** The process of the embedded chain's EVM: Hardhat's EDR, which mines when told to and answers what it is asked. */
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
/** What EDR answers, as text or, where it is long, parsed already. */
type Response = { readonly result?: unknown; readonly error?: Fault };

// With these the rest of genesis.ts is not loaded, which takes twice as long as the EVM. Like all of that, they are in the hash of block 1.
const GENESIS_DATE = new Date('2026-01-01T00:00:00Z');
const HARDFORK = 'Prague';
const GAS_LIMIT = 60_000_000n;
/** Hardhat's own, and a part of every block: a chain of former days is replayed to the same hashes. */
const COINBASE = Uint8Array.from(Buffer.from('c014ba5ec014ba5ec014ba5ec014ba5ec014ba5e', 'hex'));
/** What nodes say of a call that reverted; the bytes of the revert go with it. */
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

/** A revert's bytes stand where every client looks for them. */
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
// A terminal sends it to every process of the group; the service closes this one when nothing needs it any more.
process.on('SIGINT', () => undefined);
process.send?.({ id: 0, result: 'ready' } satisfies EdrAnswer);
