import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from '@assay/analysis/node/compiled-code';
import type { ContractLab } from '@assay/analysis/types/contract-lab';
import { readLibrary } from './library.ts';
import type { LabAnswer, LabQuestion } from './messages.ts';

/**
 * The compilers and the EVM run untrusted input and can use much memory, so their process has limits. The limit is CPU
 * time, not wall-clock time: the same source must not pass on one day and fail on a busier one.
 */
const LAB_LIMITS = { processorSeconds: 20, answerMs: 150_000, heapMb: 768, lookMs: 250 } as const;

const TICKS_PER_SECOND = 100;

/** CPU time of a process so far, from the kernel; 0 if unavailable. */
function processorSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

const PROGRAM = fileURLToPath(new URL('./lab.child.ts', import.meta.url));

/**
 * A process for one review, started by its first request and ended with the review, so that no compiler stays in
 * memory.
 */
export function openLab(): ContractLab {
  let child: ChildProcess | undefined;

  const start = (): ChildProcess =>
    fork(PROGRAM, [], {
      serialization: 'advanced',
      // A review uses few functions of a compiler, so each is validated only at its first call.
      execArgv: [
        `--max-old-space-size=${LAB_LIMITS.heapMb}`,
        '--no-warnings',
        '--stack-size=2000',
        '--wasm-lazy-validation',
      ],
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
        clearInterval(watch);
        asked.off('message', settle).off('close', onClose).off('error', onClose);
        if (answer.kind === 'fault') close();
        resolve(answer);
      };
      const onClose = (): void => settle({ kind: 'fault', reason: 'the process ended' });
      const giveUp = (after: string): void => settle({ kind: 'fault', reason: `no answer within ${after}` });
      const clock = setTimeout(giveUp, LAB_LIMITS.answerMs, `${LAB_LIMITS.answerMs} ms`);
      const usedBefore = processorSeconds(asked.pid);
      const watch = setInterval(() => {
        const isOver = processorSeconds(asked.pid) - usedBefore > LAB_LIMITS.processorSeconds;
        if (isOver) giveUp(`${LAB_LIMITS.processorSeconds} s of the processor`);
      }, LAB_LIMITS.lookMs);
      asked.on('message', settle).once('close', onClose).once('error', onClose);
      asked.send(question);
    });
  }

  return {
    imported: readLibrary,
    async compile(request) {
      const answer = await ask({ kind: 'compile', request });
      if (answer.kind === 'compiled') return answer.compilation;
      throw new Error(`The compiler failed: ${answer.kind === 'fault' ? answer.reason : 'it answered out of turn'}`);
    },
    async attack(request) {
      const answer = await ask({ kind: 'attack', request });
      if (answer.kind === 'tried') return answer.tried;
      const reason = answer.kind === 'fault' ? answer.reason : 'it answered out of turn';
      // A failed attack process proves nothing and changes no finding.
      return {
        exploits: [],
        notTried: request.suspects.map(({ contract, fn }) => ({ unit: `${contract}.${fn}`, reason })),
      };
    },
    close,
  };
}
