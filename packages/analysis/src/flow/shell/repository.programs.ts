import type { SinkValue } from '../../types/index.ts';
import { shown, UNKNOWN, type Value } from '../value.ts';
import { all, readOptions } from './options.ts';
import { leaving } from './outgoing.ts';
import type { Handler, Invoked } from './session.ts';

/** Settings of git whose value is a command. */
const RUNS =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|gitproxy|askpass)|sequence\.editor|diff\.external|gpg\.program|credential\.helper|filter\.[\w-]+\.(?:clean|smudge|process)|(?:diff|merge)\.[\w-]+\.(?:command|driver|textconv)|(?:diff|merge)tool\.[\w-]+\.cmd|pager\.\w+|interactive\.difffilter|uploadpack\.packobjectshook)$/i;

/** A setting of git that runs, or an alias that does. */
function configure({ context, span }: Invoked, args: readonly Value[]): void {
  const given = args.slice(1).filter((arg) => !shown(arg).startsWith('-'));
  const [key, value] = given;
  if (key === undefined || value === undefined) return;
  const text = shown(value);
  const isAlias = /^alias\./i.test(shown(key)) && text.startsWith('!');
  if (!isAlias && !(RUNS.test(shown(key)) && /[\s/]/.test(text))) return;
  const command = text.replace(/^!/, '');
  context.analysis.recorder.add('hook', { event: `git ${shown(key)}`, command }, context.unit, span);
  context.runText({ ...value, text: command }, span);
}

/** Options in front of the verb whose value is the next word. */
const GIVEN = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|super-prefix|config-env))$/;

/** Settings that run, and what a push takes along; `false` for other words. */
export function changeRepository(invoked: Invoked): boolean {
  const { args, context, span, program } = invoked;
  const at = args.findIndex(
    (arg, index) => !shown(arg).startsWith('-') && !GIVEN.test(shown(args[index - 1] ?? UNKNOWN)),
  );
  const verb = shown(args[at] ?? UNKNOWN);
  if (verb === 'config') configure(invoked, args.slice(at));
  if (verb === 'push') {
    const sink: SinkValue = { class: 'network', label: `${program} push`, destination: null };
    context.analysis.recorder.add('capability', { name: 'net.http' }, context.unit, span);
    context.analysis.recorder.add('sink', { ...sink, isUntold: true }, context.unit, span);
  }
  return verb === 'config' || verb === 'push';
}

const BODY_FLAGS = [
  'body',
  'b',
  'body-file',
  'F',
  'title',
  't',
  'notes',
  'n',
  'notes-file',
  'f',
  'field',
  'raw-field',
  'input',
  'message',
  'm',
  'd',
  'desc',
];
/** Whose value is a file of such words. */
const FILE_FLAGS = ['body-file', 'F', 'notes-file', 'input', 'description-file'];
const PUBLISHED = /^(?:issue|pr|gist|release|api|secret|variable|repo|snippet|mr)$/;

/** `gh`, `glab` and their like: bodies, fields and files become public words. */
export const hostTool: Handler = (invoked) => {
  const { context, span, program } = invoked;
  const words = invoked.args.map(shown);
  if (!PUBLISHED.test(words[0] ?? '') || words[0] === 'secret') return UNKNOWN;
  const read = readOptions(invoked.args, new Set([...BODY_FLAGS, 'repo', 'R', 'method', 'X', 'H']));
  const isFile = words[0] === 'gist' || words[0] === 'snippet' || words[0] === 'release';
  const files = isFile ? read.operands.slice(2).map((operand) => context.readFile(shown(operand), span)) : [];
  const sink: SinkValue = { class: 'message', label: `${program} ${words.slice(0, 2).join(' ')}`, destination: null };
  for (const value of [
    ...all(read, ...BODY_FLAGS),
    ...all(read, ...FILE_FLAGS)
      .filter((value) => !shown(value).includes('='))
      .map((value) => (shown(value) === '-' ? (invoked.stdin ?? UNKNOWN) : context.readFile(shown(value), span))),
    ...files,
    ...(words[0] === 'gist' && invoked.stdin !== null ? [invoked.stdin] : []),
  ])
    context.analysis.recorder.flow(leaving(withFile(value, invoked)), sink, 'body', context.unit, span);
  return UNKNOWN;
};

/** `@file` and `name=@file` are the file. */
function withFile(value: Value, { context, span }: Invoked): Value {
  const file = /(?:^|=)@([^\s]{1,400})$/.exec(shown(value))?.[1];
  return file === undefined ? value : context.readFile(file, span);
}
