import { join } from 'node:path';
import type { Disk, Place } from './disk.ts';
import { foldName } from './expand-word.ts';
import { splitText, toTextPath } from './mentions.ts';
import { readRegular } from './own-settings.ts';
import { changesNoFile, isReadOnlyProgram } from './read-only-commands.ts';
import { type SimpleCommand, toPlainText } from './shell-words.ts';
import { ancestorsOf } from './skill-places.ts';
import { fromProgram } from './text-commands.ts';
import { type Call, callsIn, gitVerb } from './versions.ts';
import { isBland, withPart, wordList } from './word-list.ts';

/** Host files that contain hooks or control whether they run. Relative to a project or to the home folder. */
const HOST_FILES = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.gemini/settings.json',
  '.cursor/hooks.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.copilot/config.json',
  '.copilot/settings.json',
  '.copilot/hooks/assay.json',
  '.github/hooks/assay.json',
  '.opencode/plugin/assay.js',
  '.config/opencode/plugin/assay.js',
];
/** The same files by any path with that suffix, and the files with this user's approvals. */
const GUARD_FILE = withPart(
  ['.json', '.toml', '/assay', 'assay.js'],
  () =>
    /\/\.(?:claude|gemini)\/settings(?:\.local)?\.json$|\/\.(?:cursor|codex)\/hooks\.json$|\/\.codex\/(?:config|managed_config|requirements)\.toml$|\/\.copilot\/(?:config|settings)\.json$|\/\.github\/copilot\/settings(?:\.local)?\.json$|\/\.(?:github|copilot)\/hooks\/[^/]+\.json$|\/hooks\/assay\.json$|\/plugins?\/assay\.js$|\/managed-settings(?:\.d\/[^/]+)?\.json$|\/assay\/(?:config|valid-bundles|memory-[0-9a-f]+)\.json$|\/plugins\/(?:installed_plugins|known_marketplaces)\.json$|\/plugins\/(?:[^/]+\/)*assay(?:\/|$)/i,
);
/** The program of the hook: the command, the packages that it loads and their compiled code. */
const PROGRAM_FILE = withPart(
  ['/assay', '/@assay'],
  () => /\/\.?bin\/assay(?:\.(?:cmd|ps1|exe))?$|\/(?:node_modules\/@|\.cache\/)assay(?:\/|$)/i,
);
/** Host folders, and other folders that contain only these files. */
const GUARD_FOLDER = withPart(
  ['/.', 'opencode/plugin'],
  () =>
    /\/\.(?:claude|gemini|cursor|codex|copilot)$|\/\.(?:github|copilot)\/hooks$|\/\.?opencode\/plugins?$|\/(?:\.config|\.local\/state)\/assay$|\/\.(?:claude|codex)\/plugins(?:\/(?:cache|marketplaces))?$/i,
);
/** Paths relative to a host folder that a variable names. */
const IN_HOST_DIR = /^\/(?:settings(?:\.local)?\.json|hooks\.json|config\.(?:toml|json)|hooks\/[^/]+\.json)$/i;
const MODES = wordList('chmod chown chgrp chattr chflags chcon setfacl');
const REMOVERS = wordList('rm mv rmdir unlink shred trash ln mount umount');
/** Programs that write files named in their input. */
const UNPACKERS = wordList('tar bsdtar gtar unzip unar 7z 7za 7zr 7zz cpio patch rsync jar ditto');
const SEARCHERS = wordList('find fd fdfind xargs parallel');
const EXEC = wordList('-exec -execdir -ok -okdir -x -X --exec --exec-batch');
const EXTRACTS = /^(?:-?[a-zA-Z]*x[a-zA-Z]*|--extract|--get)$/;
const RECURSIVE = /^(?:-\w*[rRa]\w*|--recursive|--archive)$/;
const SHELLS = wordList('sh bash zsh dash ksh ash');
/** Git commands that take a file and leave it unchanged. */
const GIT_RECORDS = wordList('add stage commit');
/** Git commands that leave the working tree unchanged. An alias can be any other command. */
const GIT_KEEPS = wordList(
  'add stage status commit push fetch log show diff grep blame shortlog ls-files ls-tree ls-remote cat-file rev-parse rev-list merge-base describe name-rev for-each-ref symbolic-ref branch tag notes remote config init clone check-ignore check-attr archive bundle count-objects fsck gc var version help',
);
const TEXT_PATHS_MAX = 4_000;
const STEPS_PER_PLACE = 8;
/** Identifies the hook's entry in a host's settings. */
const MARK = 'hook run';

type Where = { readonly disk: Disk; readonly home: string; readonly hostDirs: readonly string[] } & {
  readonly projects: readonly string[];
};
type Seen = {
  readonly named: readonly Place[];
  readonly redirected: readonly Place[];
  readonly folders: Set<string>;
} & {
  /** A word of the command is known only at run time. */
  readonly isUnknown: boolean;
};

/** Protects the files that decide whether and how calls are judged: the settings with the hook's entry, and the user's approvals. */
export class Guard {
  readonly #where: Where;
  #known: Promise<ReadonlySet<string>> | undefined;
  #holding: Promise<readonly string[]> | undefined;
  /** All places that the call names, and whether one of its commands changes files whose names are known only at run time. */
  readonly #named: Place[] = [];
  #changesUnknown = false;

  constructor(where: Where) {
    this.#where = where;
  }

  /** Whether a command can change a guarded file or replace it with another file or folder. */
  async isChanged(command: SimpleCommand, { named, redirected, folders, isUnknown }: Seen): Promise<boolean> {
    const plain = command.words.map(toPlainText);
    const calls = callsIn(plain);
    const isRecorded = isRecord(plain);
    this.#named.push(...named, ...redirected);
    const isNamed = isRecorded || isTalk(plain) || changesNoFile({ ...command, isWriting: false }, false);
    this.#changesUnknown ||= isUnknown && (!isNamed || command.isWriting);
    const isMode = calls.some((call) => MODES.test(call.program));
    const isKept = (isTouching: boolean) =>
      isRecorded || (!isMode && changesNoFile({ ...command, isWriting: false }, isTouching));
    const started = startedFile(plain);
    const used = named.filter(({ spelled }) => !(PROGRAM_FILE.test(spelled) && spelled.endsWith(started)));
    if (!isKept(true) && (await this.areGuarded(used))) return true;
    if (!isKept(false) && named.some((place) => this.#isFolder(place))) return true;
    if (command.isWriting && (await this.areGuarded(redirected))) return true;
    return this.#isSpread(calls, named, folders);
  }

  /**
   * For `rm $(find ~ -name 'set*')`: an unresolved command may change the places that other parts of the call name, or
   * files below them.
   */
  async isChangedUnnamed(cwd: string): Promise<boolean> {
    if (!this.#changesUnknown) return false;
    if (await this.areGuarded(this.#named)) return true;
    return this.#isAbove([cwd, ...this.#named.filter(({ exists }) => exists).map(({ real }) => real)]);
  }

  /** Whether one of these places is a guarded file. */
  async areGuarded(places: readonly Place[]): Promise<boolean> {
    if (places.some((place) => this.#isNamed(place))) return true;
    return places.some(({ exists }) => exists) && (await this.findGuarded(places)).length > 0;
  }

  async findGuarded(places: readonly Place[]): Promise<readonly Place[]> {
    if (!this.#where.disk.budget.spend(places.length * STEPS_PER_PLACE)) return [];
    this.#known ??= this.#findKnown();
    const known = await this.#known;
    return places.filter((place) => this.#isNamed(place) || known.has(place.real));
  }

  /** Whether a program text can write a guarded file. Shell text is parsed as commands instead. */
  async isNamedInText(command: SimpleCommand, folders: Iterable<string>): Promise<boolean> {
    const plain = command.words.map(toPlainText);
    if (isParsed(plain) || isRecord(plain) || isTalk(plain)) return false;
    if (changesNoFile({ ...command, isWriting: false }, false)) return false;
    const { disk, home } = this.#where;
    const texts = [...command.texts, ...plain.filter((word) => !isBland(word) && /[\s"'`;|&()<>{}]/.test(word))];
    if (!texts.every(({ length }) => disk.budget.spend(length))) return false;
    const paths = new Set(texts.flatMap(splitText).filter((token) => /[./]/.test(token)));
    if (paths.size > TEXT_PATHS_MAX) return true;
    for (const path of paths)
      for (const folder of folders)
        if (!disk.budget.isSpent && (await this.areGuarded(await disk.locate(toTextPath(path, home), folder))))
          return true;
    return false;
  }

  areFolders(places: readonly Place[]): boolean {
    return places.some((place) => this.#isFolder(place));
  }

  #isNamed({ spelled, real }: Place): boolean {
    return [spelled, real].some(
      (path) =>
        GUARD_FILE.test(path) ||
        PROGRAM_FILE.test(path) ||
        this.#where.hostDirs.some((dir) => path.startsWith(`${dir}/`) && IN_HOST_DIR.test(path.slice(dir.length))),
    );
  }

  #isFolder({ spelled, real }: Place): boolean {
    return [spelled, real].some((path) => GUARD_FOLDER.test(path) || this.#where.hostDirs.includes(path));
  }

  /** The settings files of hosts, with links resolved. */
  async #findKnown(): Promise<ReadonlySet<string>> {
    const reals = await Promise.all((await this.#files()).map((path) => this.#where.disk.real(path)));
    return new Set(reals.filter((real) => real !== undefined));
  }

  async #files(): Promise<string[]> {
    const { projects, home, hostDirs, disk } = this.#where;
    const bases = [...new Set([...projects.flatMap(ancestorsOf), home])];
    const inBases = bases.map(async (base) => {
      // One listing is cheaper than a lookup for each file.
      const names = new Set((await disk.list(base)).map(({ name }) => foldName(name)));
      return HOST_FILES.filter((file) => names.has(file.split('/')[0] ?? '')).map((file) => join(base, file));
    });
    return [
      ...(await Promise.all(inBases)).flat(),
      ...hostDirs.flatMap((dir) => ['settings.json', 'hooks.json', 'hooks/assay.json'].map((file) => join(dir, file))),
    ];
  }

  /** A command that names no guarded file can still change one below a folder that it removes, unpacks into or checks out. */
  async #isSpread(calls: readonly Call[], named: readonly Place[], folders: Set<string>): Promise<boolean> {
    const tops: string[] = [];
    const places = named.filter(({ exists }) => exists).map(({ real }) => real);
    const has = (isMeant: (call: Call) => boolean): boolean => calls.some(isMeant);
    if (
      has(
        ({ program, args }) =>
          REMOVERS.test(program) || (program === 'cp' && args.some((word) => RECURSIVE.test(word))),
      )
    )
      tops.push(...places);
    if (has(({ program, args }) => program === 'git' && args.length > 0 && !keepsWorkTree(args)))
      tops.push(...(await this.findRepositories([...folders, ...places])));
    if (has(unpacks)) tops.push(...places, ...folders);
    return tops.length > 0 && this.#isAbove(tops);
  }

  /** Whether one of these folders contains a file with the hook's entry, at any depth. */
  async #isAbove(tops: readonly string[]): Promise<boolean> {
    this.#holding ??= this.#findHolding();
    const holding = await this.#holding;
    return holding.some((file) => tops.some((top) => file.startsWith(top.replace(/\/?$/, '/'))));
  }

  /** The repositories that contain the folders. */
  async findRepositories(folders: Iterable<string>): Promise<string[]> {
    const found = new Set<string>();
    const seen = new Set<string>();
    for (const folder of folders)
      for (const at of ancestorsOf(folder)) {
        if (seen.has(at) || this.#where.disk.budget.isSpent) break;
        seen.add(at);
        if (!(await this.#where.disk.list(at)).some(({ name }) => name === '.git')) continue;
        found.add(at);
        break;
      }
    return [...found];
  }

  /** Files with the hook's entry. An unreadable file counts as one. */
  async #findHolding(): Promise<readonly string[]> {
    this.#known ??= this.#findKnown();
    const files = [...(await this.#known)];
    const texts = await Promise.all(files.map((file) => readRegular(file).catch(() => MARK)));
    return files.filter((_, index) => texts[index]?.includes(MARK));
  }
}

/** Whether a program writes files named by its input or by a search. */
const unpacks = ({ program, args }: Call): boolean =>
  SEARCHERS.test(program)
    ? changesFound(program, args)
    : UNPACKERS.test(program) && (!/tar$|^jar$/.test(program) || args.some((word) => EXTRACTS.test(word)));

/** Whether a search removes the files it finds or passes them to a program that can change them. */
function changesFound(program: string, args: readonly string[]): boolean {
  const isStarter = /^(?:xargs|parallel)$/.test(program);
  const at = isStarter ? 0 : args.findIndex((word) => EXEC.test(word)) + 1;
  if (args.some((word) => /^-(?:delete|fprint|fls)/.test(word))) return true;
  const started = args.slice(at).find((word) => !word.startsWith('-')) ?? '';
  return (isStarter || at > 0) && !isReadOnlyProgram(started.slice(started.lastIndexOf('/') + 1));
}

function keepsWorkTree(args: readonly string[]): boolean {
  const { verb, rest } = gitVerb(args);
  if (verb === 'stash' || verb === 'worktree') return /^(?:list|show)$/.test(rest[0] ?? '');
  // A new branch at the current commit leaves the files unchanged.
  if (verb === 'checkout' || verb === 'switch') return rest.length === 2 && /^-[bc]$/.test(rest[0] ?? '');
  return verb === '' || GIT_KEEPS.test(verb);
}

const isRecord = (words: readonly string[]): boolean => {
  const [program, ...args] = fromProgram(words);
  return program === 'git' && GIT_RECORDS.test(gitVerb(args).verb);
};

/** The path suffix of the started file: the program, or the script of `node FILE`. */
function startedFile(words: readonly string[]): string {
  const [program, first = ''] = fromProgram(words);
  const at = words.length - fromProgram(words).length;
  const file = join('/', program === 'node' && !first.startsWith('-') ? first : (words[at] ?? ''));
  return file.startsWith('/~') ? file.slice(2) : file;
}

/** Text for a GitHub command, such as `gh pr create --body TEXT`. */
const isTalk = (words: readonly string[]): boolean => {
  const [program, noun = '', verb = ''] = fromProgram(words);
  return program === 'gh' && /^(?:pr|issue)$/.test(noun) && /^(?:create|comment|edit|review)$/.test(verb);
};

/** `bash -c TEXT`, or a shell that reads a here-document. */
const isParsed = (words: readonly string[]): boolean => {
  const [program = '', option = '', ...rest] = fromProgram(words);
  return SHELLS.test(program) && (option === '' || (/^-l?c$/.test(option) && rest.length === 1));
};

const HOST_PROGRAM = withPart(
  ['claude', 'gemini', 'codex', 'copilot', 'cursor', 'opencode'],
  () => /(?:^|\/)(?:claude|claude-code|gemini|gemini-cli|codex|copilot|cursor-agent|opencode)(?:@[\w.^~-]+)?$/,
);
/** Host options and commands that load other settings, disable hooks or load an agent's skills. */
const OTHER_SETTINGS =
  /^(?:--(?:settings|setting-sources|bare|safe-mode|agents?|config|config-dir|profile|pure|disable|enable|no-hooks|ignore-[\w-]+)(?:=.*)?|hooks?|features|config)$/s;
const PLUGIN_CHANGES = wordList('uninstall disable remove rm update upgrade prune');
const CODEX_SETTINGS = /^-[cp]/;
/** Variables that point a host to another settings folder or change what it loads. */
const HOST_VARIABLE = /^(?:(?:CLAUDE|CODEX|COPILOT|GEMINI|CURSOR|OPENCODE|XDG)_\w+|HOME|USERPROFILE)\+?=/;

/** Whether a command starts a host without the settings that contain the hook. */
export const startsUnguarded = (words: readonly string[]): boolean => {
  const at = words.findIndex((word) => HOST_PROGRAM.test(word));
  if (at < 0) return false;
  const isCodex = /codex/.test(words[at] ?? '');
  // The hook can be installed as a plugin.
  const plugin = words.findIndex((word, index) => index > at && /^plugins?$/.test(word));
  if (plugin >= 0 && words.slice(plugin).some((word) => PLUGIN_CHANGES.test(word))) return true;
  return words.slice(at + 1).some((each) => OTHER_SETTINGS.test(each) || (isCodex && CODEX_SETTINGS.test(each)));
};

export const startsHost = (words: readonly string[]): boolean => words.some((word) => HOST_PROGRAM.test(word));

/** Whether a call sets a variable that points a host to other settings. One command can set it for another. */
export const movesHost = (words: readonly string[]): boolean =>
  words.some((word, at) => HOST_VARIABLE.test(word) || (word === 'env' && /^-[iu]|^--[iu]/.test(words[at + 1] ?? '')));
