import type { Audited } from '../audited.ts';
import { ENGINE_VERSION, RULESET_VERSION, UNICODE_TABLES } from '../engine-version.ts';
import { readBundle } from '../intake/read-bundle.ts';
import { inReportOrder, toPublicFinding } from '../judge/judge.ts';
import { decideVerdict } from '../judge/verdict.policy.ts';
import type { Bundle, Finding, Options, Report } from '../model.ts';
import type { Parsers } from '../parse/code/parsers.ts';
import { inputDigest, verdictHashOf } from '../report/seal.ts';
import { RULESET_DIGEST } from '../ruleset/digest.data.ts';
import type { Trace } from './flow/trace.ts';
import { Tracer } from './flow/tracer.ts';
import { resolveImports } from './imports.ts';
import { type JudgedHit, judgeAtPlaces, type RuledHit } from './judge.ts';
import type { Compilation } from './lab.ts';
import { CONTRACT_LIMITS } from './limits.ts';
import { type Contract, entriesOf, functionsOf, linkProgram } from './program/program.ts';
import { reproduceFindings } from './reproduce.ts';
import type { ContractFacts, ReviewedContract } from './rule.ts';
import { CONTRACT_RULES } from './rules/index.ts';
import { compileHits, pickSources, readingHits, type Source } from './sources.ts';
import type { SourceUnit } from './syntax/ast.ts';
import { lowerSolidity } from './syntax/lower.ts';

/** A bundle of Solidity in, a report out. What is not in the arguments has no influence. */
export async function reviewContract(bundle: Bundle, options: Options, parsers: Parsers): Promise<Audited> {
  const intake = readBundle(bundle);
  const { reviewed, others } = pickSources(intake);
  const read = (source: Source): Promise<SourceUnit> => readSource(source, parsers);
  const { sources, units, missing, links } = await resolveImports(
    reviewed,
    others,
    options.lab?.library ?? (() => undefined),
    read,
  );
  const own = new Set(reviewed.map(({ path }) => path));
  const compiled = missing.length > 0 ? untyped(options) : await compile(options, { sources, units, links });
  const facts = collectFacts(units, own, compiled);
  const hits: RuledHit[] = [
    ...readingHits(
      intake,
      units.filter(({ file }) => own.has(file)),
      reviewed,
    ),
    ...(compiled === undefined ? [] : compileHits(compiled, missing)),
    ...runContractRules(facts),
  ];
  const { findings: judged, cut } = judgeAtPlaces(hits, textsOf(units, intake));
  const { findings: seen, sandbox } = await reproduceFindings(options.lab, compiled, facts, judged);
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
  });
  const stats = {
    files: intake.files.length,
    views: units.length,
    units: facts.contracts.length,
    facts: countOps(facts),
    findings: findings.length,
  };
  return { report, stats, manifest: NOTHING_DECLARED, packs: [] };
}

async function readSource({ path, text }: Source, parsers: Parsers): Promise<SourceUnit> {
  const tree = await parsers.solidity(text);
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

/** Where an import is missing, names are all there is to go by. */
const untyped = (options: Options): Compilation | undefined =>
  options.lab === undefined ? undefined : { version: null, problems: [], contracts: [], types: {} };

type Resolved = Pick<Awaited<ReturnType<typeof resolveImports>>, 'sources' | 'units' | 'links'>;

async function compile({ lab }: Options, { sources, units, links }: Resolved): Promise<Compilation | undefined> {
  if (lab === undefined || units.length === 0) return undefined;
  const pragmas = units.flatMap(({ pragma }) => (pragma === null ? [] : [pragma]));
  const remappings = [...links].flatMap(([link, path]) => {
    const [from = '', written = ''] = link.split('\0');
    return written.startsWith('.') || written === path ? [] : [`${from}:${written}=${path}`];
  });
  return lab.compile({ sources, pragmas, remappings });
}

export function collectFacts(
  units: readonly SourceUnit[],
  own: ReadonlySet<string>,
  typed: Compilation | undefined,
): ContractFacts {
  const program = linkProgram(units, own);
  return { program, contracts: program.contracts.map(reviewOne), typed };
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

export const runContractRules = (facts: ContractFacts): RuledHit[] =>
  CONTRACT_RULES.flatMap((rule) =>
    rule
      .check(facts)
      .filter(({ at }) => facts.program.reviewed.has(at.file))
      .map((hit) => ({ rule, hit })),
  );

const countOps = ({ contracts }: ContractFacts): number =>
  contracts.reduce((sum, { entries }) => sum + entries.reduce((ops, trace) => ops + trace.ops.length, 0), 0);

const NOTHING_DECLARED: Audited['manifest'] = {
  manifest: {
    capabilities: [],
    externalCalls: [],
    externalCallDetails: [],
    safety: { network: 'NONE', filesystem: 'NONE' },
    declaredEndpoints: [],
    secrets: [],
    tools: [],
  },
  evidence: [],
};

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
};

function toReport({ bundle, options, findings, bytes, entry, units, own, cut, compiled, sandbox }: Parts): Report {
  const decided = decideVerdict(findings);
  const encoder = new TextEncoder();
  const read = units
    .filter(({ file }) => own.has(file))
    .reduce((sum, { text }) => sum + encoder.encode(text).length, 0);
  const typed = compiled?.version ?? null;
  const declared = [...(bundle.manifest?.capabilities ?? [])].sort();
  const report: Omit<Report, 'verdictHash'> = {
    schema: 'assay-report/1',
    engine: {
      version: ENGINE_VERSION,
      unicode: UNICODE_TABLES,
      parsers: { ...options.parsers.versions, solc: typed ?? 'none' },
    },
    ruleset: { version: RULESET_VERSION, digest: RULESET_DIGEST },
    // Rule packs look at facts of skills; none of them is asked about a contract.
    plugins: [],
    input: { digest: inputDigest(bundle), files: bundle.files.length, bytes, entry },
    findings: findings.map((finding): Finding => toPublicFinding(finding)),
    demoted: [],
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
      typed: typed !== null,
    },
    ...decided,
  };
  const verdictHash = verdictHashOf(report, {
    sandbox: report.sandbox.observations,
    probe: options.observations?.probe ?? [],
    reviewer: [],
    compilers: [],
  });
  return { ...report, verdictHash };
}
