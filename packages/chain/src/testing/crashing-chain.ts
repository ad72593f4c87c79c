// A process that mints 1 unit of test USDC per block, reports it, and kills itself at a given point. Arguments: journal
// file, crash point, number of the mint at which it crashes.
import { flushCompileCache } from 'node:module';
import { startEmbeddedChain } from '../embedded/embedded-chain.ts';
import { openFileJournal } from './file-journal.ts';
import { FAUCET_KEY, operator, systemClock } from './test-chain.ts';

export type PointOfDeath = 'before-append' | 'after-append' | 'after-acknowledgement';

async function run([path = '', pointOfDeath = '', fatal = '']: string[]): Promise<void> {
  const journal = openFileJournal(path);
  let mints = 0;
  const dieAt = (point: PointOfDeath): void => {
    if (mints === Number(fatal) && point === pointOfDeath) process.kill(process.pid, 'SIGKILL');
  };
  const chain = await startEmbeddedChain({
    clock: systemClock,
    faucetKey: FAUCET_KEY,
    operator: operator.address,
    gasAccounts: [],
    journal: {
      ...journal,
      async append(entry) {
        dieAt('before-append');
        await journal.append(entry);
        dieAt('after-append');
      },
    },
  });
  flushCompileCache(); // it will be killed before it can flush itself
  while (mints < Number(fatal)) {
    mints += 1;
    await chain.mintUsdc(operator.address, 1n);
    process.stdout.write('acknowledged\n');
  }
  dieAt('after-acknowledgement');
}

if (import.meta.main) await run(process.argv.slice(2));
