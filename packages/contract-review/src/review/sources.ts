import type { Intake } from '@assay/analysis/bundle/read-bundle';
import type { Place, RuledHit } from '@assay/analysis/result/at-places';
import type { RuleInfo } from '@assay/analysis/types';
import type { Compilation } from '@assay/analysis/types/contract-lab';
import { CONTRACT_LIMITS } from '../limits.ts';
import { entriesOf } from '../program/program.ts';
import type { ContractFacts } from '../rules/rule.ts';
import type { SourceUnit } from '../syntax/ast.ts';
import type { CoverageRules } from './host.ts';

export type Source = { readonly path: string; readonly text: string };

/** Tests and scripts are not deployed with the contract. */
const isTest = (path: string): boolean => /(^|\/)(test|tests|script|scripts)\/|\.t\.sol$|\.s\.sol$/i.test(path);
/** Vendored code: read to resolve imports, not reviewed. */
const isVendored = (path: string): boolean => /(^|\/)(node_modules|lib)\//.test(path);

/** Separates reviewed sources from auxiliary ones. The entry is always reviewed, whatever its folder. */
export function pickSources({ files, entry }: Intake): { reviewed: Source[]; others: Source[] } {
  const all = files.flatMap(({ path, text }) => (text !== null && /\.sol$/i.test(path) ? [{ path, text }] : []));
  const isReviewed = ({ path }: Source): boolean => path === entry || (!isTest(path) && !isVendored(path));
  const reviewed = all.filter(isReviewed);
  // A bundle of tests only is still the submitted product.
  return reviewed.length === 0
    ? { reviewed: all, others: [] }
    : { reviewed, others: all.filter((one) => !isReviewed(one)) };
}

const whole = (file: string): Place => ({ file, start: 0, end: 0 });
const hit = (
  rule: RuleInfo,
  at: Place,
  note: string,
  more: Partial<RuledHit> & { severity?: RuleInfo['severity'] } = {},
): RuledHit => {
  const { severity, ...flags } = more;
  return { rule, hit: { at, confidence: 'certain', note, ...(severity === undefined ? {} : { severity }) }, ...flags };
};

/** Sources beyond the import limits. */
export const leftHits = ({ budgetHit }: CoverageRules, left: readonly string[]): RuledHit[] =>
  left.map((file) =>
    hit(budgetHit, whole(file), `${file} is past what is read of imports.`, { leavesUndecided: true }),
  );

/** A contract with more entries than the limit was not reviewed completely. */
export const entryHits = ({ budgetHit }: CoverageRules, { contracts }: ContractFacts): RuledHit[] =>
  contracts.flatMap(({ contract }) =>
    contract.node.kind === 'contract' && entriesOf(contract).length > CONTRACT_LIMITS.entriesMax
      ? [
          hit(budgetHit, whole(contract.node.file), `${contract.node.name} has more entries than are traced.`, {
            leavesUndecided: true,
          }),
        ]
      : [],
  );

/** Everything that prevented a source from being read is reported. */
export function readingHits(
  rules: CoverageRules,
  intake: Intake,
  units: readonly SourceUnit[],
  reviewed: readonly Source[],
): RuledHit[] {
  const { budgetHit, missingEntry, pathEscape, undecodableText } = rules;
  const problems = intake.problems.flatMap(({ file, problem, detail }): RuledHit[] => {
    if (problem === 'path-escape' || problem === 'link-escape')
      return [hit(pathEscape, whole(file), `${file} ${detail}.`, { breaksIntegrity: true })];
    if (problem === 'budget')
      return [hit(budgetHit, whole(file), `${file} is past the limit of ${detail}.`, { leavesUndecided: true })];
    if (problem === 'undecodable' && /\.sol$/i.test(file))
      return [hit(undecodableText, whole(file), `${file} is ${detail}.`, { leavesUndecided: true })];
    return [];
  });
  const missing =
    reviewed.length === 0
      ? [
          hit(missingEntry, whole(intake.entry ?? ''), 'The bundle holds no Solidity source.', {
            leavesUndecided: true,
          }),
        ]
      : [];
  return [...problems, ...missing, ...units.flatMap((unit) => unreadHits(unit, rules))];
}

function unreadHits(unit: SourceUnit, { budgetHit, unparsedSink }: CoverageRules): RuledHit[] {
  const { file, errors, errorPermille, isTruncated } = unit;
  if (isTruncated) return [hit(budgetHit, whole(file), `${file} is larger than is read.`, { leavesUndecided: true })];
  const [first] = errors;
  if (first === undefined || errorPermille < CONTRACT_LIMITS.errorPermilleMax) return [];
  return [
    hit(unparsedSink, { file, ...first }, 'The source cannot be read as Solidity from here.', {
      leavesUndecided: true,
    }),
  ];
}

/**
 * Problems that the compiler reported. A missing import is not an error in the code; with any other problem the code
 * cannot be deployed.
 */
export function compileHits(
  { missingFile, unparsedSink }: CoverageRules,
  { problems }: Compilation,
  missing: readonly MissingImport[],
): RuledHit[] {
  const absent = missing.map(({ at, path }) =>
    hit(missingFile, at, `The import "${path}" is not in the bundle.`, { severity: 'LOW' }),
  );
  if (missing.length > 0) return absent;
  return problems
    .slice(0, CONTRACT_LIMITS.compileProblemsMax)
    .map(({ file, start, message }) =>
      hit(
        unparsedSink,
        { file, start: Math.max(start, 0), end: Math.max(start, 0) + 1 },
        `It does not compile: ${message}.`,
        { leavesUndecided: true },
      ),
    );
}

export type MissingImport = { readonly at: Place; readonly path: string };
