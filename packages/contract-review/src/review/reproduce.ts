import type { JudgedHit } from '@assay/analysis/result/at-places';
import type { SandboxReport } from '@assay/analysis/runs/observation';
import type {
  CompileRequest,
  ContractLab,
  Exploit,
  FunctionUse,
  Suspect,
  Tried,
} from '@assay/analysis/types/contract-lab';
import type { ContractFacts } from '../rules/rule.ts';
import { expressions } from '../syntax/walk.ts';

/** Rules whose findings have an externally visible effect. */
const REPRODUCIBLE = new Set([
  'CON-01',
  'CON-02',
  'CON-05',
  'CON-06',
  'CON-07',
  'CON-08',
  'CON-09',
  'CON-10',
  'CON-11',
  'CON-14',
  'CON-19',
  'CON-25',
  'CON-28',
  'CON-29',
]);
/** The types are valid, but a function is too large for the EVM without the optimiser. */
const NO_CODE = 'the compiler wrote no code for it';
const SUSPECTS_MAX = 12;
const CONSTANTS_MAX = 12;

const isGrave = ({ severity }: JudgedHit): boolean => severity === 'HIGH' || severity === 'CRITICAL';

const suspectsIn = (findings: readonly JudgedHit[]): Suspect[] =>
  findings
    .flatMap(({ fingerprint, ruleId, entry, ...rest }) =>
      entry !== undefined && REPRODUCIBLE.has(ruleId) && isGrave({ fingerprint, ruleId, entry, ...rest })
        ? [{ fingerprint, ruleId, contract: entry.contract, fn: entry.fn }]
        : [],
    )
    .slice(0, SUSPECTS_MAX);

/** State variables that each entry reads and writes, by name. */
const usesIn = ({ contracts }: ContractFacts): FunctionUse[] =>
  contracts.flatMap(({ contract, entries }) =>
    entries.map(({ entry, ops }) => {
      const named = (kind: 'read' | 'write'): string[] => [
        ...new Set(ops.flatMap((op) => (op.kind === kind && op.slot.variable !== null ? [op.slot.variable.name] : []))),
      ];
      return {
        contract: contract.node.name,
        fn: entry.name,
        reads: named('read'),
        writes: named('write'),
      };
    }),
  );

/** Literals that the source compares with: passing them as arguments satisfies its checks. */
function constantsIn({ contracts }: ContractFacts): string[] {
  const found = new Set<string>();
  for (const { fns } of contracts)
    for (const fn of fns)
      for (const expr of expressions(fn.body)) {
        if (expr.kind !== 'binary' || !/^(==|!=|<|>|<=|>=)$/.test(expr.op)) continue;
        for (const side of [expr.left, expr.right]) if (side.kind === 'literal') found.add(plain(side.value));
      }
  return [...found].filter((one) => one !== '' && one !== '0').slice(0, CONSTANTS_MAX);
}

const UNITS: Readonly<Record<string, bigint>> = {
  wei: 1n,
  gwei: 10n ** 9n,
  ether: 10n ** 18n,
  finney: 10n ** 15n,
  szabo: 10n ** 12n,
  seconds: 1n,
  minutes: 60n,
  hours: 3_600n,
  days: 86_400n,
};

const plain = (value: string): string => {
  const [, digits = '', unit] = /^([\d_]+)\s*(\w+)?$/.exec(value) ?? [];
  return digits === '' ? value : (BigInt(digits.replaceAll('_', '')) * (UNITS[unit ?? 'wei'] ?? 1n)).toString();
};

type Reproduction = { readonly findings: readonly JudgedHit[]; readonly sandbox: SandboxReport };

/** Nothing was tried: there is no lab, no compiler or no suspect. */
const NOT_TRIED: SandboxReport = {
  mode: 'none',
  riskLevel: 'LOW',
  units: 0,
  exercised: 0,
  notExercised: [],
  observations: [],
};

/** A reproduced finding becomes certain and carries the exploit calls. A failed attempt changes nothing. */
export async function reproduceFindings(
  lab: ContractLab | undefined,
  /** The sources; absent if they do not compile. */
  request: CompileRequest | undefined,
  facts: ContractFacts,
  findings: readonly JudgedHit[],
): Promise<Reproduction> {
  const suspects = suspectsIn(findings);
  if (lab === undefined || request === undefined || suspects.length === 0) return { findings, sandbox: NOT_TRIED };
  const compilation = await lab.compile(request);
  const tried =
    compilation.contracts.length === 0
      ? { exploits: [], notTried: suspects.map(({ contract, fn }) => ({ unit: `${contract}.${fn}`, reason: NO_CODE })) }
      : await lab.attack({ compilation, suspects, uses: usesIn(facts), constants: constantsIn(facts) });
  const byFingerprint = new Map(tried.exploits.map(({ fingerprint, ...exploit }) => [fingerprint, exploit]));
  const seen = findings.map((finding): JudgedHit => {
    const exploit = byFingerprint.get(finding.fingerprint);
    return exploit === undefined
      ? finding
      : {
          ...finding,
          basis: 'reproduced',
          confidence: 'certain',
          exploit,
          why: `${describeExploit(exploit)} ${finding.why}`,
        };
  });
  return { findings: seen, sandbox: toSandbox(suspects, tried) };
}

/** Describes an exploit in one sentence. */
function describeExploit({ steps, detail }: Exploit): string {
  const calls = steps.map(({ from, call, args, value }) => {
    const filled = args.length === 0 ? call : `${call} [${args.join(', ')}]`;
    return `${from} calls ${filled}${value === '0' ? '' : ` with ${value} wei`}`;
  });
  return `It was run: ${calls.join('; then ')}. ${detail}`;
}

const toSandbox = (suspects: readonly Suspect[], { exploits, notTried }: Tried): SandboxReport => ({
  mode: 'embedded',
  riskLevel: exploits.length > 0 ? 'HIGH' : notTried.length * 2 > suspects.length ? 'MEDIUM' : 'LOW',
  units: suspects.length,
  exercised: suspects.length - notTried.length,
  notExercised: [...notTried].sort((a, b) => (a.unit < b.unit ? -1 : 1)),
  observations: [],
});
