import type { Discourse, FactKind, Reach, Unit } from '@assay/analysis/types';

/** The members of any fact that a rule may test. */
export type AskedFact = {
  readonly kind: FactKind;
  readonly value: object;
  readonly file: string;
  readonly unit: Pick<Unit, 'lang'>;
  readonly context: Discourse;
  readonly reach: Reach;
};

/** The names that a rule may use, with their path in the fact's value. */
type Fields = Readonly<Record<string, string>>;

const url = (at: string): Fields => ({
  url: `${at}url`,
  host: `${at}host`,
  scheme: `${at}scheme`,
  owner: `${at}owner`,
  origin: `${at}origin`,
});
const named = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, name]));

/**
 * A published list: a kind is never removed, because packs may name it. `replacement` and `policy` no longer have a
 * producer. Readers judge these cases, directed by `hint`.
 */
export const FACT_FIELDS: Readonly<Record<FactKind, Fields>> = {
  instruction: named('asks', 'forbids', 'names', 'addresses', 'isOrder'),
  command: named('program', 'args', 'text', 'upstream', 'isElevated', 'isBackground'),
  execution: { ...named('of', 'via', 'isPinned', 'isElevated', 'payload'), ...url('from.') },
  call: named('callee', 'args', 'text', 'isTopLevel'),
  url: { ...url(''), ...named('isDynamic') },
  path: { path: 'path', kind: 'class', access: 'access', content: 'content' },
  env: named('name', 'isSecret'),
  secret: named('provider', 'isSample'),
  source: { kind: 'class', label: 'label' },
  sink: { kind: 'class', label: 'label', ...url('destination.') },
  flow: {
    source: 'source.class',
    sourceLabel: 'source.label',
    sink: 'sink.class',
    sinkLabel: 'sink.label',
    position: 'position',
    isEncoded: 'isEncoded',
    throughAgent: 'throughAgent',
    ...url('sink.destination.'),
  },
  import: named('module'),
  dependency: { ...named('ecosystem', 'name', 'spec', 'pin', 'source', 'via'), ...url('url.') },
  script: named('name', 'command', 'isLifecycle'),
  hook: named('event', 'command'),
  grant: named('tool', 'scope'),
  setting: named('effect', 'key', 'value'),
  pipeline: named('risk', 'detail', 'isArmed'),
  policy: named('effect', 'text'),
  replacement: named('name', 'by'),
  shape: named('harm', 'text'),
  boundary: named('what', 'isHost'),
  capability: named('name'),
  link: { ...named('text', 'target'), ...url('url.') },
  image: { ...named('alt', 'target'), ...url('url.') },
  comment: named('text'),
  concealment: named('technique', 'revealed', 'carries'),
  integrity: named('problem', 'detail', 'isExecuted'),
  trigger: named('text', 'breadth'),
  identity: named('claim', 'name'),
  loop: named('isBounded', 'does'),
  reference: named('target', 'exists', 'isRun'),
  field: named('name', 'text'),
  hint: named('roles'),
  deed: named('deed', 'target', 'what'),
};

/** Members of every fact. */
export const COMMON_FIELDS = ['file', 'context', 'reach', 'language'] as const;

/** All values of a member: a list gives several, a missing member none. */
export function valuesOf(fact: AskedFact, name: string): readonly unknown[] {
  switch (name) {
    case 'file':
      return [fact.file];
    case 'context':
      return [fact.context];
    case 'reach':
      return [fact.reach];
    case 'language':
      return [fact.unit.lang];
  }
  const path = FACT_FIELDS[fact.kind][name];
  if (path === undefined) return [];
  let value: unknown = fact.value;
  for (const member of path.split('.')) {
    if (typeof value !== 'object' || value === null) return [];
    value = Object.hasOwn(value, member) ? Object.getOwnPropertyDescriptor(value, member)?.value : undefined;
  }
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
