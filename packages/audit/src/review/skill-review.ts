import { createViewIds } from '@assay/analysis/bundle/decode/view';
import { type Intake, readBundle } from '@assay/analysis/bundle/read-bundle';
import { describe } from '@assay/analysis/flow/about';
import { BundleUnits } from '@assay/analysis/flow/bundle-units';
import { type Collected, collectFacts } from '@assay/analysis/flow/collect';
import { createFactSet } from '@assay/analysis/flow/fact-set';
import type { Parsers } from '@assay/analysis/languages/code/parsers';
import { createDiscourse } from '@assay/analysis/prose/discourse/index';
import { recordProse } from '@assay/analysis/prose/index';
import { inReportOrder, toPublicFinding } from '@assay/analysis/result/findings';
import { boundHints } from '@assay/analysis/result/hints.policy';
import { withKinds } from '@assay/analysis/result/result.policy';
import { inputDigest, verdictHashOf } from '@assay/analysis/result/seal';
import { decideResult, type JudgedFinding } from '@assay/analysis/result/verdict.policy';
import { RULESET_DIGEST } from '@assay/analysis/ruleset/digest.data';
import { ENGINE_VERSION, RULESET_VERSION, UNICODE_TABLES } from '@assay/analysis/ruleset/version';
import { reproduce } from '@assay/analysis/runs/reproduce';
import type {
  Bundle,
  BundleAbout,
  Facts,
  Finding,
  Options,
  Passage,
  Range,
  Report,
  Rule,
  RulePack,
} from '@assay/analysis/types';
import { findPassages } from '../hints/passages.ts';
import { proposeManifest } from '../manifest/propose.ts';
import { compareCapabilities, listEndpoints } from '../report/declared.ts';
import type { runPacks as RunPacks } from '../rule-packs/run.ts';
import { RULES } from '../rules/index.ts';
import { AuditFault } from './audit-fault.ts';
import type { Audited } from './audited.ts';
import { exerciseBundle } from './exercise.ts';
import { type Hit, judgeHits } from './judge.ts';
import { loadOptional } from './optional-package.ts';

/** What a product type adds to the review of its files. */
export type Addition = {
  readonly find: (facts: Facts) => Found;
  /** Whether a finding about its files stays. A type drops findings that its own reader covers better. */
  readonly keeps: (finding: Finding) => boolean;
  /** Files that represent other content than their own lines. Nothing in them is run. */
  readonly documents: ReadonlySet<string>;
  /** Maps a range of these files to the bundle. */
  readonly toRange: (file: string, range: Range) => Range;
  readonly observedUrls: readonly string[];
};

type Found = {
  readonly findings: readonly JudgedFinding[];
  readonly cut: readonly string[];
  readonly passages: readonly Passage[];
  /** Report members of this type only. */
  readonly said: Pick<Report, 'endpointStatus' | 'probe' | 'tools'>;
};

export const NOTHING_ADDED: Addition = {
  find: () => ({ findings: [], cut: [], passages: [], said: {} }),
  keeps: () => true,
  documents: new Set(),
  toRange: (_file, range) => range,
  observedUrls: [],
};

/** Reviews a skill, and every type whose files are read like a skill. */
export const reviewSkill = (bundle: Bundle, options: Options, parsers: Parsers): Promise<Audited> =>
  reviewFiles({ bundle, options, parsers, intake: readBundle(bundle) });

type FilesToReview = {
  readonly bundle: Bundle;
  readonly options: Options;
  readonly parsers: Parsers;
  readonly intake: Intake;
  readonly about?: BundleAbout;
  readonly addition?: Addition;
  readonly isStarted?: (path: string) => boolean;
};

/** Reviews every product type that consists of instructions and code. */
export async function reviewFiles({
  bundle,
  options,
  parsers,
  intake,
  about = describe(bundle, intake, options.knownNames ?? []),
  addition = NOTHING_ADDED,
  isStarted,
}: FilesToReview): Promise<Audited> {
  const { keeps, toRange } = addition;
  const units = new BundleUnits({ intake, ids: createViewIds(), isStarted });
  const discourse = createDiscourse(units.discourseInput());
  const collected = collectFacts({ units, discourse, parsers, recordProse });
  const exercised = await exerciseBundle(bundle, collected, about, options.sandbox, addition.documents);
  const facts = createFactSet(collected.recorder.facts, about);
  const read = discourse.classify;
  const judged = judgeHits(runRules(RULES, facts), read);
  const seen = reproduce({
    findings: judged.live,
    units: exercised.units,
    observations: exercised.report.observations,
    declaredHosts: about.declaredHosts,
  });
  const relocate = <F extends Finding>(finding: F): F => ({
    ...finding,
    range: toRange(finding.file, finding.range),
    related: finding.related.map((one) => ({ ...one, range: toRange(one.file, one.range) })),
  });
  const found = addition.find(facts);
  const kept = boundHints(seen.filter(keeps));
  const findings = [...kept.map(relocate), ...found.findings].sort(inReportOrder);
  const sealed = toReport({
    bundle,
    options,
    intake,
    about,
    facts,
    collected,
    findings,
    demoted: judged.demoted.filter(keeps).map(relocate),
    found,
    cut: [...judged.cut, ...found.cut],
    sandbox: exercised.report,
    addition,
  });
  const plain = await addReadings(sealed, options);
  const { runs: packs, report } = await addPacks(plain, options.plugins ?? [], {
    productType: bundle.productType,
    facts,
    views: collected.views,
    units: collected.units,
    classify: read,
  });
  const stats = {
    files: intake.files.length,
    views: collected.views.size,
    units: collected.units.length,
    facts: collected.recorder.facts.length,
    findings: findings.length,
  };
  return { report, stats, manifest: proposeManifest(facts), packs };
}

/** The reader package loads only if there are readings. Most reviews have none. */
async function addReadings(report: Report, { readings = [], observations }: Options): Promise<Report> {
  if (readings.length === 0) return report;
  const reader = await loadOptional('@assay/reader', () => import('@assay/reader'));
  if (reader === undefined)
    throw new AuditFault('Readings cannot be added to a report: install @assay/reader beside @assay/audit.');
  return reader.foldReadings(report, readings, { probe: observations?.probe ?? [], compilers: [] });
}

const loadPackRuntime = () => Promise.all([import('../rule-packs/run.ts'), import('../rule-packs/fold.ts')]);
let packRuntime: ReturnType<typeof loadPackRuntime> | undefined;

/** The pack runtime loads with the first pack. Most reviews have none. */
async function addPacks(report: Report, packs: readonly RulePack[], subject: Parameters<typeof RunPacks>[1]) {
  if (packs.length === 0) return { runs: [], report };
  packRuntime ??= loadPackRuntime();
  const [{ runPacks }, { foldPacks }] = await packRuntime;
  const runs = runPacks(packs, subject);
  return { runs, report: foldPacks(report, runs) };
}

function runRules(rules: readonly Rule[], facts: Facts): Hit[] {
  return rules.flatMap((rule) => rule.check(facts).map((raw) => ({ rule, raw })));
}

type ReportParts = {
  readonly bundle: Bundle;
  readonly options: Options;
  readonly intake: Intake;
  readonly about: BundleAbout;
  readonly facts: Facts;
  readonly collected: Collected;
  readonly findings: readonly JudgedFinding[];
  readonly demoted: Report['demoted'];
  readonly cut: readonly string[];
  readonly found: Found;
  readonly sandbox: Report['sandbox'];
  readonly addition: Addition;
};

function toReport(parts: ReportParts): Report {
  const { bundle, options, intake, about, facts, collected, findings, demoted, found, sandbox, addition } = parts;
  const { documents, observedUrls, toRange } = addition;
  const decided = decideResult(findings);
  const report: Omit<Report, 'verdictHash'> = {
    schema: 'assay-report/2',
    engine: { version: ENGINE_VERSION, unicode: UNICODE_TABLES, parsers: options.parsers.versions },
    ruleset: { version: RULESET_VERSION, digest: RULESET_DIGEST },
    plugins: [],
    input: { digest: inputDigest(bundle), files: bundle.files.length, bytes: intake.bytes, entry: intake.entry },
    findings: withKinds(findings.map(toPublicFinding), decided.blocking),
    demoted: demoted.map((one) => ({ ...toPublicFinding(one), because: one.because })),
    passages: [...findPassages(facts, findings).map((passage) => relocatePassage(passage, toRange)), ...found.passages],
    capabilities: compareCapabilities(facts, about, documents),
    endpoints: listEndpoints(facts, about, sandbox.observations, observedUrls),
    sandbox,
    coverage: coverageOf(intake, collected, parts.cut),
    ...decided,
    ...found.said,
  };
  const observed = {
    sandbox: sandbox.observations,
    probe: options.observations?.probe ?? [],
    reviewer: [],
    compilers: [],
  };
  return { ...report, verdictHash: verdictHashOf(report, observed) };
}

function relocatePassage(passage: Passage, toRange: Addition['toRange']): Passage {
  const { file, startLine, endLine } = passage;
  const range = toRange(file, { startLine, startCol: 1, endLine, endCol: 1 });
  return { ...passage, startLine: range.startLine, endLine: range.endLine };
}

function coverageOf(intake: Intake, collected: Collected, cut: readonly string[]): Report['coverage'] {
  const texts = intake.files.filter(({ text }) => text !== null);
  const lexical = texts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const opaque = intake.files
    .filter(({ text, format }) => text === null && format !== 'archive')
    .reduce((sum, { bytes }) => sum + bytes.length, 0);
  const budgetHits = [...new Set([...intake.budgetHits, ...collected.recorder.limits.hit.keys(), ...cut])].sort();
  return { bytes: intake.bytes, lexical, parsed: Math.min(collected.parsedChars, lexical), opaque, budgetHits };
}
