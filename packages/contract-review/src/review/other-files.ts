import type { Intake } from '@assay/analysis/bundle/read-bundle';
import type { Parsers } from '@assay/analysis/languages/code/parsers';
import type { RuledHit } from '@assay/analysis/result/at-places';
import type { Bundle, Options, Report } from '@assay/analysis/types';
import type { CoverageRules, ReviewHost } from './host.ts';

const isSource = (path: string): boolean => /\.sol$/i.test(path);

/** A bundle whose folder also contains a SKILL.md can be loaded as a skill, which a contract review does not cover. */
export const skillHits = ({ files }: Intake, { missingEntry }: CoverageRules): RuledHit[] =>
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

/** Foundry cheatcodes that run programs on the host. */
const STARTS = /(?<!function\s{1,8})\b(?:tryFfi|ffi)\s*\(/;
const IS_ALLOWED = /^\s*ffi\s*=\s*true\b/m;
/** A shell, a network client, or an assembled string: the engine cannot determine which command runs. */
const ACTS =
  /"[^"\n]*\b(?:curl|wget|nc|ncat|ssh|scp|(?:ba|z|da)?sh|eval|base64|https?|perl|ruby|php)\b[^"\n]*"|\bconcat\s*\(|\bencodePacked\s*\(|\\x[0-9a-f]{2}|\bunicode"|\bhex"/i;

/** A developer who runs the project's tests also runs these programs. */
export const startedHits = ({ files }: Intake, { unreadContent }: CoverageRules): RuledHit[] =>
  files.some(({ path, text }) => /(?:^|\/)foundry\.toml$/i.test(path) && IS_ALLOWED.test(text ?? ''))
    ? files
        .filter(({ path, text }) => isSource(path) && STARTS.test(text ?? '') && ACTS.test(text ?? ''))
        .map(({ path: file, text }) => ({
          rule: unreadContent,
          hit: {
            at: { file, start: (text ?? '').search(STARTS), end: (text ?? '').search(STARTS) + 3 },
            confidence: 'certain',
            note: 'The tests start programs on the machine that runs them, with arguments that are not followed here.',
          },
          leavesUndecided: true,
        }))
    : [];

/** A source file that another file passes to an interpreter, which ignores the file extension. */
function isRunAsScript(path: string, { files }: Intake): boolean {
  const name = (path.split('/').at(-1) ?? path).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const run = new RegExp(
    `(?:\\b(?:(?:ba|z|da|k)?sh|source|python[\\d.]*|node|perl|ruby|php|deno|bun|awk)\\b|\\./|(?:^|["'\\s])\\.\\s)[^\\n;|&]{0,120}${name}`,
    'm',
  );
  return files.some((file) => !isSource(file.path) && run.test(file.text ?? ''));
}

/** A certificate covers every file, so the files beside the sources are reviewed like any others. */
export async function reviewBeside(
  bundle: Bundle,
  intake: Intake,
  options: Options,
  parsers: Parsers,
  { reviewFiles }: ReviewHost,
): Promise<Pick<Report, 'findings' | 'demoted' | 'blocking' | 'undecided' | 'retained'> | undefined> {
  const files = intake.files.filter(({ path }) => !isSource(path) || isRunAsScript(path, intake));
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
