import { hostOf } from './merge.ts';
import type { Gap, Observation, RiskLevel, SandboxReport, SandboxRun } from './observation.ts';
import { isOwnKeyUse } from './own-key.ts';
import { compare, type ExerciseUnit, isLimit } from './plan.ts';

type RiskReason =
  | 'canary-egress'
  | 'credential-read-and-egress'
  | 'persistence'
  | 'destruction-outside-work'
  | 'second-stage'
  | 'remote-shell'
  | 'undeclared-egress'
  | 'background-process'
  | 'low-coverage';
type Risk = { level: Exclude<RiskLevel, 'LOW'>; reason: RiskReason; observation?: Observation };

export type FoldInput = {
  units: readonly Pick<ExerciseUnit, 'id' | 'reachable'>[];
  /** The sandbox's report; absent if no sandbox ran. */
  run?: SandboxRun;
  /** Hosts that the publisher declared or the ruleset recognises: requests to them are expected. */
  declaredHosts: ReadonlySet<string>;
};

/** Minimum share of the units that must run before the absence of observations means anything. */
const COVERAGE_MIN = 0.5;

/** Folds observations into a risk level. Every attempted act counts. The result never lowers a static finding. */
export function foldSandbox(input: FoldInput): SandboxReport {
  const { units, run } = input;
  const known = new Set(units.map((unit) => unit.id));
  const exercised = new Set((run?.exercised ?? []).filter((id) => known.has(id)));
  const listed = new Set(run?.gaps.map((gap) => gap.unit));
  const silent: Gap[] = units
    .filter((unit) => !exercised.has(unit.id) && !listed.has(unit.id))
    .map((unit) => ({ unit: unit.id, reason: run ? 'not run' : 'no sandbox was used' }));
  return {
    mode: run?.mode ?? 'none',
    riskLevel: highest(findRisks(input)),
    units: known.size,
    exercised: exercised.size,
    notExercised: [...(run?.gaps ?? []), ...silent].sort(
      (a, b) => compare(a.unit, b.unit) || compare(a.reason, b.reason),
    ),
    observations: run?.observations ?? [],
  };
}

/** Every reason for a level above LOW, in the order of the observations. */
export function findRisks({ units, run, declaredHosts }: FoldInput): Risk[] {
  const observations = run?.observations ?? [];
  const reachable = new Set(units.filter((unit) => unit.reachable).map((unit) => unit.id));
  const known = new Set(units.map((unit) => unit.id));
  const egress = observations.filter(isEgress);
  const connected = new Set(egress.map((observation) => observation.unit));
  const risks = observations.flatMap((observation): Risk[] =>
    risksOf(observation, {
      declaredHosts,
      hasEgress: egress.length > 0,
      isConnected: connected.has(observation.unit),
    }).map((risk) =>
      // Unreachable code is a lesser risk, but still a risk.
      reachable.has(observation.unit) || !known.has(observation.unit) ? risk : { ...risk, level: 'MEDIUM' },
    ),
  );
  const exercised = new Set((run?.exercised ?? []).filter((id) => known.has(id)));
  // An author who fills or stalls the plan chooses which units do not run, so the absence of observations means
  // nothing.
  const cutOff = new Set(run?.gaps.filter(({ reason }) => isLimit(reason)).map(({ unit }) => unit));
  const isLeftOut = units.some(({ id, reachable }) => reachable && cutOff.has(id));
  if (isLeftOut || (known.size > 0 && exercised.size < known.size * COVERAGE_MIN))
    risks.push({ level: 'MEDIUM', reason: 'low-coverage' });
  return risks;
}

type Surrounding = { declaredHosts: ReadonlySet<string>; hasEgress: boolean; isConnected: boolean };

function risksOf(observation: Observation, { declaredHosts, hasEgress, isConnected }: Surrounding): Risk[] {
  const { kind, data } = observation;
  const risk = (level: Risk['level'], reason: RiskReason): Risk => ({ level, reason, observation });
  const risks: Risk[] = [];
  if (isCanaryEgress(observation, declaredHosts)) risks.push(risk('HIGH', 'canary-egress'));
  if (kind === 'read' && isCredentialRead(observation) && hasEgress)
    risks.push(risk('HIGH', 'credential-read-and-egress'));
  if (kind === 'persist') risks.push(risk('HIGH', 'persistence'));
  if (kind === 'delete' && data.includes('outside-work')) risks.push(risk('HIGH', 'destruction-outside-work'));
  if (data.includes('second-stage')) risks.push(risk(stageLevel(observation, declaredHosts), 'second-stage'));
  if (data.includes('shell') && (kind === 'net' || isConnected)) risks.push(risk('HIGH', 'remote-shell'));
  if (isEgress(observation) && !declaredHosts.has(destination(observation)))
    risks.push(risk('MEDIUM', 'undeclared-egress'));
  if (data.includes('background')) risks.push(risk('MEDIUM', 'background-process'));
  return risks;
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;
const destination = ({ kind, target }: Observation): string =>
  kind === 'dns' ? target.toLowerCase() : (hostOf(target) ?? '');

/** A request or a DNS query that would leave the machine. */
const isEgress = (observation: Observation): boolean =>
  (observation.kind === 'net' || observation.kind === 'dns') && !LOOPBACK.test(destination(observation));

const hasCanary = (observation: Observation): boolean => observation.data.some((tag) => tag.startsWith('canary:'));

/** A planted secret in an outgoing request, except an own key sent to its proper host. */
export function isCanaryEgress(observation: Observation, declaredHosts: ReadonlySet<string>): boolean {
  if (!hasCanary(observation) || isOwnKeyUse(observation, declaredHosts)) return false;
  // An unknown program received a secret: its requests cannot be observed.
  return isEgress(observation) || (observation.kind === 'exec' && observation.data.includes('missing'));
}

/** Scripts of the project may read the project's own `.env`. */
const isCredentialRead = (observation: Observation): boolean =>
  hasCanary(observation) && !(observation.data.includes('canary:dotenv') && !observation.data.includes('outside-work'));

/** No reader could see decoded content. Content downloaded from a recognised host is only unreviewed. */
function stageLevel({ target, data }: Observation, declaredHosts: ReadonlySet<string>): Risk['level'] {
  const host = hostOf(target.includes(' ') ? target : `GET ${target}`);
  const isRecognised = host !== undefined && declaredHosts.has(host);
  return data.includes('decoded') || !isRecognised ? 'HIGH' : 'MEDIUM';
}

function highest(risks: readonly Risk[]): RiskLevel {
  if (risks.some((risk) => risk.level === 'HIGH')) return 'HIGH';
  return risks.length > 0 ? 'MEDIUM' : 'LOW';
}
