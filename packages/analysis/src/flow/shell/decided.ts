import { encoded, mergeTaints, shown, type Taint, tainted, UNKNOWN, type Value } from '../value.ts';
import type { ShellContext } from './session.ts';

/**
 * What a key decides tells of the key: letter by letter, or bit by bit, a script asks what it is and says something that holds no
 * letter of it. Nobody does that to a key but to get it out, so from such a question to the end of the loop everything that is
 * said says something of the key.
 */
const COMPARES = /^(?:\[{1,2}|test|expr|let)$/;
const SIGNS = /^(?:={1,2}|!=|=~|[<>:]|-(?:eq|ne|lt|gt|le|ge)|index|match|substr)$/;
const SEARCHES = /^(?:e|f|z)?grep$|^(?:rg|ag|cmp|diff)$/;

/** Devices by which a shell takes a text apart, one letter or bit after the other. */
const LETTERWISE = new RegExp(
  [
    String.raw`\bread\b[^\n;|&]{0,60}\s-\w*[nN]\s*[1-4]\b`,
    String.raw`\$\{\w+:(?![-+=?\d])[^:}\n]{1,40}:\s*[\d$]`,
    String.raw`\$\{\w+[#%]\?+\}`,
    String.raw`\bfold\b[^|;\n]{0,30}-\w*w\s*[1-8]\b`,
    String.raw`\bgrep\s+(?:-\w+\s+)*-\w*o\w*\s+["']?\.(?:\{\d\})?["']?(?:\s|$)`,
    String.raw`s/\\?\(?\.\\?\)?/[&\\]`,
    String.raw`\bcut\b[^|;\n]{0,30}\s-[cb]\s*["']?\$`,
    String.raw`\b(?:xxd|od|hexdump)\b`,
    String.raw`\b(?:head|tail)\s+-c\s*\+?["']?\$`,
    String.raw`\bbs=1\b`,
    String.raw`\bsubstr\b`,
  ].join('|'),
);
const LETTERS_MAX = 262_144;

const SECRETS = new Set(['secret-file', 'keychain', 'wallet', 'browser', 'environment', 'named-secret']);
const OF_MACHINES = /\.(?:ssh|gnupg)(?:\/|$)/;

const isGuarded = ({ class: kind, label }: Taint): boolean =>
  kind === 'wallet' || kind === 'browser' || (kind === 'secret-file' && OF_MACHINES.test(label));

/** Keys among what is asked that this script takes apart. */
function takenApart(taints: readonly Taint[], { session, unit }: ShellContext): readonly Taint[] {
  const asked = taints.filter(({ class: kind }) => SECRETS.has(kind));
  if (asked.length === 0) return [];
  if (LETTERWISE.test(unit.span.view.text.slice(0, LETTERS_MAX))) return encoded(asked);
  return session.loops > 0 ? encoded(asked.filter(isGuarded)) : [];
}

const note = (taints: readonly Taint[], context: ShellContext): void => {
  const found = takenApart(taints, context);
  if (found.length > 0) context.session.decided = mergeTaints([context.session.decided, found]);
};

/** A command that compares a key, or looks for something in it. */
export function noteCompared(program: string, args: readonly Value[], answer: Value, context: ShellContext): void {
  if (COMPARES.test(program) && args.some((arg) => SIGNS.test(shown(arg))))
    note(mergeTaints(args.map(({ taints }) => taints)), context);
  if (SEARCHES.test(program)) note(answer.taints, context);
}

/** `case $key in`. */
export const noteSubject = (words: readonly Value[], context: ShellContext): void =>
  note(mergeTaints(words.map(({ taints }) => taints)), context);

/** `((code & 1))`: a sum is a question too. */
export function noteSum(text: string, context: ShellContext): void {
  if (text.startsWith('((')) note(taintsOfNames(text, context), context);
}

const NAME = /[A-Za-z_]\w*/g;

/** What the variables hold that a piece of text names. */
export function taintsOfNames(text: string, { session }: ShellContext): readonly Taint[] {
  const names = [...new Set(text.match(NAME) ?? [])];
  return mergeTaints(names.map((name) => session.variables.get(name)?.taints ?? []));
}

/** Sums and lengths inside a word. */
const COUNTED = /\$\(\(([^\n]{1,200}?)\)\)|\$\{#(\w+)/g;

/** A number that is worked out from the letters of a key. */
export function countedFrom(word: string, context: ShellContext): Value {
  const names = [...word.matchAll(COUNTED)].map(([, sum = '', name = '']) => `${sum} ${name}`).join(' ');
  return names === '' ? UNKNOWN : tainted(takenApart(taintsOfNames(names, context), context));
}

/** Said where a key has decided. */
export const asDecided = (value: Value, { session: { decided } }: ShellContext): Value =>
  decided.length === 0 ? value : { ...value, taints: mergeTaints([value.taints, decided]) };

export const LOOPS = /^(?:for|while|until|select)$/;

/** Whatever a key decides in a loop, it has decided when the outermost one ends. */
export function inLoop<T>({ session }: ShellContext, run: () => T): T {
  const before = session.decided;
  session.loops += 1;
  const result = run();
  session.loops -= 1;
  if (session.loops === 0) session.decided = before;
  return result;
}
