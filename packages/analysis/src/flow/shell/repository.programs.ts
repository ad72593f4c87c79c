import { toUrlValue } from '../../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import type { SinkValue, UrlValue } from '../../types/index.ts';
import { mergeTaints, shown, type Taint, UNKNOWN, type Value } from '../value.ts';
import { noteRewound, printedHistory } from './history.programs.ts';
import { all, readOptions } from './options.ts';
import type { Handler, Invoked } from './session.ts';

/** What goes along with the next push. */
const STAGED = '__staged';

const leaving = (value: Value): readonly Taint[] => value.taints.filter((taint) => taint.class !== 'network-input');

function stage({ context, span }: Invoked, words: readonly string[]): void {
  const named = words.slice(1).filter((word) => !word.startsWith('-'));
  const isAll = words.some((word) => /^(?:-A|--all|-u|\.|\*)$/.test(word));
  const written = isAll ? [...context.session.files.values()] : named.map((name) => context.readFile(name, span));
  const before = context.session.variables.get(STAGED)?.taints ?? [];
  context.session.variables.set(STAGED, {
    ...UNKNOWN,
    taints: mergeTaints([before, ...written.map((value) => value.taints.filter(isPrivate))]),
  });
}

/** The user's own files are what a repository is for; keys and the environment are not. */
const isPrivate = ({ class: kind }: Taint): boolean =>
  kind !== 'user-file' && kind !== 'network-input' && kind !== 'argv' && kind !== 'system-info' && kind !== 'memory';

const ADDRESS = /^(?:https?|git|ssh):\/\/|^[\w.-]+@[\w.-]+:/;

const addressOf = (word: string | undefined): UrlValue | null =>
  word === undefined ? null : (toUrlValue(word.replace(/^[\w.-]+@([\w.-]+):/, 'ssh://$1/')) ?? null);

function push({ context, span, program }: Invoked, words: readonly string[]): void {
  const { recorder } = context.analysis;
  const sink: SinkValue = {
    class: 'network',
    label: `${program} push`,
    destination: addressOf(words.find((word) => ADDRESS.test(word)) ?? addedRemote(context, words)),
  };
  recorder.add('capability', { name: 'net.http' }, context.unit, span);
  // What goes along was put together before, by whichever programs.
  recorder.add('sink', { ...sink, isUntold: true }, context.unit, span);
  const staged = context.session.variables.get(STAGED);
  if (staged !== undefined) recorder.flow(staged.taints, { ...sink, class: 'message' }, 'body', context.unit, span);
}

/** A remote that the same commands have added, by its name. */
const addedRemote = ({ session }: Invoked['context'], words: readonly string[]): string | undefined =>
  words
    .slice(1)
    .map((word) => session.variables.get(`${REMOTE}${word}`)?.text ?? undefined)
    .find((address) => address !== undefined);
const REMOTE = '__remote ';

function noteRemote({ context }: Invoked, line: string): void {
  const [, name, address] =
    /^remote (?:add|set-url)\b(?: -\S+(?: (?=\S+ \S+ \S))?)* (\S+) (\S+)/.exec(line) ??
    /^config\b.*\sremote\.(\S+)\.(?:push)?url (\S+)/i.exec(line) ??
    [];
  if (name !== undefined && address !== undefined && ADDRESS.test(address))
    context.session.variables.set(`${REMOTE}${name}`, { ...UNKNOWN, text: address });
}

/** Verbs that make an object of the repository out of words, files or what comes in. */
const MAKES_OBJECTS =
  /^(?:commit|tag|notes|hash-object|commit-tree|mktree|mktag|stash|update-index|fast-import|am|apply)$/;

/** A key in a message, a note or an object goes along with the next push like one in a file. */
function stageObjects({ args, stdin, context, span }: Invoked, verb: string): void {
  if (!MAKES_OBJECTS.test(verb)) return;
  const files = args.flatMap((arg): Value[] => {
    const path = shown(arg).replace(/^(?:--file=|-F(?=.))/, '');
    return isSecretPath(classifyPath(path)) ? [context.readFile(path, span)] : [];
  });
  const taken = [...args, ...files, ...(stdin === null ? [] : [stdin])].map(({ taints }) => taints.filter(isKey));
  const before = context.session.variables.get(STAGED)?.taints ?? [];
  const taints = mergeTaints([before, ...taken]);
  if (taints.length > before.length) context.session.variables.set(STAGED, { ...UNKNOWN, taints });
}
const isKey = ({ class: kind }: Taint): boolean =>
  kind === 'secret-file' || kind === 'wallet' || kind === 'keychain' || kind === 'browser' || kind === 'environment';

/** Settings of git whose value is a command. */
const RUNS =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|gitproxy|askpass)|sequence\.editor|diff\.external|gpg\.program|credential\.helper|filter\.[\w-]+\.(?:clean|smudge|process)|(?:diff|merge)\.[\w-]+\.(?:command|driver|textconv)|(?:diff|merge)tool\.[\w-]+\.cmd|pager\.\w+|interactive\.difffilter|uploadpack\.packobjectshook)$/i;

/** ssh itself, with the key to use: nothing else is started. */
const PLAIN_SSH =
  /^ssh(?:\s+-i\s+[~\w./-]+|\s+-o\s+(?:IdentitiesOnly|IdentityFile|AddKeysToAgent)[= ][~\w./-]+|\s+-F\s+\/dev\/null)*$/i;

/** A setting of git that runs, or an alias that does. */
function configure({ context, span }: Invoked, args: readonly Value[]): void {
  const given = args.slice(1).filter((arg) => !shown(arg).startsWith('-'));
  const [key, value] = given;
  if (key === undefined || value === undefined) return;
  const text = shown(value);
  const isAlias = /^alias\./i.test(shown(key)) && text.startsWith('!');
  if (!isAlias && !(RUNS.test(shown(key)) && /[\s/]/.test(text))) return;
  if (PLAIN_SSH.test(text)) return;
  const command = text.replace(/^!/, '');
  context.analysis.recorder.add('hook', { event: `git ${shown(key)}`, command }, context.unit, span);
  context.runText({ ...value, text: command }, span);
}

/** Options in front of the verb whose value is the next word. */
const GIVEN = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|super-prefix|config-env))$/;

/** `-c alias.s=show s`: another name for a verb. */
const meantVerb = (words: readonly string[], verb: string): string =>
  words.find((word) => word.startsWith(`alias.${verb}=`))?.match(/=([\w-]+)/)?.[1] ?? verb;

const workOf = ({ span }: Invoked): Taint => ({
  class: 'user-file',
  label: '~/repository',
  at: span,
  isEncoded: false,
  url: null,
});

/** Adding, committing, pushing and settings; `undefined` for other words. */
export function changeRepository(invoked: Invoked): Value | undefined {
  const words = invoked.args.map(shown);
  const at = words.findIndex((word, index) => !word.startsWith('-') && !GIVEN.test(words[index - 1] ?? ''));
  const verb = meantVerb(words, words[at] ?? '');
  const rest = [verb, ...words.slice(at + 1)];
  noteRewound(invoked, verb, invoked.args.slice(at));
  const past = printedHistory(invoked, verb, invoked.args.slice(at));
  noteRemote(invoked, rest.join(' '));
  stageObjects(invoked, verb);
  if (verb === 'add' || (verb === 'commit' && words.some((word) => /^-\w*a/.test(word)))) stage(invoked, rest);
  else if (verb === 'push') push(invoked, rest);
  else if (verb === 'config') configure(invoked, invoked.args.slice(at));
  else if (PRINTS_WORK.test(rest.join(' ')))
    return { ...(past ?? UNKNOWN), taints: [workOf(invoked), ...(past?.taints ?? [])] };
  else return past;
  return UNKNOWN;
}

/** Words by which git prints the work itself. */
const PRINTS_WORK =
  /^(?:diff(?!.*--(?:stat|name-only|quiet|shortstat|numstat))|show(?!.*--(?:stat|name-only|format|pretty|no-patch))|archive\b|bundle create|format-patch|log\b.*\s(?:-p|--patch)\b)/;

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
