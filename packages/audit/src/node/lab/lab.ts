import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ContractLab } from '../../contracts/lab.ts';
import { compiledFolder } from '../compiled-code.ts';
import { readLibrary } from './library.ts';
import type { LabAnswer, LabQuestion } from './messages.ts';

/** Compilers and the machine have limits of their own: they grow large, and what they are fed is foreign. */
export const LAB_LIMITS = { answerMs: 18_000, heapMb: 768 } as const;

const PROGRAM = fileURLToPath(new URL('./lab.child.ts', import.meta.url));

/** A process for one review, started by its first question and ended with it: nobody keeps a compiler in memory. */
export function openLab(): ContractLab {
  let child: ChildProcess | undefined;

  const start = (): ChildProcess =>
    fork(PROGRAM, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${LAB_LIMITS.heapMb}`, '--no-warnings', '--stack-size=2000'],
      env: { NODE_COMPILE_CACHE: compiledFolder('assay-lab') },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });

  const close = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };

  function ask(question: LabQuestion): Promise<LabAnswer> {
    child ??= start();
    const asked = child;
    return new Promise((resolve) => {
      const settle = (answer: LabAnswer): void => {
        clearTimeout(clock);
        asked.off('message', settle).off('close', onClose).off('error', onClose);
        if (answer.kind === 'fault') close();
        resolve(answer);
      };
      const onClose = (): void => settle({ kind: 'fault', reason: 'the process ended' });
      const clock = setTimeout(
        () => settle({ kind: 'fault', reason: `no answer within ${LAB_LIMITS.answerMs} ms` }),
        LAB_LIMITS.answerMs,
      );
      asked.on('message', settle).once('close', onClose).once('error', onClose);
      asked.send(question);
    });
  }

  return {
    library: readLibrary,
    async compile(request) {
      const answer = await ask({ kind: 'compile', request });
      if (answer.kind === 'compiled') return answer.compilation;
      throw new Error(`The compiler failed: ${answer.kind === 'fault' ? answer.reason : 'it answered out of turn'}`);
    },
    async attack(request) {
      const answer = await ask({ kind: 'attack', request });
      if (answer.kind === 'tried') return answer.tried;
      const reason = answer.kind === 'fault' ? answer.reason : 'it answered out of turn';
      // A machine that gave up proves nothing, and changes nothing.
      return {
        exploits: [],
        notTried: request.suspects.map(({ contract, fn }) => ({ unit: `${contract}.${fn}`, reason })),
      };
    },
    close,
  };
}
