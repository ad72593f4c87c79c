import type { Stmt } from '../../languages/code/ir.ts';
import { tableOf } from '../../models/table.ts';
import { taintsOfField } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { type CodeValue, NOTHING, withTaints } from './code-value.ts';

/** `^ACME_TOKEN=(.+)$`: the line of one variable. */
const NAMED_LINE =
  /^\^?(?:\(\?:\^\|\\n\))?(?:\\s\*| \*|\[ \\t\]\*)?(?:export(?: |\\s)[+*]?)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:\\s\*)?=/;
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

export const PICKED_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>(
  ['re.search', 're.match', 're.findall'].map((name) => [name, searched] as const),
);

export const PICKED_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([['match', matched]]);

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

/** `key == "ACME_BOARD"`, or a pattern that nothing but this name fits. */
const IS_NAME =
  /^\(?\s*(?:(\w{1,40})\s*={2,3}\s*["'](\w{1,80})["']|re\.(?:search|match|fullmatch)\(\s*r?["']\^(\w{1,80})\$["']\s*,\s*(\w{1,40})\s*\)|\/\^(\w{1,80})\$\/\.test\(\s*(\w{1,40})\s*\))\s*\)?$/;
const ENVIRONMENT = String.raw`(?:(?:os\.)?environ\.items\(\)|Object\.entries\(\s*process\.env\s*\))`;
const LOOK_BACK_CHARS = 300;

/** `for key, value in environ.items()` and in there a test for one name: what stands beside that name is that variable. */
export function pairedWith(head: string, before: string, body: string): [string, string] | undefined {
  const [, left, equal, pattern, searched, literal, asked] = IS_NAME.exec(head.trim()) ?? [];
  const key = left ?? searched ?? asked;
  const variable = equal ?? pattern ?? literal;
  if (key === undefined || variable === undefined || /\bel(?:se|if|sif)\b/.test(body)) return undefined;
  const pairs = new RegExp(
    `\\bfor\\b[^\\n]{0,20}?\\b${key}\\s*,\\s*(\\w{1,40})\\s*\\]?\\s*(?:in|of)\\s+${ENVIRONMENT}`,
  );
  const lines = before.slice(-LOOK_BACK_CHARS);
  const value = pairs.exec(lines)?.[1];
  return value === undefined ? undefined : [value, variable];
}
