import { classifyPath } from '@assay/analysis/models/paths/path-class';
import type { FactOf, Facts, PathClass, RawFinding, Severity, SourceClass } from '@assay/analysis/types';
import { type Relation, relationOf } from './relation.ts';

type Flow = FactOf<'flow'>;

const OUTWARD = new Set(['network', 'dns', 'message']);

/** Flows that leave the machine, selected by the class of their source. */
export const leaving = (facts: Facts, ...classes: readonly SourceClass[]): Flow[] =>
  facts
    .of('flow')
    .filter(
      ({ value }) =>
        OUTWARD.has(value.sink.class) &&
        classes.includes(value.source.class) &&
        value.sink.destination?.origin !== 'loopback',
    );

/** Files with general credentials. The file that a program keeps for its own service is not included. */
const STORES: ReadonlySet<PathClass> = new Set<PathClass>([
  'ssh-key',
  'cloud-credential',
  'wallet',
  'browser-store',
  'keychain',
  'password-store',
  'system-secret',
]);

const isStore = (path: string): boolean => STORES.has(classifyPath(path));

/** The top of a home folder, or the whole disk. */
const WHOLE_HOME = /^(?:(?:~|\/root|\/(?:home|users)(?:\/[^/]*)?)(?:\/(?:\.|\*{1,2}|\*\*\/\*)?)?|\/)$/i;

type SecretClass = 'store' | 'file' | 'named' | 'talk' | 'user-file';

function secretClassOf({ class: kind, label }: Flow['value']['source']): SecretClass {
  if (kind === 'environment' || kind === 'wallet' || kind === 'browser') return 'store';
  if (kind === 'secret-file') return isStore(label) ? 'store' : 'file';
  if (kind === 'user-file') return WHOLE_HOME.test(label) ? 'store' : 'user-file';
  return kind === 'conversation' || kind === 'memory' ? 'talk' : 'named';
}

/** Severities for a secret in the body, path or query of a request, and for a secret used as a login. */
type Row = Readonly<Record<Relation, readonly [payload: Severity | null, login: Severity | null]>>;

/**
 * The severity of a secret that leaves. CRITICAL proves theft: whole stores have no legitimate reason to reach unknown
 * hosts, and no secret has one to reach collectors. Everything else is for a reader; null means regular use of a
 * service. The author controls `claimed`, so it lowers hints and never a proof.
 */
const TABLE: Readonly<Record<SecretClass, Row>> = {
  store: {
    unstated: ['HIGH', 'LOW'],
    local: [null, null],
    issuer: ['MEDIUM', null],
    service: ['HIGH', 'LOW'],
    claimed: ['CRITICAL', 'LOW'],
    stray: ['CRITICAL', 'HIGH'],
    unknown: ['CRITICAL', 'HIGH'],
    unnamed: ['CRITICAL', 'HIGH'],
    collector: ['CRITICAL', 'HIGH'],
  },
  file: {
    unstated: ['MEDIUM', null],
    local: [null, null],
    issuer: ['LOW', null],
    service: ['MEDIUM', null],
    claimed: ['MEDIUM', null],
    stray: ['HIGH', 'HIGH'],
    unknown: ['HIGH', 'MEDIUM'],
    unnamed: ['CRITICAL', 'HIGH'],
    collector: ['CRITICAL', 'HIGH'],
  },
  named: {
    unstated: ['LOW', null],
    local: [null, null],
    issuer: ['LOW', null],
    service: ['LOW', null],
    claimed: ['LOW', null],
    stray: ['HIGH', 'HIGH'],
    unknown: ['HIGH', null],
    unnamed: ['HIGH', 'HIGH'],
    collector: ['CRITICAL', 'HIGH'],
  },
  talk: {
    unstated: ['MEDIUM', null],
    local: [null, null],
    issuer: ['MEDIUM', null],
    service: ['MEDIUM', null],
    claimed: ['MEDIUM', null],
    stray: ['HIGH', null],
    unknown: ['HIGH', null],
    unnamed: ['HIGH', 'HIGH'],
    collector: ['HIGH', 'HIGH'],
  },
  'user-file': {
    unstated: [null, null],
    local: [null, null],
    issuer: [null, null],
    service: ['LOW', null],
    claimed: ['LOW', null],
    stray: ['MEDIUM', null],
    unknown: ['MEDIUM', null],
    unnamed: ['HIGH', null],
    collector: ['HIGH', null],
  },
};

/** The table's severity for a flow that leaves; undefined for regular use of a service. */
export function severityOfFlow({ value }: Flow, { about }: Facts): Severity | undefined {
  const { source, sink, position, isEncoded } = value;
  const secret = secretClassOf(source);
  const isPlainKey = !isEncoded && (position === 'header' || (position === 'query' && secret === 'named'));
  const isLogin = position === 'auth' || isPlainKey;
  const relation = relationOf(source.label, sink.destination, about);
  // The address itself is the secret, as with a webhook.
  if (relation === 'unstated' && position === 'path') return undefined;
  const [payload, login] = TABLE[secret][relation];
  return (isLogin ? login : payload) ?? undefined;
}

/** A finding for each flow from these sources that is no regular use of a service. */
export const leavingFindings = (facts: Facts, ...classes: readonly SourceClass[]): RawFinding[] =>
  leaving(facts, ...classes).flatMap((flow) => {
    const severity = severityOfFlow(flow, facts);
    return severity === undefined ? [] : [{ at: flow.span, severity, confidence: 'firm', related: stages(flow) }];
  });

/** Stages of a flow as related places. */
export const stages = ({ value }: Flow): { at: Flow['span']; role: string }[] =>
  value.path.map((at, index) => ({
    at,
    role: index === 0 ? 'source' : index === value.path.length - 1 ? 'sink' : 'passes',
  }));
