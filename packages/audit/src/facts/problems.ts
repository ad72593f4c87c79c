import type { Intake } from '../intake/read-bundle.ts';
import type { Unit } from '../model.ts';
import type { Recorder } from './recorder.ts';

const baseName = (path: string): string => path.split('/').at(-1) ?? '';

/** What intake could not take as it should be, and which limits were met: facts like any other. */
export function recordProblems(intake: Intake, recorder: Recorder, unitOf: (file: string) => Unit): void {
  const run = new Set(
    recorder.facts.flatMap((fact) =>
      fact.kind === 'reference' && fact.value.isRun ? [baseName(fact.value.target)] : [],
    ),
  );
  for (const { file, problem, detail } of intake.problems) {
    const unit = unitOf(file);
    recorder.add('integrity', { problem, detail, isExecuted: run.has(baseName(file)) }, unit, unit.span);
  }
  if (intake.entry === null) return;
  for (const name of [...recorder.limits.hit.keys()].sort()) {
    const unit = unitOf(intake.entry);
    recorder.add('integrity', { problem: 'budget', detail: name, isExecuted: false }, unit, unit.span);
  }
}
