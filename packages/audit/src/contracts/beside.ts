import type { Intake } from '../intake/read-bundle.ts';
import type { Bundle, Options, Report } from '../model.ts';
import type { Parsers } from '../parse/code/parsers.ts';
import { missingEntry } from '../rules/una-13-missing-entry/missing-entry.rule.ts';
import { reviewFiles } from '../skill-review.ts';
import type { RuledHit } from './judge.ts';

const isSource = (path: string): boolean => /\.sol$/i.test(path);

/** Whoever loads the folder as a skill asks another question than whether the contract is sound. */
export const skillHits = ({ files }: Intake): RuledHit[] =>
  files
    .filter(({ path }) => /(?:^|\/)skill\.md$/i.test(path))
    .map(({ path: file }) => ({
      rule: missingEntry,
      hit: {
        at: { file, start: 0, end: 0 },
        confidence: 'certain',
        note: 'The bundle holds a skill, which is reviewed as a SKILL and not as a CONTRACT.',
      },
      leavesUndecided: true,
    }));

/** A certificate binds every file, so what lies beside the sources is read as everywhere else. */
export async function reviewBeside(
  bundle: Bundle,
  intake: Intake,
  options: Options,
  parsers: Parsers,
): Promise<Pick<Report, 'findings' | 'demoted' | 'blocking' | 'retained'> | undefined> {
  const files = intake.files.filter(({ path }) => !isSource(path));
  if (files.length === 0) return undefined;
  const problems = intake.problems.filter(({ file, problem }) => problem !== 'entry-missing' && !isSource(file));
  const entry = files.some(({ path }) => path === intake.entry) ? intake.entry : null;
  const { sandbox: _none, plugins: _packs, readings: _read, ...plain } = options;
  const { report } = await reviewFiles({
    bundle,
    options: plain,
    parsers,
    intake: { ...intake, files, problems, entry },
  });
  return report;
}
