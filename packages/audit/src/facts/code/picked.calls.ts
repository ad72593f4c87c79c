import type { Stmt } from '../../parse/code/ir.ts';
import { taintsOfField } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { type CodeValue, NOTHING, withTaints } from './code-value.ts';

/** `^ACME_TOKEN=(.+)$`: the line of one variable. */
const NAMED_LINE = /^\^?(?:\(\?:\^\|\\n\))?(?:export(?: |\\s)[+*]?)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:\\s\*)?=/;
/** What goes on over the end of the line takes what stands below it along. */
const OVER_LINES = /\\s\\S|\\S\\s|\\W\\w|\\w\\W|\\D\\d|\\d\\D|\[\^\](?!\])|\(\?s|\\n|\(\.\|/;
const NEGATED = /\[\^([^\]]*)\]/g;

function variableIn(pattern: string): string | undefined {
  if (OVER_LINES.test(pattern.replace(/\[\^[^\]]*\\n[^\]]*\]/g, '').replace('(?:^|\\n)', ''))) return undefined;
  const isWide = [...pattern.matchAll(NEGATED)].some(([, left = '']) => !/\\[nrs]|["']/.test(left));
  return isWide ? undefined : NAMED_LINE.exec(pattern)?.[1];
}

const ofVariable = (value: CodeValue, name: string | undefined): CodeValue | undefined => {
  const taints = name === undefined ? value.taints : taintsOfField(value.taints, name);
  return taints === value.taints ? undefined : withTaints(taints);
};

/** `re.search(r"^ACME_TOKEN=(.+)$", text)`: the pattern comes first, and no flag lets it go over lines. */
const searched: CallModel = ({ args: [pattern, input = NOTHING, ...flags], named }) =>
  [...flags, ...named.values()].some(({ ref }) => ref !== 're.M' && ref !== 're.MULTILINE')
    ? undefined
    : ofVariable(input, variableIn(pattern?.text ?? ''));

const LITERAL = /\.match\(\s*\/((?:[^/\\\n]|\\.){3,200})\/([a-z]*)\s*\)$/;

const matched: CallModel = ({ receiver, span }: CallSite) => {
  const [, pattern = '', flags = ''] = LITERAL.exec(span.view.text.slice(span.start, span.end)) ?? [];
  return flags.includes('s') ? undefined : ofVariable(receiver, variableIn(pattern));
};

export const PICKED_CALLS: ReadonlyMap<string, CallModel> = new Map<string, CallModel>(
  ['re.search', 're.match', 're.findall'].map((name) => [name, searched] as const),
);

export const PICKED_METHODS: ReadonlyMap<string, CallModel> = new Map<string, CallModel>([['match', matched]]);

const STARTS = /^(?:startswith|startsWith|start_with\?|hasPrefix)$/;

/** `if line.startswith("ACME_TOKEN=")`: the name that is tested, and the variable that it holds in there. */
export function testedFor(stmt: Extract<Stmt, { kind: 'block' }>, source: string): [string, string] | undefined {
  const [test] = stmt.head;
  if (stmt.role !== 'if' || stmt.head.length !== 1 || test?.kind !== 'call' || test.callee.kind !== 'member') return;
  const { on, name } = test.callee;
  const [start] = test.args;
  if (on.kind !== 'name' || !STARTS.test(name) || start?.value.kind !== 'text') return;
  // In the other branch it is anything else.
  const variable = /\bel(?:se|if|sif)\b/.test(source)
    ? undefined
    : /^(?:export )?(\w+)=?$/.exec(start.value.value)?.[1];
  return variable === undefined ? undefined : [on.name, variable];
}
