import type { Intake, TakenFile } from '../bundle/read-bundle.ts';
import { LEXICAL_LIMITS } from '../languages/lexical/lexical.scan.ts';
import { isKeptSample } from '../models/paths/sample-folders.ts';
import type { Reach, Unit } from '../types/index.ts';
import { isLexicalLanguage } from './lexical-hints.ts';
import type { Recorder } from './recorder.ts';
import { isDataName, isDocumentName, SILENT } from './silent-files.ts';

const baseName = (path: string): string => path.split('/').at(-1) ?? '';

type Places = { readonly unitOf: (file: string) => Unit; readonly mentioned: (file: string) => Reach };

const LONG_PROGRAM = 'letters of a program';

const isLongProgram = ({ path, text, language }: TakenFile): boolean =>
  text !== null &&
  text.length > LEXICAL_LIMITS.charsMax &&
  !isDataName(path) &&
  (isLexicalLanguage(language) || (SILENT.has(language) && !isDocumentName(path)));

/** Records the problems of intake and the limits that were reached, as integrity facts. */
export function recordProblems(intake: Intake, recorder: Recorder, { unitOf, mentioned }: Places): void {
  const run = new Set(
    recorder.facts.flatMap((fact) =>
      fact.kind === 'reference' && fact.value.isRun ? [baseName(fact.value.target)] : [],
    ),
  );
  const taken = new Set(intake.files.map(({ path }) => path));
  for (const { file, problem, detail } of intake.problems) {
    const unit = unitOf(file);
    const [archive = '', inner] = file.split('!/');
    const isShut = inner !== undefined && taken.has(archive) && !isKeptSample(archive) && mentioned(archive) === 'none';
    const problemAt = {
      problem,
      detail,
      isExecuted: run.has(baseName(file)),
      ...(isShut && { isKeptShut: true as const }),
    };
    recorder.add('integrity', problemAt, unit, unit.span);
  }
  for (const { path } of intake.files.filter(isLongProgram)) {
    const unit = unitOf(path);
    // Only the beginning was scanned, although intake accepted the whole file.
    recorder.add('integrity', { problem: 'budget', detail: LONG_PROGRAM, isExecuted: false }, unit, unit.span);
    recorder.limit(LONG_PROGRAM, '');
  }
  if (intake.entry === null) return;
  for (const name of [...recorder.limits.hit.keys()].sort()) {
    const unit = unitOf(intake.entry);
    recorder.add('integrity', { problem: 'budget', detail: name, isExecuted: false }, unit, unit.span);
  }
}
