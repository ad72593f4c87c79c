import { readBundle } from '@assay/analysis/bundle/read-bundle';
import type { Parsers } from '@assay/analysis/languages/code/parsers';
import { type JudgedHit, judgeAtPlaces, type RuledHit } from '@assay/analysis/result/at-places';
import { inReportOrder, toPublicFinding } from '@assay/analysis/result/findings';
import { mergeReasons, resultOf, withKinds } from '@assay/analysis/result/result.policy';
import { inputDigest, verdictHashOf } from '@assay/analysis/result/seal';
import { decideResult, levelOf } from '@assay/analysis/result/verdict.policy';
import { RULESET_DIGEST } from '@assay/analysis/ruleset/digest.data';
import { ENGINE_VERSION, RULESET_VERSION, UNICODE_TABLES } from '@assay/analysis/ruleset/version';
import type { Bundle, DeploymentSeen, Options, Report, Stats } from '@assay/analysis/types';
import type { Compilation, CompileRequest } from '@assay/analysis/types/contract-lab';
import type { Trace } from '../flow/trace.ts';
import { Tracer } from '../flow/tracer.ts';
import { CONTRACT_LIMITS } from '../limits.ts';
import { type Contract, entriesOf, functionsOf, linkProgram } from '../program/program.ts';
import { CONTRACT_RULES } from '../rules/index.ts';
import type { ContractFacts, ReviewedContract } from '../rules/rule.ts';
import type { SourceUnit } from '../syntax/ast.ts';
import { lowerSolidity } from '../syntax/lower.ts';
import { compareDeployed } from './deployed.ts';
import type { ReviewHost } from './host.ts';
import { resolveImports } from './imports.ts';
import { reviewBeside, skillHits, startedHits } from './other-files.ts';
import { reproduceFindings } from './reproduce.ts';
import { compileHits, entryHits, leftHits, pickSources, readingHits, type Source } from './sources.ts';

/** Reviews a bundle of Solidity. The report depends on the arguments only. */
export async function reviewContract(
  bundle: Bundle,
  options: Options,
  parsers: Parsers,
  host: ReviewHost,
): Promise<{ report: Report; stats: Stats }> {
  const { rules } = host;
  const read = await readSources(bundle, options, parsers);
  const { intake, reviewed, units, missing, left, own } = read;
  // The compiler has its own process, so both run concurrently.
  const [compiled, collected] = await Promise.all([
    missing.length > 0 ? untyped(options) : compile(options, read),
    Promise.resolve().then(() => collectFacts(units, own)),
  ]);
  const facts = { ...collected, deployment: await lookAtDeployed(options, read) };
  const hits: RuledHit[] = [
    ...skillHits(intake, rules),
    ...startedHits(intake, rules),
    ...readingHits(
      rules,
      intake,
      units.filter(({ file }) => own.has(file)),
      reviewed,
    ),
    ...leftHits(rules, left),
    ...entryHits(rules, facts),
    ...(compiled === undefined ? [] : compileHits(rules, compiled, missing)),
    ...runContractRules(facts),
  ];
  const { findings: judged, cut } = judgeAtPlaces(hits, textsOf(units, intake));
  const { findings: seen, sandbox } = await reproduceFindings(
    options.lab,
    compiled?.contracts.length ? toRequest(read) : undefined,
    facts,
    judged,
  );
  const findings: readonly JudgedHit[] = [...seen].sort(inReportOrder);
  const report = toReport({
    bundle,
    options,
    findings,
    bytes: intake.bytes,
    entry: intake.entry,
    units,
    own,
    cut: [...intake.budgetHits, ...cut],
    compiled,
    sandbox,
    beside: await reviewBeside(bundle, intake, options, parsers, host),
  });
  const stats = {
    files: intake.files.length,
    views: units.length,
    units: facts.contracts.length,
    facts: countOps(facts),
    findings: findings.length,
  };
  return { report, stats };
}

/** Whether the on-chain code was compiled from exactly these sources. */
export async function compareSources(bundle: Bundle, options: Options, parsers: Parsers): Promise<DeploymentSeen> {
  const seen = await lookAtDeployed(options, await readSources(bundle, options, parsers));
  return seen ?? { kind: 'different', reason: 'The chain was not queried.' };
}

async function readSources(bundle: Bundle, { lab }: Options, parsers: Parsers) {
  const intake = readBundle(bundle);
  const { reviewed, others } = pickSources(intake);
  const read = (source: Source): Promise<SourceUnit> => readSource(source, parsers);
  const resolved = await resolveImports(reviewed, others, lab?.imported ?? (() => undefined), read);
  return { intake, reviewed, own: new Set(reviewed.map(({ path }) => path)), ...resolved };
}
type ReadSources = Awaited<ReturnType<typeof readSources>>;

async function readSource({ path, text }: Source, parsers: Parsers): Promise<SourceUnit> {
  const tree = parsers.solidity(text);
  if (tree !== undefined) return lowerSolidity(tree, text, path);
  return {
    file: path,
    text,
    pragma: null,
    imports: [],
    contracts: [],
    functions: [],
    structs: [],
    constants: [],
    comments: [],
    errorPermille: 1_000,
    isTruncated: true,
    errors: [],
  };
}

const textsOf = (units: readonly SourceUnit[], { files }: ReturnType<typeof readBundle>) => {
  const texts = new Map([
    ...files.flatMap(({ path, text }) => (text === null ? [] : [[path, text] as const])),
    ...units.map(({ file, text }) => [file, text] as const),
  ]);
  return (file: string): string => texts.get(file) ?? '';
};

/** Without a resolvable import the sources cannot compile, so the review has names but no types. */
const untyped = (options: Options): Compilation | undefined =>
  options.lab === undefined ? undefined : { version: null, problems: [], contracts: [] };

type Resolved = Pick<ReadSources, 'sources' | 'units' | 'links'>;

async function compile({ lab }: Options, resolved: Resolved): Promise<Compilation | undefined> {
  if (lab === undefined || resolved.units.length === 0) return undefined;
  return lab.compile({ ...toRequest(resolved), isCheck: true });
}

function toRequest({ sources, units, links }: Resolved): CompileRequest {
  const pragmas = units.flatMap(({ pragma }) => (pragma === null ? [] : [pragma]));
  const remappings = [...links].flatMap(([link, path]) => {
    const [from = '', written = ''] = link.split('\0');
    return written.startsWith('.') || written === path ? [] : [`${from}:${written}=${path}`];
  });
  return { sources, pragmas, remappings };
}

/** `undefined` if no deployment is declared. Code that cannot be compared counts as different. */
async function lookAtDeployed({ lab, observations }: Options, read: ReadSources): Promise<DeploymentSeen | undefined> {
  const deployed = observations?.deployed;
  if (deployed === undefined) return undefined;
  if (lab === undefined || read.missing.length > 0)
    return { kind: 'different', reason: 'The source is incomplete and cannot be compared.' };
  const isGiven = new Set(read.intake.files.map(({ path }) => path));
  // The review did not cover vendored files of the bundle, so they do not count as sources of the deployed code.
  const mayBe = (file: string): boolean => read.own.has(file) || !isGiven.has(file);
  return compareDeployed({ lab, request: toRequest(read), mayBe, deployed });
}

export function collectFacts(units: readonly SourceUnit[], own: ReadonlySet<string>): ContractFacts {
  const program = linkProgram(units, own);
  return { program, contracts: program.contracts.map(reviewOne) };
}

function reviewOne(contract: Contract): ReviewedContract {
  const traced = (fn: Parameters<Tracer['trace']>[0]): Trace => new Tracer(contract).trace(fn);
  const isCode = contract.node.kind === 'contract';
  const fns = functionsOf(contract);
  return {
    contract,
    fns,
    entries: isCode ? entriesOf(contract).slice(0, CONTRACT_LIMITS.entriesMax).map(traced) : [],
    constructors: isCode ? fns.filter(({ kind }) => kind === 'constructor').map(traced) : [],
  };
}

const runContractRules = (facts: ContractFacts): RuledHit[] =>
  CONTRACT_RULES.flatMap((rule) =>
    rule
      .check(facts)
      .filter(({ at }) => facts.program.reviewed.has(at.file))
      .map((hit) => ({ rule, hit })),
  );

const countOps = ({ contracts }: ContractFacts): number =>
  contracts.reduce((sum, { entries }) => sum + entries.reduce((ops, trace) => ops + trace.ops.length, 0), 0);

type Parts = {
  readonly bundle: Bundle;
  readonly options: Options;
  readonly findings: readonly JudgedHit[];
  readonly bytes: number;
  readonly entry: string | null;
  readonly units: readonly SourceUnit[];
  readonly own: ReadonlySet<string>;
  readonly cut: readonly string[];
  readonly compiled: Compilation | undefined;
  readonly sandbox: Report['sandbox'];
  readonly beside: Awaited<ReturnType<typeof reviewBeside>>;
};

/** Merges the results of the sources and of the other files. */
function decide(own: readonly JudgedHit[], beside: Parts['beside']) {
  const decided = decideResult(own);
  const mine = withKinds(own.map(toPublicFinding), decided.blocking);
  if (beside === undefined) return { ...decided, findings: mine, demoted: [] };
  const seen = new Set(mine.map(({ fingerprint }) => fingerprint));
  const others = beside.findings.filter(({ fingerprint }) => !seen.has(fingerprint));
  const findings = [...mine, ...others].sort(inReportOrder);
  const blocking = mergeReasons([...decided.blocking, ...beside.blocking]);
  const undecided = mergeReasons([...decided.undecided, ...beside.undecided]);
  const retained = [...new Set([...decided.retained, ...beside.retained])].sort();
  return {
    reviewResult: resultOf({ blocking, undecided }, false),
    securityLevel: levelOf(findings),
    blocking,
    undecided,
    retained,
    findings,
    demoted: beside.demoted,
  };
}

function toReport(parts: Parts): Report {
  const { bundle, options, bytes, entry, units, own, cut, compiled, sandbox } = parts;
  const encoder = new TextEncoder();
  const read = units
    .filter(({ file }) => own.has(file))
    .reduce((sum, { text }) => sum + encoder.encode(text).length, 0);
  const solc = compiled?.version ?? 'none';
  // If the compiler rejected the sources, they have no type information.
  const typed = compiled !== undefined && compiled.version !== null && compiled.problems.length === 0;
  const declared = [...(bundle.manifest?.capabilities ?? [])].sort();
  const report: Omit<Report, 'verdictHash'> = {
    schema: 'assay-report/2',
    engine: {
      version: ENGINE_VERSION,
      unicode: UNICODE_TABLES,
      parsers: { ...options.parsers.versions, solc },
    },
    ruleset: { version: RULESET_VERSION, digest: RULESET_DIGEST },
    // Rule packs use facts about skills, so none applies to a contract.
    plugins: [],
    input: { digest: inputDigest(bundle), files: bundle.files.length, bytes, entry },
    passages: [],
    capabilities: { declared, observed: [], undeclared: [], unused: declared },
    endpoints: {
      observedUrls: [],
      observedHosts: [],
      declaredEndpoints: [...(bundle.declaredEndpoints ?? [])].sort(),
      undeclaredHosts: [],
    },
    sandbox,
    coverage: {
      bytes,
      lexical: read,
      parsed: read,
      opaque: bytes - read,
      budgetHits: [...new Set(cut)].sort(),
      typed,
    },
    ...decide(parts.findings, parts.beside),
  };
  const verdictHash = verdictHashOf(report, {
    sandbox: report.sandbox.observations,
    probe: options.observations?.probe ?? [],
    reviewer: [],
    compilers: [],
  });
  return { ...report, verdictHash };
}
