import type { Pipeline, Script } from '../../languages/shell/ast.ts';
import { UNKNOWN_PART } from '../../models/origins/origin.ts';
import { normalisePath } from '../../models/paths/path-class.ts';
import type { Span, Unit } from '../../types/index.ts';
import { shown, type Taint, UNKNOWN, type Value } from '../value.ts';
import type { Invoked } from './session.ts';
import type { PastFolder, ShellSession } from './terminal.ts';

const LABEL = 'history of the repository';

/** What git takes out of its objects: a review reads one tree, and older commits, other branches, tags and messages are none of it. */
const taintAt = ({ span }: Invoked): Taint => ({
  class: 'work-file',
  label: LABEL,
  at: span,
  isEncoded: false,
  url: null,
});

const ofHistory = (invoked: Invoked): Value => ({ ...UNKNOWN, taints: [taintAt(invoked)] });

export const isOfHistory = ({ taints }: Value): boolean => taints.some(({ label }) => label === LABEL);

const PRINTERS =
  /^(?:show|cat-file|log|whatchanged|notes|tag|for-each-ref|archive|format-patch|diff|diff-tree|blame|annotate|reflog|rev-list|describe|name-rev|bundle|shortlog|grep|fast-export|verify-tag|verify-commit|unpack-file)$/;
/** Names and numbers only. */
const COUNTS = /^--(?:stat|name-only|name-status|quiet|shortstat|numstat|count|dirstat|summary)\b/;
const CHANGERS = /^(?:checkout|switch|restore|reset|cherry-pick|revert|read-tree|merge|worktree|clone)$/;

/** The commit at hand, and the branch that everybody takes for the newest state. */
const AT_HAND = /^(?:HEAD|@|-|(?:[\w.-]+\/)?(?:main|master|develop|dev|trunk))$/;
/** In no name of a commit: it stands for one that somebody will put there. */
const STANDS_FOR = /[<>[\]]/;
/** By number or by distance: nobody works on that. */
const BY_DISTANCE = /[~^]|@\{|^[0-9a-f]{7,40}$/;

const isElsewhere = (value: Value): boolean => {
  const word = shown(value);
  if (isOfHistory(value)) return true;
  return !(word === '' || word.includes(UNKNOWN_PART) || AT_HAND.test(word) || STANDS_FOR.test(word));
};

/** `HEAD:path`: a file of the tree that was read. */
const AT_HAND_FILE = /^(?:HEAD|@)?:(?:\.\/)?([^:]+)$/;

/** What git prints; `undefined` where nothing of it comes out of its objects. */
export function printedHistory(invoked: Invoked, verb: string, args: readonly Value[]): Value | undefined {
  const words = args.map(shown);
  if (verb === 'rev-parse')
    return args.slice(1).some((arg) => BY_DISTANCE.test(shown(arg))) ? ofHistory(invoked) : undefined;
  if (!PRINTERS.test(verb) || words.some((word) => COUNTS.test(word))) return undefined;
  const { analysis, unit } = invoked.context;
  const named = words.map((word) => AT_HAND_FILE.exec(word)?.[1]).find((path) => path !== undefined);
  if (named === undefined) return ofHistory(invoked);
  return { ...UNKNOWN, text: analysis.findFile(named, unit.file)?.text ?? null };
}

const VALUED = /^(?:-[bBcC]|--(?:orphan|source|reason))$/;

/** Files that git puts into the folder from another commit are not those that were read. */
export function noteRewound(invoked: Invoked, verb: string, args: readonly Value[]): void {
  const { context, stdin } = invoked;
  if ((verb === 'apply' || verb === 'am') && stdin !== null && isOfHistory(stdin)) rewind(invoked, '', false);
  if (verb === 'archive') noteUnpacked(invoked, args);
  if (!CHANGERS.test(verb)) return;
  const words = args.map(shown);
  const end = words.indexOf('--');
  const isOption = (at: number): boolean =>
    /^-./.test(words[at] ?? '') || VALUED.test(words[at - 1] ?? '') || (verb === 'restore' && words[at - 1] === '-s');
  const before = args.filter((_, at) => at > 0 && (end === -1 || at < end) && !isOption(at));
  const after = end === -1 ? [] : args.slice(end + 1);
  if (verb === 'worktree' || verb === 'clone') {
    noteOtherFolder(invoked, verb, args, before);
    return;
  }
  if (verb === 'reset' && !words.some((word) => /^--(?:hard|merge|keep)$/.test(word))) return;
  const isFile = (arg: Value): boolean => context.analysis.findFile(shown(arg), context.unit.file) !== undefined;
  const source = args.find((_, at) => /^(?:-s|--source)$/.test(words[at - 1] ?? ''));
  const given = words.map((word) => /^(?:--source=|-s(?=.))(.+)$/.exec(word)?.[1]).find((one) => one !== undefined);
  const revision =
    verb === 'restore'
      ? (source ?? (given === undefined ? undefined : { ...UNKNOWN, text: given }))
      : before.find((arg) => !isFile(arg));
  // These two take what is at hand away again.
  const isTaken = (verb === 'revert' || verb === 'cherry-pick') && shown(revision ?? UNKNOWN) === 'HEAD';
  if (revision === undefined || !(isTaken || isElsewhere(revision))) return;
  const paths = [...before.filter((arg) => arg !== revision), ...after];
  const isPlaced = verb === 'checkout' || verb === 'restore';
  const isSure =
    /^(?:checkout|switch|restore)$/.test(verb) && (BY_DISTANCE.test(shown(revision)) || words.includes('--detach'));
  const elsewhere = folderGiven(invoked);
  if (!isPlaced || paths.length === 0) rewind(invoked, elsewhere, isSure);
  else if (elsewhere !== '') rewind(invoked, elsewhere, true);
  else
    for (const path of paths) {
      rewind(invoked, shown(path), true);
      noteReplaced(invoked, shown(path));
    }
}

/** `git -C folder`: whose files these are. */
function folderGiven({ args }: Invoked): string {
  const at = args.findIndex((arg) => shown(arg) === '-C');
  return at === -1 ? '' : shown(args[at + 1] ?? UNKNOWN);
}

/** `worktree add folder commit`, `clone -b branch . folder`: another state beside this one. */
function noteOtherFolder(invoked: Invoked, verb: string, args: readonly Value[], before: readonly Value[]): void {
  const words = args.map(shown);
  const isTree = verb === 'worktree';
  if (isTree && words[1] !== 'add') return;
  const [first, second] = isTree ? before.slice(1) : before;
  if (isTree && first !== undefined && second !== undefined && isElsewhere(second)) rewind(invoked, shown(first), true);
  const branch = args.find((_, at) => /^(?:-b|--branch)$/.test(words[at - 1] ?? ''));
  const isLocal = /^(?:file:|[./~]|␀)/.test(shown(first ?? UNKNOWN));
  if (!isTree && isLocal && second !== undefined && branch !== undefined && isElsewhere(branch))
    rewind(invoked, shown(second), true);
}

/** `archive commit | tar -x -C folder`: another state in that folder. */
function noteUnpacked(invoked: Invoked, args: readonly Value[]): void {
  const { view, end } = invoked.span;
  const after = view.text.slice(end, end + LINE_CHARS_MAX).split('\n')[0] ?? '';
  const folder = /^\s*\|[^;&]*\btar\b[^;&]*?\s(?:-\w*C|--directory[= ])\s*["']?([^\s"']+)/.exec(after)?.[1];
  const revision = args.slice(1).find((arg) => !/^-/.test(shown(arg)));
  if (folder !== undefined && revision !== undefined && isElsewhere(revision)) rewind(invoked, folder, true);
}
const LINE_CHARS_MAX = 400;

/** What others load without naming it here. */
const PROGRAM_NAMES = '*.{sh,bash,py,js,mjs,cjs,ts,rb,pl,php,mk}';
const PROGRAM = /\.(?:sh|bash|py|[cm]?js|ts|rb|pl|php|mk)$|(?:^|\/)(?:makefile|justfile)$/i;

/** A program of the bundle is replaced by another one of its name: what was read is not what is there. */
function noteReplaced({ context, span }: Invoked, path: string): void {
  const { analysis, unit } = context;
  const unread = 'taken out of the history of the repository, which nobody read';
  const folder = path.replace(/\/+$/, '');
  const paths = PROGRAM.test(path) ? [path] : [`${folder}/${PROGRAM_NAMES}`, `${folder}/**/${PROGRAM_NAMES}`];
  for (const one of paths) analysis.noteRun({ path: one, language: 'unknown', unit, at: span, unread });
}

/** Everything where the words name no single place. Below a folder that nobody knows, what it is called there is known. */
function rewind(invoked: Invoked, path: string, isAnywhere: boolean): void {
  const { session, unit } = invoked.context;
  const named = path.replace(/^␀\/(?=[^/])/, '');
  const isAll = named === '' || named === '.' || /[*?:␀]/.test(named);
  const folder = isAll ? '' : normalisePath(named).replace(/^(?:\.\/)+|\/+$/g, '');
  session.past.push({ folder, unit: isAnywhere ? null : unit, at: invoked.span });
}

/** `if …; then git checkout other; …; exit; fi`: whoever goes that way never comes to what stands behind it. */
export function leaveBehind({ past, functions, aliases }: ShellSession, pipeline: Pipeline, { span }: Unit): void {
  const { commands, isBackground } = pipeline;
  const [command] = commands;
  const isHeld = functions.has('exit') || aliases.has('exit') || /\b(?:trap|enable|builtin)\b/.test(span.view.text);
  if (command?.kind !== 'compound' || command.keyword !== 'if' || commands.length > 1 || isBackground || isHeld) return;
  const left = command.bodies
    .filter((body) => endsHere(body, span))
    .map(({ pipelines }) => ({
      start: span.start + (pipelines[0]?.start ?? 0),
      end: span.start + (pipelines.at(-1)?.end ?? 0),
    }));
  const isLeft = ({ unit, at }: PastFolder): boolean =>
    unit !== null && at.view === span.view && left.some(({ start, end }) => start <= at.start && at.end <= end);
  past.splice(0, past.length, ...past.filter((one) => !isLeft(one)));
}

/** The last command is `exit`, and nothing before it decides whether it is reached. */
function endsHere({ pipelines }: Script, { view, start }: Span): boolean {
  const last = pipelines.at(-1);
  const [command] = last?.commands ?? [];
  if (last?.commands.length !== 1 || last.isBackground || command?.kind !== 'simple') return false;
  const between = view.text.slice(start + (pipelines.at(-2)?.end ?? last.start), start + last.start);
  const [word, , tooMany] = command.words;
  if (tooMany !== undefined) return false;
  const [part] = word?.parts ?? [];
  return word?.parts.length === 1 && part?.kind === 'text' && part.value === 'exit' && !/&&|\|\|/.test(between);
}

type Place = { readonly past: readonly PastFolder[]; readonly folder: string };

/** Whether what lies at a path was put there out of the history before. */
export function isPast({ past, folder: here }: Place, path: string, unit: Unit, isInBundle: boolean): boolean {
  const name = belowUnknown(path);
  const isUnder = (folder: string): boolean =>
    folder === '' ? isInBundle : name === folder || name.startsWith(`${folder}/`) || belowUnknown(here) === folder;
  return past.some(
    (one) => isUnder(one.folder) && (one.unit === null || isWithin(unit, one.unit) || isWithin(one.unit, unit)),
  );
}

const belowUnknown = (path: string): string => normalisePath(path).replace(/^(?:(?:\.|␀)\/)+/, '');

function isWithin(inner: Unit, outer: Unit): boolean {
  for (let at: Unit | null = inner; at !== null; at = at.within) if (at === outer) return true;
  return false;
}
