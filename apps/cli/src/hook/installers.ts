import { anyCase, withPart, wordList } from './word-list.ts';

/** Programs that fetch and run another program. The next word names the package. */
const RUNNERS = wordList('npx bunx pnpx uvx');
const PACKAGE_MANAGERS = wordList('npm pnpm yarn bun pipx deno');
const RUN_VERBS = wordList('exec x dlx run');
/** Agent hosts with their own commands for installing skills and plugins. */
const HOST_NAMES =
  'claude gemini codex copilot cursor gh opencode openclaw clawdbot moltbot amp droid kiro qwen goose auggie windsurf factory vibe crush hermes pi';
const HOSTS = withPart(
  HOST_NAMES.split(' '),
  () =>
    /(?:^|[/@-])(?:claude|claude-code|gemini|gemini-cli|codex|copilot|cursor|cursor-agent|gh|opencode|openclaw|clawdbot|moltbot|amp|droid|kiro|kiro-cli|qwen|qwen-code|goose|auggie|windsurf|factory|vibe|crush|hermes|pi)(?:@[\w.^~-]+)?$/,
);
const NOUNS = wordList('skill skills plugin plugins extension extensions marketplace marketplaces');
/** GitHub's own command also has extensions that are not skills. */
const GH_NOUNS = wordList('skill skills');
/** A package or program whose name indicates skills. */
const SKILL_PROGRAM = withPart(
  ['skill', 'clawhub'],
  () => /^(?:npm:|github:)?(?:@?[\w.-]+\/)*[\w.-]*(?:skill|clawhub)[\w.-]*(?:@[\w.^~*-]+)?$/i,
);
/** A program of that kind without a file extension: `skills`, `./node_modules/.bin/skills`, but not `build-skills.sh`. */
const SKILL_BINARY = withPart(
  ['skill', 'clawhub'],
  () =>
    /^(?:.*\/)?(?:skills?|skills?-(?:cli|lock|kit)|openskills?|skillkit|skillfish|add-skills?|agent-?skills?|clawhub)(?:@[\w.^~*-]+)?$/i,
);
const IN_MODULES = withPart(['node_modules'], () => /node_modules\/(?:@[\w.-]+\/)?[\w.-]*skill[\w.-]*\//i);

/** Installer verbs that write nothing to disk. All others count as an installation. */
const HARMLESS = anyCase(
  'list ls find search remove rm uninstall disable check help view info show outdated login logout whoami publish validate preview browse init create new lint test doctor --help -h --version -v',
);
const VERBS =
  /^(?:experimental_\w+|a|add|i|in|ci|install|link|update|upgrade|up|sync|restore|import|get|pull|fetch|clone|use|apply|enable|marketplace)$/i;

/** Options that do not change the source or the installer. Any other option can select other bytes than the address. */
const PLAIN_OPTIONS =
  /^(?:-y|--yes|-g|--global|-q|--quiet|--silent|--verbose|--all|--copy|--json|--consent|--(?:skill|agents?|scope|target|client)=[\w@.*,-]+)$/;
const PLACE_OPTIONS = /^(?:-q|--quiet|-v|--verbose|--progress|--single-branch|--depth(?:=\d+)?)$/;
const PLAIN_VARIABLES = /^(?:CI|NO_COLOR|FORCE_COLOR|DO_NOT_TRACK|DISABLE_TELEMETRY)=/;
/** Options whose value is the next word and not a source. */
const VALUE_OPTIONS = wordList('-s --skill -a --agent --agents --scope -t --target --client');
const GITHUB = /^(?:https:\/\/(?:www\.)?github\.com\/|git@github\.com:|ssh:\/\/git@github\.com\/|github:)(.+)$/i;
const SHORT = /^[A-Za-z0-9][\w.-]*\/[\w.-]+$/;

/** Programs that place files. In a folder of skills, that is a manual installation. */
const PLACERS = wordList(
  'git gh curl wget cp mv ln rsync tar unzip 7z bsdtar install tee scp sftp dd rclone degit tiged cpio',
);
/** Git commands that add files from elsewhere. The others work on files of the project. */
const GIT_PLACERS = wordList('clone submodule subtree worktree archive read-tree apply am');

export const isPlacer = (words: readonly string[]): boolean =>
  words.some((word, index) => {
    const program = baseOf(word);
    return (
      PLACERS.test(program) && (program !== 'git' || words.slice(index + 1).some((each) => GIT_PLACERS.test(each)))
    );
  });

const baseOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1).toLowerCase();

/** The index where the arguments of an installer begin; `undefined` when the command installs nothing. */
function findInstaller(words: readonly string[]): number | undefined {
  for (const [index, word] of words.entries()) {
    const from = afterHost(words, index) ?? afterRunner(words, index);
    if (from !== undefined) return from;
    if (!SKILL_BINARY.test(word) && !IN_MODULES.test(word)) continue;
    const next = words[nextPlain(words, index + 1)] ?? '';
    if (VERBS.test(next) || (/add-skills?/.test(word) && next !== '' && !HARMLESS.test(next))) return index + 1;
  }
  return undefined;
}

/** `claude plugin marketplace add SOURCE`, `gh skill install SOURCE`. */
function afterHost(words: readonly string[], index: number): number | undefined {
  const word = words[index] ?? '';
  if (!HOSTS.test(word)) return undefined;
  if (words.slice(index + 1).some((each) => /^--plugin-(?:dir|url)\b/.test(each))) return index + 1;
  const nouns = baseOf(word) === 'gh' ? GH_NOUNS : NOUNS;
  let at = nextPlain(words, index + 1);
  if (!nouns.test(words[at] ?? '')) return undefined;
  while (nouns.test(words[at] ?? '')) at = nextPlain(words, at + 1);
  return isInstallVerb(words, at) ? at + 1 : undefined;
}

/** `npx skills add SOURCE`, `pnpm dlx skillkit install SOURCE`. */
function afterRunner(words: readonly string[], index: number): number | undefined {
  const name = baseOf(words[index] ?? '');
  const first = nextPlain(words, index + 1);
  const isManager = PACKAGE_MANAGERS.test(name) && RUN_VERBS.test(words[first] ?? '');
  if (!RUNNERS.test(name) && !isManager) return undefined;
  const at = isManager ? nextPlain(words, first + 1) : first;
  const program = words[at] ?? '';
  // `npm run skill-lint` is a script of the project.
  if (words[first] === 'run' && name !== 'pipx' && !program.startsWith('npm:')) return undefined;
  return SKILL_PROGRAM.test(program) && isInstallVerb(words, at + 1) ? at + 1 : undefined;
}

const isInstallVerb = (words: readonly string[], from: number): boolean => {
  if (words.slice(from).some((word) => /^(?:--help|-h)$/.test(word))) return false;
  const verb = words[nextPlain(words, from)];
  return verb !== undefined && !HARMLESS.test(verb);
};

/** The index of the next word that is not an option. */
function nextPlain(words: readonly string[], from: number): number {
  let at = from;
  while (words[at]?.startsWith('-')) at += 1;
  return at;
}

/**
 * The addresses of the sources that a command installs from, with `undefined` for an unknown source. An empty list
 * means that it installs nothing.
 */
export function findSources(words: readonly string[], isLocal: (word: string) => boolean): (string | undefined)[] {
  const from = findInstaller(words);
  if (from === undefined) return [];
  const given = words.slice(from);
  // Some installers prefer a local folder of that name over the repository.
  if (given.some((word) => SHORT.test(word) && isLocal(word))) return [undefined];
  const sources = toSources(given, true);
  return isStartPlain(words.slice(0, from)) ? sources : [...new Set([...sources, undefined])];
}

/** Whether the standard installer runs. An option of its runner or a variable can select another registry, folder or program. */
function isStartPlain(words: readonly string[]): boolean {
  const start = words.findIndex((word) => [RUNNERS, PACKAGE_MANAGERS].some((each) => each.test(baseOf(word))));
  const options = start < 0 ? [] : words.slice(start).filter((word) => word.startsWith('-'));
  const variables = words.filter((word) => /^[A-Za-z_]\w*\+?=/.test(word));
  return (
    options.every((word) => word === '--' || PLAIN_OPTIONS.test(word)) &&
    variables.every((word) => PLAIN_VARIABLES.test(word))
  );
}

/** Sources of a command that puts files into a folder of skills. */
export const findPlacedSources = (words: readonly string[]): (string | undefined)[] => toSources(words, false);

function toSources(words: readonly string[], isInstaller: boolean): (string | undefined)[] {
  const found = words.flatMap((word, index) => {
    const address = toAddress(word, isInstaller);
    if (address !== undefined) return [address];
    if (word.startsWith('-')) {
      const isPlain = isInstaller ? PLAIN_OPTIONS.test(word) || VALUE_OPTIONS.test(word) : PLACE_OPTIONS.test(word);
      return isPlain ? [] : [undefined];
    }
    if (!isInstaller) return /:\/\/|^git@/.test(word) ? [undefined] : [];
    const isNoSource = VERBS.test(word) || VALUE_OPTIONS.test(words[index - 1] ?? '');
    return isNoSource && !word.includes('\0') ? [] : [undefined];
  });
  return found.length === 0 ? [undefined] : [...new Set(found)];
}

/** The repository, or a folder of it, that an installer's word names. */
function toAddress(word: string, isInstaller: boolean): string | undefined {
  const [, path] = GITHUB.exec(word) ?? [];
  const named = path ?? (isInstaller && SHORT.test(word) ? word : undefined);
  // A reference (`#branch`), a skill (`@name`) or a query makes a selection that the address alone does not express.
  if (named === undefined || !/^[\w.-]+\/[\w.-]+(?:\/[\w.~/-]*)?$/.test(named)) return undefined;
  const [owner, repository = '', ...rest] = named.replace(/\/+$/, '').split('/');
  return ['https://github.com', owner, repository.replace(/\.git$/, ''), ...rest].join('/');
}
