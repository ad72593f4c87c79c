import { UNKNOWN_VALUE, type Variables } from './expand-word.ts';
import { type SimpleCommand, toPlainText, type Word } from './shell-words.ts';
import { fromProgram, isNameProgram } from './text-commands.ts';
import { type Call, callsIn, gitVerb } from './versions.ts';
import { wordList } from './word-list.ts';

/** Programs that run the text or the file that they are given. */
const RUNNERS = wordList(
  'sh bash zsh dash ksh fish csh tcsh eval source . exec xargs parallel env su sudo ssh script expect watch at batch crontab make just osascript pwsh powershell',
);
const INTERPRETERS = wordList('python node perl ruby php lua deno bun awk gawk tclsh');
const runsText = (program: string): boolean =>
  RUNNERS.test(program) || INTERPRETERS.test(program.replace(/[\d.]+$/, ''));
/** Programs that show what is in a file, or put it under another name. */
const READERS = wordList(
  'cat tac nl head tail less more bat sed grep egrep fgrep rg cut paste sort strings od xxd hexdump base64 diff cp mv ln install rsync scp tar zip dd awk gawk nawk mawk comm join column fold fmt pr jq yq',
);
/** Programs whose output names files below the folders that they are given, or below the current one. */
const FINDERS = wordList('find fd fdfind ls tree git grep egrep fgrep rgrep zgrep ugrep ug rg ag ack');
/** Programs in a pipeline or a substitution that add no names of files of their own. */
const SILENT = wordList(
  'head tail sort uniq wc xargs parallel read do done date pwd nproc whoami id uname hostname basename dirname realpath sh bash',
);
const EXEC = wordList('-exec -execdir -ok -okdir -x -X --exec --exec-batch xargs parallel');
const EXEC_OF_FD = /^(?:-[HIuaLpsiFgl0q1]*[xX].*|--exec(?:-batch)?(?:=.*)?)$/s;
/** Options of `fd` whose value is the next word. */
const VALUES_OF_FD =
  /^(?:-[HIuaLpsiFgl0q1]*[dteESjcoC]|--(?:(?:max-|min-|exact-)?depth|type|extension|exclude|size|threads|color|owner))$/;
/** Options of searches through text whose value can be the next word. */
const TAKES_VALUE = /^-\w*[ABCDEMTdefgjmt]$/;
/** Another program stands behind these. */
const WRAPPERS = wordList('sudo doas env nice exec stdbuf timeout busybox toybox');
/** Programs that run what they read from their input, when they are given nothing else. */
const SHELLS = /^(?:(?:ba|da|c|tc|k|z|fi)?sh|python|node|perl|ruby|php|lua|at|batch)$/;
const SHELL_VALUES = /^(?:[-+]\w*[oO]|--(?:rcfile|init-file))$/;
const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/(?:self|thread-self)\/fd\/0)$/;
const STARTERS = wordList('find fd fdfind xargs parallel sudo env nice time');

/** What a command does with files that only running it would name. */
export type FoundUse = {
  /** `run`: the files are run for sure. `use`: they are run, read or copied. */
  readonly kind: 'run' | 'use';
  /** It searches by itself; else the names come from elsewhere in the command line. */
  readonly isSearch: boolean;
};

export function findUse({ words }: SimpleCommand, variables: Variables): FoundUse | undefined {
  const plain = words.map(toPlainText);
  const [program = '', ...args] = fromProgram(plain);
  const given = words.slice(words.length - args.length);
  const started = startedBy(program, plain);
  if (started !== undefined) {
    const isSearch = !/^(?:xargs|parallel)$/.test(program);
    if (started.startsWith('{}') || runsText(started)) return { kind: 'run', isSearch };
    return isNameProgram(started) || /^(?:echo|printf|)$/.test(started) ? undefined : { kind: 'use', isSearch };
  }
  if (toolsIn(plain).some(isSearching)) return { kind: 'use', isSearch: true };
  const isFound = (word: Word) => isFoundWord(word, variables);
  const first = fromProgram(plain).length === 0 ? [] : (words[words.length - args.length - 1] ?? []);
  const script = args.findIndex((word) => !word.startsWith('-'));
  const operands = runsText(program) ? given.slice(0, script < 0 ? undefined : script + 1) : [];
  const isUnknown = (word: Word) =>
    isFound(word) || word.some((part) => part.kind === 'variable' && !part.fallback && !variables.has(part.name));
  const isUsed = isFound(first) || operands.some(isUnknown) || (READERS.test(program) && given.some(isFound));
  return isUsed ? { kind: 'use', isSearch: false } : undefined;
}

/** The program that a search or `xargs` gives its files to. */
function startedBy(program: string, plain: readonly string[]): string | undefined {
  const isFd = /^fd(?:find)?$/.test(program);
  const at = plain.findIndex((word) => EXEC.test(word) || (isFd && EXEC_OF_FD.test(word)));
  if (at < 0 || !STARTERS.test(program)) return undefined;
  const [, glued] = /^(?:-\w*?[xX]|--exec(?:-batch)?=)(.+)$/s.exec(plain[at] ?? '') ?? [];
  if (isFd && glued !== undefined) return glued.slice(glued.lastIndexOf('/') + 1);
  const word = plain.slice(at + 1).find((each) => !each.startsWith('-')) ?? '';
  return word.startsWith('{}') ? word : word.slice(word.lastIndexOf('/') + 1);
}

/** The calls that a command can be: the program itself, or one behind `sudo` and the like. */
function toolsIn(plain: readonly string[]): readonly Call[] {
  const words = fromProgram(plain);
  const [program = '', ...args] = words;
  return WRAPPERS.test(program) ? callsIn(words) : [{ program, args }];
}

const isSearching = ({ program, args }: Call): boolean => isRecursive(program, args) || isRelocation(program, args);

/** Does it print names of files? A search through text that it is given prints none. */
function printsNames({ program, args }: Call): boolean {
  if (!FINDERS.test(program)) return false;
  if (program === 'git') return /^(?:ls-files|ls-tree|grep)$/.test(gitVerb(args).verb) || args.includes('--name-only');
  const isText = /grep$|^(?:ug|rg|ag|ack)$/.test(program);
  return !isText || isRecursive(program, args) || args.some((word) => /^(?:-\w*[lg]\w*|--files.*)$/.test(word));
}

/** A shell or an interpreter that runs the text of its input. */
function runsInput({ program, args }: Call): boolean {
  const name = program.replace(/[\d.]+$/, '');
  if (!SHELLS.test(name)) return false;
  if (/^(?:at|batch)$/.test(name)) return !args.some((word) => word.startsWith('-f'));
  if (name.endsWith('sh') && args.some((word) => /^-\w*s/.test(word))) return true;
  const operand = args.find(
    (word, at) =>
      word === '-' || !(/^[-+]/.test(word) || (name.endsWith('sh') && SHELL_VALUES.test(args[at - 1] ?? ''))),
  );
  return operand === undefined || INPUT.test(operand);
}

/** Does a shell run what a search in the same pipeline prints? */
export const runsNames = (command: SimpleCommand, all: readonly SimpleCommand[]): boolean =>
  toolsIn(command.words.map(toPlainText)).some(runsInput) &&
  all.some(
    (each) =>
      each !== command && each.pipeline === command.pipeline && toolsIn(each.words.map(toPlainText)).some(printsNames),
  );

/** Does it take names of files from its input? */
export const takesNames = ({ words }: SimpleCommand): boolean =>
  toolsIn(words.map(toPlainText)).some(
    ({ program, args }) => /^(?:xargs|parallel|read|mapfile|readarray)$/.test(program) || copiesNames(program, args),
  );

/** Copies or packs the files that its input names. */
function copiesNames(program: string, args: readonly string[]): boolean {
  const has = (option: RegExp) => args.some((word) => option.test(word));
  if (program === 'cpio') return has(/^(?:-\w*[op]|--(?:cr|pa))/);
  if (program === 'pax') return has(/^-\w*w/);
  if (program === 'zip') return has(/^-\w*@/);
  return /^(?:(?:bsd|g)?tar|rsync)$/.test(program) && has(/^(?:-\w*T|--files-f)/);
}

/** Shows the text of every file below a folder, hidden ones with the others. */
function isRecursive(program: string, args: readonly string[]): boolean {
  if (/^(?:rgrep|ugrep|ug)$/.test(program)) return true;
  if (/^[efz]?grep$/.test(program)) return args.some((word) => /^(?:-\w*[rRd]|--(?:r|der|dir))/.test(word));
  if (program === 'git') return args.includes('grep');
  if (program === 'diff') return args.some((word) => /^(?:-\w*r|--r)/.test(word));
  // A link that is followed leads to what is hidden as well.
  const isFollowing = program === 'ag' ? /^-\w*f/ : /^-\w*L/;
  return (
    /^(?:rg|ag|ack)$/.test(program) &&
    args.some((word) => /^(?:--hidden|--unrestricted|--follow|-\w*[u.]\w*|-\.)$/.test(word) || isFollowing.test(word))
  );
}

/** Gives a folder another path, or copies what links in it lead to: the path of a skill below it then no longer shows. */
function isRelocation(program: string, args: readonly string[]): boolean {
  const has = (option: RegExp) => args.some((word) => option.test(word));
  if (/^(?:ln|mount|mv|rsync|ditto)$/.test(program)) return args.length > 0;
  if (copiesNames(program, args)) return true;
  if (program === 'cp') return has(/^(?:-\w*[rRaL]|--(?:der|rec|ar))/);
  if (program === 'scp') return has(/^-\w*r/);
  if (program === 'git') return isGitRelocation(args);
  if (program === 'zip') return args.length > 0 && !has(/^(?:-\w*y\w*|--symlinks)$/);
  if (/^7z[arz]?$/.test(program)) return args[0] === 'a';
  return (
    /^(?:bsd|g)?tar$/.test(program) &&
    (/^-?[a-zA-Z]*[cru]/.test(args[0] ?? '') || has(/^(?:-\w*[cru]|--(?:c|cr\w*|ap\w*|up\w*)$)/))
  );
}

/** Takes the files of the repository to another folder. */
function isGitRelocation(args: readonly string[]): boolean {
  const { verb, rest } = gitVerb(args);
  if (verb === 'worktree') return /^(?:add|move)$/.test(rest[0] ?? '');
  return /^(?:clone|archive|checkout-index)$/.test(verb);
}

/** What a relocation takes files from: its last operand is where they go, unless an option says where. No words: the current folder. */
function sourcesOf({ program, args }: Call, words: readonly Word[]): readonly Word[] {
  if (program === 'git') return gitSources(args, words);
  const operands = words.filter((_, index) => !args[index]?.startsWith('-'));
  const isTargetLast = /^(?:cp|scp|mv|rsync|ditto)$/.test(program) && !args.some((word) => /^(?:-\w*t|--t)/.test(word));
  return isTargetLast && operands.length > 1 ? operands.slice(0, -1) : operands;
}

/** A clone is of the repository that it names, everything else of the one around. */
function gitSources(args: readonly string[], words: readonly Word[]): readonly Word[] {
  const { verb, rest } = gitVerb(args);
  const own = words.filter((_, index) => index < args.length - rest.length && args[index - 1] === '-C');
  if (verb !== 'clone') return own;
  const operands = words.slice(args.length - rest.length).filter((_, index) => !rest[index]?.startsWith('-'));
  return [...own, ...(operands.length > 1 ? operands.slice(0, -1) : operands)];
}

/** Does another part of the command line say what this is? */
export const isFoundWord = (word: Word, variables: Variables): boolean =>
  word.some(
    (part) =>
      part.kind === 'opaque' ||
      (part.kind === 'variable' && (variables.get(part.name)?.includes(UNKNOWN_VALUE) ?? false)),
  );

/** Folders by their words, where none means the current one. `isGuess`: which words are folders depends on options. */
type Folders = { readonly words: readonly Word[]; readonly isGuess: boolean };

/** Where the names come from that a command prints: `all` for anywhere, folders, or nowhere. */
export function sourceOf(command: SimpleCommand): 'all' | 'none' | Folders {
  const tools = toolsIn(command.words.map(toPlainText));
  const tool = tools.find(isSearching) ?? tools[0] ?? { program: '', args: [] };
  const { program, args } = tool;
  const given = command.words.slice(command.words.length - args.length);
  if (isRelocation(program, args)) return { words: sourcesOf(tool, given), isGuess: false };
  if (!FINDERS.test(program)) return program === '' || SILENT.test(program) ? 'none' : 'all';
  if (program === 'find') {
    const end = args.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLP]$/.test(word));
    return { words: given.slice(0, end < 0 ? undefined : end), isGuess: false };
  }
  const operands = given.filter((_, index) => isOperand(tool, index));
  if (/^(?:ls|tree)$/.test(program)) return { words: operands, isGuess: false };
  // The first operand of the others is a pattern or a verb.
  const isGuess = /^fd(?:find)?$/.test(program) || args.some((word) => TAKES_VALUE.test(word));
  return { words: program === 'git' ? [] : operands.slice(1), isGuess };
}

function isOperand({ program, args }: Call, index: number): boolean {
  const isPlain = !args[index]?.startsWith('-');
  if (!/^fd(?:find)?$/.test(program)) return isPlain;
  const end = args.findIndex((word) => EXEC_OF_FD.test(word));
  return isPlain && (end < 0 || index < end) && !VALUES_OF_FD.test(args[index - 1] ?? '');
}
