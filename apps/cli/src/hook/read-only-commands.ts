import { type SimpleCommand, toPlainText, type Word } from './shell-words.ts';
import { fromProgram } from './text-commands.ts';
import { gitVerb } from './versions.ts';
import { hasAny, withCapital, withPart, wordList } from './word-list.ts';

/** Programs and keywords that never write a file, with any arguments. */
const READ_ONLY_PROGRAMS = wordList(
  'cd chdir pushd popd pwd ls du df stat test [ [[ : true false echo printf cat tac nl head tail grep egrep fgrep cut paste comm join column fold fmt rev wc tr od hexdump strings md5sum shasum sha1sum sha256sum sha512sum cksum cmp diff jq basename dirname realpath readlink whoami id uname hostname nproc uptime ps free which type sleep seq expr chmod export set unset local declare typeset readonly shopt read getopts shift return exit break continue wait kill pkill jobs ulimit umask do done fi then else esac case for select in }',
);
/** Whether a program never writes a file, with any arguments. */
export const isReadOnlyProgram = (program: string): boolean => READ_ONLY_PROGRAMS.test(program);
const VERSIONED = wordList('node npm npx python python3 pip pip3 uv ruby perl php java go bun deno cargo rustc git gh');
/** Programs that write only the files they name. */
const NAMED_WRITERS = wordList('tee touch mkdir');
/** Programs that write no files with only these options. Other options write files or start programs. */
const OPTIONS: Readonly<Record<string, () => RegExp>> = {
  find: () =>
    /^-(?:[HLP]|i?name|i?path|i?regex|regextype|type|(?:max|min)depth|print0?|printf|not|o|or|a|and|size|[cma]time|[cma]min|newer|empty|prune|perm|user|group|ls|quit)$/,
  fd: () => /^-(?:[HIuatedsipl0]+|-(?:hidden|no-ignore|type|extension|glob|exclude|max-depth|absolute-path)(?:=.*)?)$/s,
  rg: () =>
    /^-(?:[nilcwvHNuUFSsohPgtTABCem.]+\d*|\d+|-(?:hidden|files|files-with-matches|glob|type|ignore-case|line-number|count|no-heading|no-ignore|max-count|word-regexp|fixed-strings|json|sort|stats)(?:=.*)?)$/s,
  sort: () => /^-[nrufbdhVk\d,.t]+$/,
  uniq: () => /^-[cdiu]+$/,
  base64: () => /^-(?:d|w\d*|-decode|-wrap(?:=\d+)?)$/,
  tree: () => /^-(?:[adfiLsth]+|I|P)$/,
  mapfile: () => /^-[tdnsuO]$/,
  readarray: () => /^-[tdnsuO]$/,
  file: () => /^-(?:[bihkL]+|-mime(?:-type)?)$/,
  date: () => /^-(?:[uIR]|d|-(?:date|utc|iso-8601)(?:=.*)?)$/s,
  sed: () => /^-(?:[nEr]+|-quiet|-regexp-extended)$/,
  git: () =>
    /^-(?:\d+|[a-zA-NP-Z]+\d*|-|-(?:oneline|stat|shortstat|numstat|name-only|name-status|cached|staged|short|porcelain|branch|graph|all|decorate|abbrev-commit|no-pager|no-color|show-toplevel|show-current|is-inside-work-tree|abbrev-ref|others|exclude-standard|merges|no-merges|follow|reverse|(?:format|pretty|color|max-count|since|until|after|before|author|grep|date|abbrev)(?:=.*)?))$/s,
};
/** Read-only git commands. */
const GIT_SHOWS = wordList(
  'status log show diff grep blame shortlog ls-files ls-tree cat-file rev-parse rev-list merge-base describe name-rev for-each-ref check-ignore check-attr count-objects version',
);
/** Prints lines by number or range. */
const SED_PRINTS = /^(?:\d+(?:,(?:\d+|\$))?[pqd];?)+$/;
/** Variables that make a command use another program or file. */
const STEERING = withCapital(
  () =>
    /^(?:-v)?(?:PATH|ENV|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|(?:LD|DYLD|BASH|GIT|RIPGREP|GREP|LESS|JQ|FD|GCONV|LOCPATH)_?\w*|\w*PAGER|\w*EDITOR)(?:\+?=|$)/,
);
/** Shells run a substitution in a subscript, even inside quotes. */
const SUBSCRIPT = withPart(['['], () => /\[[^\]]*[$`]/);
/** The folders of system programs. */
const SYSTEM = /^(?:\/usr)?(?:\/local)?\/bin\//;

/** A bracket word by itself, which is not a pattern. */
const BRACKET = wordList('[ [[ ] ]] }');

/** Literal text, quoted where it could otherwise expand. */
const isFixed = (word: Word): boolean =>
  word.every(
    (part) => part.kind === 'text' && (part.isQuoted || BRACKET.test(part.text) || !hasAny(part.text, '*?[]{}~')),
  );
const isKnown = (word: Word): boolean => word.every(({ kind }) => kind === 'text');

/**
 * Whether a command certainly leaves all files unchanged. `isTouching`: the files that it names or redirects to belong
 * to a skill. An unknown program can write anywhere.
 */
export function changesNoFile({ words, redirects, isWriting }: SimpleCommand, isTouching: boolean): boolean {
  if (isWriting && (isTouching || !redirects.every(isKnown))) return false;
  const plain = words.map(toPlainText);
  if (plain.some((word) => STEERING.test(word) || SUBSCRIPT.test(word))) return false;
  const [program, ...args] = fromProgram(plain);
  // Only assignments and keywords.
  if (program === undefined) return true;
  const at = words.length - args.length - 1;
  const spelled = plain[at] ?? '';
  if (!isFixed(words[at] ?? []) || (spelled.includes('/') && !SYSTEM.test(spelled))) return false;
  if (READ_ONLY_PROGRAMS.test(program)) return true;
  // Queries for a program's version or location.
  if (VERSIONED.test(program) && args.length === 1 && args[0] === '--version') return true;
  if (plain[at - 1] === 'command' && /^-[vV]$/.test(program)) return true;
  const given = words.slice(at + 1);
  if (NAMED_WRITERS.test(program)) return !isTouching && given.every(isKnown);
  return given.every(isFixed) && hasPlainOptions(program, args);
}

function hasPlainOptions(program: string, args: readonly string[]): boolean {
  const allowed = Object.hasOwn(OPTIONS, program) ? OPTIONS[program]?.() : undefined;
  if (allowed === undefined) return false;
  const operands = args.filter((word) => !word.startsWith('-'));
  if (program === 'git') return isGitShow(args, allowed);
  if (program === 'sed' && !SED_PRINTS.test(operands[0] ?? '')) return false;
  // The second operand is an output file.
  if (program === 'uniq' && operands.length > 1) return false;
  return args.every((word) => !word.startsWith('-') || allowed.test(word));
}

function isGitShow(args: readonly string[], allowed: RegExp): boolean {
  const { verb, rest } = gitVerb(args);
  // Command-line settings of git can name programs.
  const own = args.slice(0, args.length - rest.length - 1);
  const isPlace = own.every((word, index) => /^(?:-C|--no-pager|-P)$/.test(word) || own[index - 1] === '-C');
  return isPlace && GIT_SHOWS.test(verb) && rest.every((word) => !word.startsWith('-') || allowed.test(word));
}

/** The effect of one command of a call on the bytes of skills. */
export type Step = {
  /** The command that runs this one, for example `sh -c`. */
  readonly around: Step | undefined;
  /** It runs where local paths can have another meaning. */
  readonly isElsewhere: boolean;
  isChanging: boolean;
  isUsing: boolean;
  /** It uses files that a search finds. */
  isFinding: boolean;
};

/**
 * Whether one command changes files while another one uses a skill. The order of the commands is not considered,
 * because of loops and background jobs.
 */
export function mixesSteps(steps: readonly Step[], hasFound: boolean): boolean {
  const using = steps.filter(({ isUsing, isFinding }) => isUsing || (hasFound && isFinding));
  const changing = steps.filter(({ isChanging }) => isChanging);
  return using.some((use) => changing.some((change) => !isWithin(use, change) && !isWithin(change, use)));
}

function isWithin(step: Step, other: Step): boolean {
  for (let each: Step | undefined = step; each !== undefined; each = each.around) if (each === other) return true;
  return false;
}
