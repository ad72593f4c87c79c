/** The process of the embedded chain's EVM: Hardhat's EDR, which mines when told to and answers what it is asked. */
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import type { EdrAnswer, EdrQuestion } from './edr-process.ts';
import { EMBEDDED_GENESIS_DATE, EMBEDDED_HARDFORK } from './genesis.ts';

const chainId = Number(process.argv[2]);

const hardhat = await createHardhatRuntimeEnvironment({
  networks: {
    embedded: {
      type: 'edr-simulated',
      chainType: 'l1',
      chainId,
      accounts: [],
      hardfork: EMBEDDED_HARDFORK,
      initialDate: EMBEDDED_GENESIS_DATE,
      allowBlocksWithSameTimestamp: true,
      mining: { auto: false, interval: 0, mempool: { order: 'fifo' } },
      throwOnTransactionFailures: false,
    },
  },
});
const { provider } = await hardhat.network.create('embedded');

/** Errors do not cross to another process with their members: a revert's bytes go as plain data. */
function toFault(error: unknown): Extract<EdrAnswer, { fault: unknown }>['fault'] {
  const message = error instanceof Error ? error.message : 'The chain could not answer.';
  if (typeof error !== 'object' || error === null) return { message };
  const code = 'code' in error && typeof error.code === 'number' ? { code: error.code } : {};
  return { message, ...code, ...('data' in error ? { data: error.data } : {}) };
}

process.on('message', ({ id, method, params }: EdrQuestion) => {
  provider.request({ method, params }).then(
    (result) => process.send?.({ id, result } satisfies EdrAnswer),
    (error: unknown) => process.send?.({ id, fault: toFault(error) } satisfies EdrAnswer),
  );
});
process.on('disconnect', () => process.exit());
// A terminal sends it to every process of the group; the service closes this one when nothing needs it any more.
process.on('SIGINT', () => undefined);
process.send?.({ id: 0, result: 'ready' } satisfies EdrAnswer);
