import { isKnownShow, showsPatch } from './git-verbs.ts';
import { type Script, type SimpleCommand, toPlainText, type Word } from './shell-words.ts';
import { fromProgram, isNameProgram } from './text-commands.ts';
import { gitVerb } from './versions.ts';
import { hasAny, isBland, withCapital, withPart, wordList } from './word-list.ts';

/** The folders below which a command shows or copies files. */
export type Search = {
  readonly words: readonly Word[];
  /** The searched folder when no word names an existing place. */
  readonly base: 'none' | 'here' | 'repository';
  /** The base is searched in addition to named places. */
  readonly isAlways: boolean;
  readonly seesHidden: boolean;
};

/** The files that a script can use beyond those it names. */
type Reach = {
  /** Why it can use any file: it evaluates or expands text, or runs an unknown program. */
  readonly why: string | undefined;
  readonly searches: ReadonlyMap<SimpleCommand, Search>;
};

/** Commands that print, wait or set variables, and open no named file. */
const PRINTERS = wordList(
  'echo printf : true false sleep exit return break continue kill pkill pgrep lsof ps free uptime nproc uname whoami id hostname groups which seq shift wait type for done fi } df umask ulimit',
);
/** Commands that take names of variables. */
const OPENERS = wordList('[ [[ {');
const SETTERS = wordList('export readonly local declare typeset unset read');
/** Commands that show only the named files. */
const READERS = wordList(
  'cat tac nl head tail cut paste comm join column fold fmt rev wc tr od xxd hexdump strings md5sum shasum sha1sum sha256sum sha512sum cksum cmp diff jq sort uniq base64 tee date gzip gunzip zcat unzip',
);
const GREPS = wordList('grep egrep fgrep rg');
const AWKS = wordList('awk gawk nawk mawk');
const MOVERS = wordList('cd pushd popd');
const COPIERS = wordList('cp mv ln tar');
/** Development tools: they run the project's code, like a named script. */
const TOOLS = wordList(
  'npm npx pnpm pnpx yarn bun bunx corepack tsc vitest jest mocha ava playwright cypress eslint prettier biome oxlint stylelint vite webpack rollup esbuild next nuxt astro turbo nx lerna tsup prisma pip pip3 pipx uv uvx poetry pdm pytest ruff black mypy flake8 isort tox nox pre-commit cargo rustc rustfmt go gofmt golangci-lint javac mvn gradle dotnet swift xcodebuild bundle rake rails rspec rubocop composer phpunit make cmake ninja meson bazel terraform kubectl helm docker docker-compose podman assay claude gemini codex copilot cursor-agent opencode',
);
/** Tools that take quoted file patterns and do not evaluate them. */
const PATTERNED = wordList('eslint prettier biome oxlint stylelint vitest jest mocha ruff black');
const INTERPRETERS = wordList('node tsx ts-node deno python ruby perl php java lua Rscript');
const SHELLS = wordList('sh bash zsh dash ksh . source');
/** Python modules that run development tools. */
const MODULES = wordList('pytest pip venv unittest mypy black ruff flake8 isort build coverage');
const GH_NOUNS = wordList('pr issue run repo release label search workflow auth status api');
const CONTAINERS = wordList('docker docker-compose podman kubectl');
/** The arguments are another command line for a container. */
const ELSEWHERE = wordList('run exec cp attach debug alpha');

/** Characters that change the meaning of a text when it is evaluated. */
const EXPANDED = /[$`;|&<>(){}*?[\]~!\\'"#\n]/;
/** Options with which a program evaluates a text or reads file names. */
const EVALUATES = /^(?:-c|--?e|-p|--call|--eval|--print|--exec|--config-env|--shell-mode|--script-shell)(?:=.*)?$/s;
/** Tools for which these options have another meaning. */
const OTHER_OPTIONS = wordList(
  'tsc cargo docker docker-compose podman claude gemini codex copilot cursor-agent opencode pytest',
);
const INTERPRETER_OPTION = /^(?:-[vVhuBOWEsqd]+|--(?!eval|print|exec|interactive|call|run)[\w-]+(?:=.*)?)$/s;
const LISTS = /^--(?:f|fi|fil|file|files|files0.*|compress.*|from.*)(?:=.*)?$/s;
/** Words with which a program of jq reads modules, from a folder that can be spelled with escapes. */
const JQ_MODULES = /\b(?:import|include|modulemeta)\b/;
/** `curl` expands braces and brackets in the scheme of an address, too. */
const GLOBBED_SCHEME = /(?:^|=)[\w+.,{}[\]-]*[{[][\w+.,{}[\]-]*:/;
const ARITHMETIC = /^-(?:v|eq|ne|lt|le|gt|ge)$/;
/** Variables that change which program a shell starts or where a program looks for files. */
const STEERING = withCapital(
  () =>
    /^(?:-v)?(?:PATH|CDPATH|IFS|HOME|PWD|OLDPWD|GLOBIGNORE|ENV|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|ZDOTDIR|TMPDIR|\w*OPT(?:ION)?S|(?:LD|DYLD|BASH|GIT|RIPGREP|GREP|LESS|JQ|FD|GCONV|LOCPATH|PYTHON|PERL5|RUBY|NODE|NPM_CONFIG|npm_config)_?\w*|\w*PRELOAD|\w*PAGER|\w*EDITOR)(?:\+?=|$)/,
);
const HARMLESS_SETTING = /^(?:NODE_ENV|PYTHONUNBUFFERED|GIT_PAGER=cat$|PAGER=cat$)/;
const SUBSCRIPT = withPart(['['], () => /\[[^\]]*[$`]/);
const ASSIGNMENT = withPart(['='], () => /^[A-Za-z_]\w*\+?=/);
const SET_OPTION = /^(?:[-+][euxo]+|pipefail|errexit|nounset|xtrace)$/;
/** Variables whose value the hook knows. */
const KNOWN = wordList('HOME PWD CLAUDE_PROJECT_DIR');
const RESET = withPart(['home', 'pwd', 'claude_project_dir'], () => /(?<!\$\{?)\b(?:HOME|PWD|CLAUDE_PROJECT_DIR)\b/);
const SYSTEM = /^(?:\/usr)?(?:\/local)?\/bin\//;

const UNKNOWN_WORD = 'a part of it is determined only when it runs';
const EVALUATED = 'it evaluates text as code';

/** Analyses one script without its nested scripts. A command counts as resolved only if everything about it is known. */
export function reachOf(script: Script, source: string): Reach {
  const searches = new Map<SimpleCommand, Search>();
  // Arithmetic evaluates the content of variables.
  if (source.includes('((') && /(?:^|[\s;&|])\(\(/.test(source)) return { why: EVALUATED, searches };
  const isReset = RESET.test(source);
  const reader = new ReachReader(script, searches, isReset);
  return { why: reader.why(), searches };
}

/** A command from its program onwards. */
type Call = {
  readonly command: SimpleCommand;
  readonly program: string;
  readonly words: readonly Word[];
  readonly args: readonly string[];
};

class ReachReader {
  readonly #script: Script;
  readonly #searches: Map<SimpleCommand, Search>;
  readonly #isReset: boolean;

  constructor(script: Script, searches: Map<SimpleCommand, Search>, isReset: boolean) {
    this.#script = script;
    this.#searches = searches;
    this.#isReset = isReset;
  }

  why(): string | undefined {
    const { commands, isPlain, isComplete } = this.#script;
    if (!isPlain || !isComplete) return 'shells can read it in more than one way';
    for (const command of commands) {
      const why = this.#whyCommand(command);
      if (why !== undefined) return why;
    }
    const runners = commands.filter((each) => isRunner(callOf(each)));
    const isWritten = commands.some((each) => !runners.includes(each) && writesFile(each));
    return isWritten && runners.length > 0 ? 'it writes a file and runs one' : undefined;
  }

  #whyCommand(command: SimpleCommand): string | undefined {
    if (!command.redirects.every((word) => this.#isLiteral(word))) return UNKNOWN_WORD;
    const plain = command.words.map(toPlainText);
    if (plain.some((word) => SUBSCRIPT.test(word))) return EVALUATED;
    const call = callOf(command);
    // `IFS= read LINE` affects only that command.
    const isHarmless = (word: string) =>
      HARMLESS_SETTING.test(word) || (call?.program === 'read' && word.startsWith('IFS='));
    if (plain.some((word) => STEERING.test(word) && !isHarmless(word)))
      return 'it changes the search path for programs';
    if (call === undefined) return undefined;
    const before = command.words.slice(0, command.words.length - call.words.length);
    return before.every((word) => this.#isLiteral(word)) ? this.#whyCall(call) : UNKNOWN_WORD;
  }

  #whyCall(call: Call): string | undefined {
    const { program, args, words } = call;
    const [first = [], ...given] = words;
    const spelled = toPlainText(first);
    if (!this.#isLiteral(first) || (hasAny(spelled, '*?[{') && !OPENERS.test(spelled))) return UNKNOWN_WORD;
    // A program named by its path runs like a script.
    if (isByPath(first)) return this.#whyInert(given);
    if (PRINTERS.test(program)) return program === 'printf' && args[0]?.startsWith('-v') ? EVALUATED : undefined;
    if (program === '[[' || program === '[' || program === 'test')
      return args.some((word) => ARITHMETIC.test(word)) && !this.#areLiteral(given) ? EVALUATED : undefined;
    // `command -v NAME`
    if (program === '-v' || program === '-V') return undefined;
    if (MOVERS.test(program))
      return this.#areLiteral(given) && !args.some((word) => /^[-+]/.test(word)) ? undefined : UNKNOWN_WORD;
    if (isNameProgram(program) || (program === 'env' && args.length === 0)) return undefined;
    if (program === 'set') return args.every((word) => SET_OPTION.test(word)) ? undefined : EVALUATED;
    if (SETTERS.test(program)) return this.#whySetter(given, args);
    if (program === 'git') return this.#whyGit(call);
    if (program === 'gh') return GH_NOUNS.test(args[0] ?? '') ? undefined : EVALUATED;
    if (program === 'xargs') return this.#whyXargs(call);
    if (program === 'find') return this.#whyFind(call);
    return this.#whyProgram(call, given);
  }

  /** Programs that need known words. */
  #whyProgram(call: Call, given: readonly Word[]): string | undefined {
    const { program, args } = call;
    if (!this.#areLiteral(given)) return UNKNOWN_WORD;
    if (GREPS.test(program)) return this.#whyGrep(call, given);
    if (READERS.test(program)) {
      if (program === 'diff' && args.some((word) => /^(?:-\w*r|--r)/.test(word))) this.#search(call, { words: given });
      if (program === 'jq' && args.some((word) => JQ_MODULES.test(word))) return EVALUATED;
      return args.some((word) => LISTS.test(word)) ? 'it reads file names from a file' : undefined;
    }
    if (program === 'sed') return isPlainSed(args) ? undefined : EVALUATED;
    if (AWKS.test(program)) return isPlainAwk(args) ? undefined : EVALUATED;
    if (program === 'tar' && !isPlainTar(args)) return EVALUATED;
    if (COPIERS.test(program)) {
      this.#search(call, { words: sourcesOf(call, given) });
      return undefined;
    }
    if (program === 'curl' || program === 'wget') return isPlainDownload(program, args) ? undefined : UNKNOWN_WORD;
    const name = withoutVersion(program);
    if (isShellText(call.command)) return undefined;
    if (SHELLS.test(program)) return isScriptFile(args, /^-[euxl]+$/) ? this.#whyInert(given) : EVALUATED;
    if (INTERPRETERS.test(name)) return isInterpreted(name, args) ? this.#whyInert(given) : EVALUATED;
    if (!TOOLS.test(program)) return `${program} may use files that it does not name`;
    if (this.#isPiped(call.command) || (!OTHER_OPTIONS.test(program) && evaluates(args))) return EVALUATED;
    if (CONTAINERS.test(program) && args.some((word) => ELSEWHERE.test(word)))
      return 'it runs a command in a container';
    return this.#whyInert(given, args.some((word) => PATTERNED.test(word)) || PATTERNED.test(program));
  }

  /** Whether the command gets text on its input, which it could run. */
  #isPiped(command: SimpleCommand): boolean {
    const first = this.#script.commands.find((each) => each.pipeline === command.pipeline);
    return first !== command || command.texts.length > 0;
  }

  #whySetter(given: readonly Word[], args: readonly string[]): string | undefined {
    if (args.some((word) => /^[-+]/.test(word) && !/^-[xrgaA]+$/.test(word))) return EVALUATED;
    const isNamed = (word: Word, index: number) => ASSIGNMENT.test(args[index] ?? '') && word[0]?.kind === 'text';
    return given.every((word, index) => isNamed(word, index) || this.#isLiteral(word)) ? undefined : EVALUATED;
  }

  /** Resolves `PATTERN PATH…` with options that take no separate value. In any other form the current folder also counts as searched. */
  #whyGrep(call: Call, given: readonly Word[]): string | undefined {
    const { program, args } = call;
    if (args.some((word) => /^--(?:pre|hostname-bin)/.test(word))) return EVALUATED;
    const isRg = program === 'rg';
    if (!isRg && !args.some((word) => /^(?:-\w*[rRd]|--(?:r|der|dir))/.test(word))) return undefined;
    const seesHidden = !isRg || args.some((word) => /^(?:-\w*[uL.]|--(?:hidden|unr|follow|no-ig))/.test(word));
    const values = isRg ? /^-[ABCmtTg]$/ : /^-[ABCm]$/;
    const simple =
      /^(?:-[rRnilHhwEFPocsvLNSU.u]+|-[ABCm]\d+|--(?:include|exclude|exclude-dir|color|hidden|glob|type)(?:=.*)?)$/s;
    const operands = given.filter((_, at) => !args[at]?.startsWith('-') && !values.test(args[at - 1] ?? ''));
    const isSimple = args.every((word) => !word.startsWith('-') || simple.test(word) || values.test(word));
    const words = operands.slice(1);
    this.#search(call, {
      words,
      base: words.length > 0 && isSimple ? 'none' : 'here',
      isAlways: !isSimple,
      seesHidden,
    });
    return undefined;
  }

  #whyGit(call: Call): string | undefined {
    const { args, words } = call;
    const { verb, rest } = gitVerb(args);
    const own = args.slice(0, args.length - rest.length - 1);
    const isPlace = own.every((word, at) => /^(?:-C|--no-pager|-P)$/.test(word) || own[at - 1] === '-C');
    const given = words.slice(words.length - rest.length);
    const isMessage = (at: number) =>
      /^(?:-\w*m|--message)$/.test(rest[at - 1] ?? '') || /^--message=/.test(rest[at] ?? '');
    const operands = given.filter((_, at) => !isMessage(at));
    if (!isPlace || !this.#areLiteral(words.slice(0, words.length - rest.length))) return EVALUATED;
    if (!this.#areLiteral(operands)) return UNKNOWN_WORD;
    if (showsPatch(verb, rest)) {
      // Without a path it shows files of the whole repository.
      const paths = given.filter((_, at) => !rest[at]?.startsWith('-') && !/[*?[:\\]/.test(rest[at] ?? ''));
      const isOne = rest.some((word) => /^[\w./~^@-]+:[\w./@+-]+$/.test(word));
      const isWide = rest.some((word) => !word.startsWith('-') && /[*?[\\]|^:/.test(word));
      if (!isOne) this.#search(call, { words: paths, base: 'repository', isAlways: isWide });
      return undefined;
    }
    if (!isKnownShow(verb, rest)) return `git ${verb} can read files that it does not name`;
    return undefined;
  }

  /** The started program gets names that a search in the same pipeline prints. */
  #whyXargs(call: Call): string | undefined {
    const { command, args, words } = call;
    let at = 0;
    while (args[at]?.startsWith('-')) {
      if (!/^-(?:[0rt]+|[nPLId]|I\S+|[nPL]\d+)$/.test(args[at] ?? '')) return EVALUATED;
      at += /^-[nPLId]$/.test(args[at] ?? '') ? 2 : 1;
    }
    const peers = this.#script.commands.filter((each) => each.pipeline === command.pipeline);
    const before = peers.slice(0, peers.indexOf(command));
    const finders = before.filter((each) => programsOf(each) === 'find');
    if (
      finders.length === 0 ||
      !before.every((each) => /^(?:find|sort|head|tail|uniq|grep|wc)$/.test(programsOf(each)))
    )
      return 'it reads file names from its input';
    for (const finder of finders) this.#searchFound(finder, toPlainText(words[at + 1] ?? []));
    return this.#whyStarted(command, words.slice(at + 1));
  }

  #whyFind(call: Call): string | undefined {
    const { command, args, words } = call;
    if (!this.#areLiteral(words)) return UNKNOWN_WORD;
    const at = args.findIndex((word) => /^-(?:exec|ok)/.test(word));
    const own = at < 0 ? args : args.slice(0, at);
    if (own.some((word) => /^-(?:files0|fprint|fls)/.test(word))) return 'it writes file names';
    if (at < 0) return undefined;
    const end = args.findIndex((word, index) => index > at && /^[;+]$/.test(word));
    if (end < 0 || args.slice(end + 1).some((word) => /^-(?:exec|ok|fprint|fls)/.test(word))) return EVALUATED;
    this.#searchFound(command, args[at + 1] ?? '');
    return this.#whyStarted(command, words.slice(at + 2, end + 1));
  }

  /** A program that gets the found files must be one that only shows them. */
  #whyStarted(command: SimpleCommand, words: readonly Word[]): string | undefined {
    const [program = '', ...args] = words.map(toPlainText);
    const isShow = READERS.test(program) || isNameProgram(program) || /^(?:[ef]?grep|echo)$/.test(program);
    if (!isShow) return `${program} uses files that it finds by a search`;
    return this.#whyProgram({ command, program, words, args }, words.slice(1));
  }

  /** A program that only shows names does not show the found content. */
  #searchFound(command: SimpleCommand, started: string): void {
    const call = callOf(command);
    if (call === undefined || isNameProgram(started) || started === 'echo') return;
    const end = call.args.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLP]$/.test(word));
    const words = call.words
      .slice(1, end < 0 ? undefined : end + 1)
      .filter((word) => !toPlainText(word).startsWith('-'));
    this.#search(call, { words, base: words.length > 0 ? 'none' : 'here' });
  }

  #search({ command }: Call, search: Partial<Search> & Pick<Search, 'words'>): void {
    this.#searches.set(command, { base: 'none', isAlways: false, seesHidden: true, ...search });
  }

  /** A program may evaluate its arguments, so they must contain nothing to expand. */
  #whyInert(given: readonly Word[], hasPatterns = false): string | undefined {
    if (!this.#areLiteral(given)) return UNKNOWN_WORD;
    return given.every((word) => word.every((part) => isInert(part, hasPatterns))) ? undefined : EVALUATED;
  }

  #areLiteral(words: readonly Word[]): boolean {
    return words.every((word) => this.#isLiteral(word));
  }

  #isLiteral(word: Word): boolean {
    return word.every((part, index) => {
      if (part.kind === 'variable') return KNOWN.test(part.name) && part.fallback === undefined && !this.#isReset;
      if (part.kind === 'opaque') return false;
      if (index === 0 && (part.text.startsWith('/proc/') || part.text.startsWith('/dev/fd/'))) return false;
      return part.isQuoted || !part.text.includes('~') || !/(?:^|[=:])~[^/]/.test(part.text);
    });
  }
}

const isInert = (part: Word[number], hasPatterns: boolean): boolean => {
  if (part.kind !== 'text' || isBland(part.text)) return true;
  // The shell itself expands an unquoted pattern.
  const isWide = !part.isQuoted && hasAny(part.text, '*?[]{}~!#');
  const text = isWide ? part.text.replaceAll(/[*?[\]{}~!#]/g, '') : part.text;
  return !EXPANDED.test(hasPatterns ? text.replaceAll(/[*?[\]{}!]/g, '') : text);
};

const evaluates = (args: readonly string[]): boolean =>
  args.some((word) =>
    word.startsWith('-') ? EVALUATES.test(word) || /\s/.test(word) : args.includes('exec') && /\s/.test(word),
  );

/** The last operand of a copy is its destination. */
function sourcesOf({ program, args }: Call, given: readonly Word[]): readonly Word[] {
  const operands = given.filter((_, at) => !args[at]?.startsWith('-'));
  const isTargetLast = program !== 'tar' && !args.some((word) => /^(?:-\w*t|--t)/.test(word));
  return operands.length > 1 && isTargetLast ? operands.slice(0, -1) : operands;
}

const isByPath = (word: Word | undefined): boolean => {
  const spelled = toPlainText(word ?? []);
  return spelled.includes('/') && !SYSTEM.test(spelled);
};

/** The command after assignments, keywords and programs that start the next word. */
function callOf(command: SimpleCommand): Call | undefined {
  for (let words = command.words; ; ) {
    const [program, ...args] = fromProgram(words.map(toPlainText));
    if (program === undefined) return undefined;
    words = words.slice(words.length - args.length - 1);
    const isStarted = !isByPath(words[0]);
    if (isStarted && program === 'timeout' && /^\d+[smh]?$/.test(args[0] ?? '')) words = words.slice(2);
    else if (isStarted && program === 'env' && ASSIGNMENT.test(args[0] ?? '')) words = words.slice(1);
    else return { command, program, words, args };
  }
}

/** `bash -c TEXT`: the text is analysed like the surrounding script. */
export function isShellText(command: SimpleCommand): boolean {
  const { program = '', words = [], args = [] } = callOf(command) ?? {};
  const isKnown = words[2]?.every(({ kind }) => kind === 'text') === true;
  return SHELLS.test(program) && !isByPath(words[0]) && args.length === 2 && /^-l?c$/.test(args[0] ?? '') && isKnown;
}

const programsOf = (command: SimpleCommand): string => callOf(command)?.program ?? '';

/** `python3.12` is `python`. */
const withoutVersion = (program: string): string =>
  '0123456789.'.includes(program.at(-1) ?? ' ') ? program.replace(/[\d.]+$/, '') : program;

const isRunner = (call: Call | undefined): boolean => {
  if (call === undefined) return false;
  return (
    SHELLS.test(call.program) ||
    INTERPRETERS.test(withoutVersion(call.program)) ||
    TOOLS.test(call.program) ||
    isByPath(call.words[0])
  );
};

function writesFile(command: SimpleCommand): boolean {
  const isReal = (word: Word) => !/^(?:\/dev\/(?:null|stdout|stderr)|\d|-)$/.test(toPlainText(word));
  return (command.isWriting && command.redirects.some(isReal)) || programsOf(command) === 'tee';
}

function isScriptFile(args: readonly string[], option: RegExp): boolean {
  const at = args.findIndex((word) => !option.test(word));
  return at >= 0 && !/^(?:[-+]|\/dev\/|$)/.test(args[at] ?? '');
}

function isInterpreted(name: string, args: readonly string[]): boolean {
  if (name === 'python' && args[0] === '-m') return MODULES.test(args[1] ?? '');
  if (name === 'deno') return /^(?:run|test|task|fmt|lint|check)$/.test(args[0] ?? '');
  if (
    args.some((word) => /^(?:--version|--help|-v|-V|--test)$/.test(word)) &&
    args.every((word) => !/^-[a-z]*[ecpr]/.test(word))
  )
    return true;
  return isScriptFile(args, INTERPRETER_OPTION);
}

/** `tar -czf FILE FOLDER…`, `tar -xzf FILE -C FOLDER`. */
const isPlainTar = ([first = '', ...rest]: readonly string[]): boolean =>
  /^-?[cxtzjJv]+f?$/.test(first) && rest.every((word) => !word.startsWith('-') || /^(?:-C|--exclude=.*)$/s.test(word));

const SUBSTITUTION = /^s([/|#,@])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiI\d]*$/;
const ADDRESSED = /^(?:(?:\d+|\$|\/[^/\\\n]*\/)(?:,(?:\d+|\$|\/[^/\\\n]*\/))?)?[pdq=]$/;

/** Prints, deletes and substitutes only. Its script runs no command and reads or writes no file. */
function isPlainSed(args: readonly string[]): boolean {
  if (
    !args.every(
      (word) =>
        !word.startsWith('-') ||
        /^(?:-[nErisuze]+|-i\.\w+|--(?:quiet|regexp-extended|in-place|expression=.*))$/s.test(word),
    )
  )
    return false;
  const given = args.flatMap((word, at) =>
    /^-\w*e$/.test(args[at - 1] ?? '') ? [word] : word.startsWith('--expression=') ? [word.slice(13)] : [],
  );
  const scripts = given.length > 0 ? given : args.filter((word) => !word.startsWith('-')).slice(0, 1);
  return (
    scripts.length > 0 &&
    scripts.every((script) =>
      script
        .split(/;(?=\s*(?:\d|\$|\/|s[/|#,@]))/)
        .every((each) => SUBSTITUTION.test(each.trim()) || ADDRESSED.test(each.trim())),
    )
  );
}

function isPlainAwk(args: readonly string[]): boolean {
  const at = args.findIndex((word, index) => !word.startsWith('-') && !/^-[Fv]$/.test(args[index - 1] ?? ''));
  const isOption = (word: string, index: number) =>
    index >= at || /^-[Fv]/.test(word) || /^-[Fv]$/.test(args[index - 1] ?? '');
  return (
    at >= 0 &&
    args.every(isOption) &&
    !/\b(?:system|getline|ARG\w+|SYMTAB|ENVIRON|close|include|load|extension)\b|[|>@]/.test(args[at] ?? '')
  );
}

/** Without `file:` addresses and files that contain file names. */
const isPlainDownload = (program: string, args: readonly string[]): boolean =>
  !args.some(
    (word) =>
      /file:/i.test(word) ||
      (program === 'curl'
        ? GLOBBED_SCHEME.test(word) || /^-\w*K|^--(?:conf|proto|expand)/.test(word)
        : /^-\w*[ie]\b|^--(?:inp|exe|use|conf)/.test(word)),
  );
