import { UNKNOWN_VALUE, type Variables } from './expand-word.ts';
import { type SimpleCommand, toPlainText, type Word } from './shell-words.ts';
import { fromProgram, isNameProgram } from './text-commands.ts';
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
  if (isRecursive(program, args) || isRelocation(program, args)) return { kind: 'use', isSearch: true };
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
  const at = plain.findIndex((word) => EXEC.test(word));
  if (at < 0 || !STARTERS.test(program)) return undefined;
  const word = plain.slice(at + 1).find((each) => !each.startsWith('-')) ?? '';
  return word.startsWith('{}') ? word : word.slice(word.lastIndexOf('/') + 1);
}

/** Shows the text of every file below a folder, hidden ones with the others. */
function isRecursive(program: string, args: readonly string[]): boolean {
  if (/^(?:rgrep|ugrep|ug)$/.test(program)) return true;
  if (/^[efz]?grep$/.test(program)) return args.some((word) => /^(?:-\w*[rRd]|--(?:r|der|dir))/.test(word));
  if (program === 'git') return args.includes('grep');
  if (program === 'diff') return args.some((word) => /^(?:-\w*r|--r)/.test(word));
  return (
    /^(?:rg|ag|ack)$/.test(program) && args.some((word) => /^(?:--hidden|--unrestricted|-\w*[u.]\w*|-\.)$/.test(word))
  );
}

/** Gives a folder another path, or copies what links in it lead to: the path of a skill below it then no longer shows. */
function isRelocation(program: string, args: readonly string[]): boolean {
  const has = (option: RegExp) => args.some((word) => option.test(word));
  if (/^(?:ln|mount|mv|rsync|ditto)$/.test(program)) return true;
  if (program === 'cp') return has(/^(?:-\w*[rRaL]\w*|--dereference|--recursive|--archive)$/);
  if (program === 'git') return has(/^(?:clone|worktree)$/);
  if (program === 'zip') return !has(/^(?:-\w*y\w*|--symlinks)$/);
  if (/^7z[arz]?$/.test(program)) return args[0] === 'a';
  return /^(?:bsd)?tar$/.test(program) && (/^-?[a-zA-Z]*c/.test(args[0] ?? '') || has(/^(?:-\w*c|--create)/));
}

/** What a relocation takes files from: its last operand is where they go, unless an option says where. */
function sourcesOf(program: string, words: readonly Word[], args: readonly string[]): readonly Word[] {
  const operands = words.filter((_, index) => !args[index]?.startsWith('-'));
  const isTargetLast = /^(?:cp|mv|rsync|ditto|git)$/.test(program) && !args.some((word) => /^(?:-\w*t|--t)/.test(word));
  return isTargetLast && operands.length > 1 ? operands.slice(0, -1) : operands;
}

/** Does another part of the command line say what this is? */
export const isFoundWord = (word: Word, variables: Variables): boolean =>
  word.some(
    (part) =>
      part.kind === 'opaque' ||
      (part.kind === 'variable' && (variables.get(part.name)?.includes(UNKNOWN_VALUE) ?? false)),
  );

/** Where the names come from that a command prints: `all` for anywhere, folders by their words, or nowhere. */
export function sourceOf(command: SimpleCommand): 'all' | 'none' | readonly Word[] {
  const [program = '', ...args] = fromProgram(command.words.map(toPlainText));
  if (isRelocation(program, args))
    return sourcesOf(program, command.words.slice(command.words.length - args.length), args);
  if (!FINDERS.test(program)) return program === '' || SILENT.test(program) ? 'none' : 'all';
  const given = command.words.slice(command.words.length - args.length);
  if (program === 'find') {
    const end = args.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLP]$/.test(word));
    return given.slice(0, end < 0 ? undefined : end);
  }
  const operands = given.filter((_, index) => !args[index]?.startsWith('-'));
  // The first operand of the others is a pattern or a verb.
  return /^(?:ls|tree)$/.test(program) ? operands : program === 'git' ? [] : operands.slice(1);
}
