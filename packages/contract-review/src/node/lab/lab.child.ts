/** The process that compiles and attacks contracts: one request in, one response out. */
import type { LabAnswer, LabQuestion } from './messages.ts';

async function answer(question: LabQuestion): Promise<LabAnswer> {
  try {
    if (question.kind === 'compile') {
      const { compileSources } = await import('./compile.ts');
      return { kind: 'compiled', compilation: compileSources(question.request) };
    }
    const { attackAll } = await import('./attack.ts');
    return { kind: 'tried', tried: await attackAll(question.request) };
  } catch (error) {
    return { kind: 'fault', reason: error instanceof Error ? error.message : 'unknown fault' };
  }
}

process.on(
  'message',
  (question: LabQuestion) => void answer(question).then((said) => process.connected && process.send?.(said)),
);
process.on('disconnect', () => process.exit());
