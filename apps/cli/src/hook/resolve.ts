import { basename, dirname, resolve } from 'node:path';
import { Budget } from './budget.ts';
import { decodePercents, expandWord, foldName, isPattern, type Variables, variantsOf } from './expand-word.ts';
import { type FoundUse, findUse, isFoundWord, sourceOf } from './found-files.ts';
import { canChange, changesTrust, isGuardFile } from './guard-files.ts';
import { findPlacedSources, findSources, isPlacer } from './installers.ts';
import { Disk, type Place } from './locate.ts';
import { FOLDER_VARIABLE, MENTIONS, OF_PROCESS, SKILL_PATH } from './mentions.ts';
import { parseShell, type Script, type SimpleCommand, toPlainText, type Word } from './shell-words.ts';
import {
  ancestorsOf,
  findByName,
  findLinked,
  listInstalled,
  listNested,
  type SkillFolder,
  skillsBelow,
  standingOf,
} from './skill-places.ts';
import { isNameProgram, isTextScript, programOf, writtenFiles } from './text-commands.ts';
import type { Target, ToolUse } from './tool-use.ts';
import { bindVariables } from './variables.ts';
import { changesFiles, readsOtherVersions } from './versions.ts';

type Machine = {
  readonly home: string;
  /** Where the host says that the project is. */
  readonly projectDir?: string | undefined;
  /** Folders of hosts that lie elsewhere than in the home folder. */
  readonly hostDirs?: readonly string[];
};

const RESOLVE_LIMITS = { commandCharsMax: 100_000, wordsMax: 4_000, depthMax: 4, basesMax: 16 } as const;

/** Steps for a character that is parsed, for a word and for a place that is looked up among the skills. */
const STEPS = { parsed: 4, word: 8, place: 128 } as const;

const GUARDED = 'it can change what the hook trusts, or switch it off';

/** Everything in a tool call that a certificate has a say in. An empty list: nothing to do with skills. */
export async function resolveToolUse(use: ToolUse, machine: Machine, budget = new Budget()): Promise<Target[]> {
  const { skill, command, texts = [], searches = [], writes = [] } = use;
  const finder = new Finder(use.cwd, machine, command ?? '', budget);
  if (skill !== undefined) await finder.findSkill(skill);
  if (command !== undefined) await finder.findInCommand(command);
  for (const text of texts) await finder.findInText(text);
  for (const folder of searches) await finder.addSearch(folder);
  for (const file of writes) await finder.addWrite(file);
  await finder.addFound();
  return finder.targets();
}

class Finder {
  readonly #disk: Disk;
  readonly #cwd: string;
  readonly #home: string;
  readonly #hostDirs: readonly string[];
  readonly #projects: readonly string[];
  readonly #folders = new Map<string, SkillFolder>();
  readonly #others: Target[] = [];
  #installed: Promise<SkillFolder[]> | undefined;
  #wordsLeft: number = RESOLVE_LIMITS.wordsMax;
  #isMentioned = false;
  /** Everything so far is handled as text or names only. */
  #isTextOnly = true;
  #isPlain = true;
  #foundUse: FoundUse['kind'] | undefined;
  #isFoundElsewhere = false;
  #isFromAnywhere = false;
  #isChanging = false;
  readonly #sources = new Set<string>();
  readonly #found = new Map<string, SkillFolder>();

  constructor(cwd: string, { home, projectDir, hostDirs = [] }: Machine, command: string, budget: Budget) {
    this.#hostDirs = hostDirs.map((dir) => resolve(dir));
    this.#cwd = resolve(cwd);
    this.#home = home;
    this.#projects = [...new Set([this.#cwd, ...(projectDir === undefined ? [] : [resolve(projectDir)])])];
    // Patterns of hosts find hidden names as well.
    this.#disk = new Disk({ seesHidden: command === '' || /dotglob|globdots|glob_dots/i.test(command), budget });
  }

  targets(): Target[] {
    if (this.#disk.isLimited) this.#fail('it names more files than the hook looks at');
    if (this.#disk.isUnreadable) this.#fail('the name of a file is not UTF-8');
    if (this.#isChanging && this.#folders.size + this.#found.size > 0)
      this.#fail('it can change files and uses a skill; run one command at a time');
    const folders = [...this.#folders.values()].map(
      ({ folder, name }): Target => ({ kind: 'folder', path: folder, name }),
    );
    const found = [...this.#found.values()].map(
      ({ folder, name }): Target => ({ kind: 'folder', path: folder, name, isFound: true }),
    );
    return [...folders, ...found, ...this.#others];
  }

  #elsewhere() {
    return { home: this.#home, hostDirs: this.#hostDirs };
  }

  /** A host's folder as it is named and where it leads. */
  async #standingOf(path: string): Promise<ReturnType<typeof standingOf>> {
    const reals = await Promise.all(this.#hostDirs.map((dir) => this.#disk.real(dir)));
    return standingOf(path, [...this.#hostDirs, ...reals.filter((dir) => dir !== undefined)]);
  }

  #fail(detail: string): void {
    if (!this.#others.some((each) => each.kind === 'unresolved')) this.#others.push({ kind: 'unresolved', detail });
  }

  #listInstalled(): Promise<SkillFolder[]> {
    this.#installed ??= Promise.all(
      this.#projects.map((base) => listInstalled(base, this.#elsewhere(), this.#disk)),
    ).then((lists) => lists.flat());
    return this.#installed;
  }

  /** A name with a slash is a path, and hosts know none by that. */
  async findSkill(given: string): Promise<void> {
    const name = given.trim().replace(/^\//, '');
    this.#isMentioned = true;
    const isName = name !== '' && !/[/\\\0]/.test(name) && name !== '.' && name !== '..';
    const found = isName
      ? await Promise.all(this.#projects.map((cwd) => findByName(name, { cwd, ...this.#elsewhere() }, this.#disk)))
      : [];
    // A skill is trusted by the name of its folder, not by the one it gives itself; one of a plugin by its full name.
    for (const skill of found.flat()) await this.#addSkill(name.includes(':') ? { ...skill, name } : skill);
    if (this.#folders.size === 0) this.#others.push({ kind: 'missing', name });
  }

  async #findFile(file: string): Promise<void> {
    for (const path of new Set([file, file.replaceAll('\\', '/')])) {
      const plain = path.replace(/^~(?=\/|$)/, () => this.#home).replaceAll(/[\\*?]/g, '\\$&');
      for (const place of await this.#disk.locate(plain, this.#cwd)) {
        await this.#addPlace(place, false);
        await this.#addUncovered(place);
      }
    }
  }

  /** A path, a pattern of paths, or a text with paths in it. */
  async findInText(text: string): Promise<void> {
    if (text.length > RESOLVE_LIMITS.commandCharsMax) {
      if (MENTIONS.test(text))
        this.#fail(`a member of the call has more than ${RESOLVE_LIMITS.commandCharsMax} characters`);
      return;
    }
    for (const spelled of new Set([text, decodePercents(text)])) {
      if (!spelled.includes('\n')) await this.#findPattern(spelled);
      await this.#scanText(spelled, new Set([this.#cwd]));
    }
    if (SKILL_PATH.test(text) && this.#folders.size + this.#others.length === 0)
      this.#fail('it mentions a skill in a part that the hook cannot follow');
  }

  async #findPattern(text: string): Promise<void> {
    await this.#findFile(text);
    const wide = text.replaceAll(/[@!+*?]\([^()]*\)/g, '*');
    const { patterns } = expandWord([{ kind: 'text', text: wide, isQuoted: false }], new Map(), this.#home);
    for (const pattern of patterns) {
      const [start = '', ...rest] = pattern.split('**');
      // Below `**` a host searches by its own rules; what is there is treated as found.
      if (rest.length > 0) await this.addSearch(start.replace(/[^/]*$/, '') || '.');
      else for (const place of await this.#disk.locate(pattern, this.#cwd)) await this.#addPlace(place, true);
    }
  }

  async addSearch(folder: string): Promise<void> {
    const path = folder.replace(/^~(?=\/|$)/, () => this.#home);
    const places = await this.#disk.locate(path, this.#cwd);
    for (const place of places) await this.#addPlace(place, true);
    for (const { real } of places) this.#sources.add(real);
    this.#foundUse ??= 'use';
  }

  /** What a tool writes is judged when it is used; what decides about that is not written unasked. */
  async addWrite(file: string): Promise<void> {
    const places = await this.#disk.locate(file.replaceAll(/[\\*?]/g, '\\$&'), this.#cwd);
    if (places.some(({ spelled, real }) => isGuardFile(spelled) || isGuardFile(real))) this.#fail(GUARDED);
  }

  async findInCommand(command: string): Promise<void> {
    const bare = command.replaceAll('\\\n', '').replaceAll(/["'`\\]/g, '');
    this.#isMentioned = MENTIONS.test(bare) || MENTIONS.test(command.replaceAll('\\', '/'));
    if (command.length > RESOLVE_LIMITS.commandCharsMax) {
      this.#fail(`the command has more than ${RESOLVE_LIMITS.commandCharsMax} characters`);
      return;
    }
    if (!this.#isMentioned) {
      const names = (await this.#listInstalled()).map(({ name }) => name);
      this.#isMentioned = names.some((name) => bare.includes(`${name}/`));
    }
    for (const place of await this.#disk.locate('.', this.#cwd)) await this.#addPlace(place, true);
    await this.#findInScript(command, [this.#cwd], 0);
    // Windows spells paths with backslashes, also inside of a POSIX shell.
    if (/\w\\[\w.]/.test(command)) await this.#findInScript(command.replaceAll('\\', '/'), [this.#cwd], 0);
    await this.#checkAccounted(command, bare);
  }

  /** What the parser dropped (comments, text that it took for data) is looked at as well, and a skill's path that led nowhere is a failure. */
  async #checkAccounted(command: string, bare: string): Promise<void> {
    if (FOLDER_VARIABLE.test(bare)) this.#fail('it changes where the shell looks for folders');
    if (/\bHOME\+?=/.test(bare) && /~|\$\{?HOME/.test(command)) this.#fail('it changes the home folder');
    if (this.#isPlain && (this.#isTextOnly || !this.#isMentioned)) return;
    for (const text of new Set([command, bare])) await this.#scanText(text, new Set([this.#cwd]));
    if (!this.#isPlain)
      for (const line of bare.split('\n')) this.#addInstalls(line.split(/[\s;|&()<>]+/).filter(Boolean), []);
    const isFound = this.#folders.size + this.#others.length > 0;
    if (!isFound && (SKILL_PATH.test(bare) || (!this.#isPlain && this.#isMentioned)))
      this.#fail('it mentions a skill in a part that the hook cannot follow');
  }

  async #findInScript(source: string, from: readonly string[], depth: number, isNested = false): Promise<void> {
    if (depth > RESOLVE_LIMITS.depthMax) {
      this.#fail('commands are nested too deep');
      return;
    }
    if (!this.#disk.budget.spend(source.length * STEPS.parsed)) return;
    const script = parseShell(source);
    this.#isPlain &&= script.isPlain;
    if (!script.isComplete && (depth === 0 || this.#isMentioned))
      this.#fail('a quote or a bracket of the command is not closed');
    const isText = isTextScript(script) && !(await this.#isLinkWritten(script));
    this.#isTextOnly &&= isText;
    const folders = new Set(from);
    const variables = new Map<string, readonly string[]>([
      ['HOME', [this.#home]],
      ['CLAUDE_PROJECT_DIR', this.#projects],
    ]);
    // A loop uses values that are set further down, so all of them are known from the start.
    for (const command of script.commands) bindVariables(command.words, variables);
    const readers = script.commands.filter(({ words }) =>
      /^(?:xargs|parallel|read|mapfile|readarray)$/.test(programOf(words.map(toPlainText))),
    );
    for (const command of script.commands) {
      const isSource = isNested || readers.some((each) => each !== command && each.pipeline === command.pipeline);
      if (isSource) await this.#addSource(command, folders, variables);
      variables.set('PWD', [...folders]);
      variables.set('OLDPWD', [...folders]);
      await this.#findInSimple(command, { isText, folders, variables, depth });
    }
    for (const inner of script.nested) await this.#findInScript(inner, [...folders], depth + 1, true);
  }

  /** A document that is a link can be a file that is run. */
  async #isLinkWritten(script: Script): Promise<boolean> {
    const paths = writtenFiles(script).map((file) => resolve(this.#cwd, file));
    const listings = await Promise.all(paths.map((path) => this.#disk.list(dirname(path))));
    return paths.some((path, index) =>
      listings[index]?.some((entry) => entry.isSymbolicLink() && foldName(entry.name) === foldName(basename(path))),
    );
  }

  async #findInSimple(
    command: SimpleCommand,
    context: { isText: boolean; folders: Set<string>; variables: Map<string, readonly string[]>; depth: number },
  ): Promise<void> {
    const { isText, folders, variables, depth } = context;
    const plain = command.words.map(toPlainText);
    if (!this.#disk.budget.spend(plain.length * STEPS.word)) return;
    const program = programOf(plain);
    const look = { folders, variables, isText };
    const [named, redirected] = [
      await this.#placesOf(command.words, look),
      await this.#placesOf(command.redirects, look),
    ];
    const places = [...named, ...redirected];
    if (/^(?:cd|pushd|popd|chdir)$/.test(program)) this.#changeFolder(plain, places, folders);
    for (const place of places) await this.#addPlace(place, !isNameProgram(program));
    if (isText && !isNameProgram(program) && !places.some(({ exists }) => exists)) this.#checkLost(command, variables);
    const isGuarded = ({ spelled, real }: Place) => [spelled, real].some((path) => canChange(program, path));
    const isWritten = ({ spelled, real }: Place) => isGuardFile(spelled) || isGuardFile(real);
    if (named.some(isGuarded) || (command.isWriting && redirected.some(isWritten)) || changesTrust(plain))
      this.#fail(GUARDED);
    this.#isChanging ||= changesFiles(plain);
    if (readsOtherVersions(plain) && (await this.#areOfSkills(places)).includes(true))
      this.#fail('git can show or take files of another commit, which no verdict about a folder covers');
    await this.#noteUse(command, context);
    const spelled = this.#spell(command.words, variables);
    if (!isText) this.#addInstalls(spelled, named);
    await this.#addPlaced(spelled, named, command.isWriting ? redirected : []);
    if (isText) return;
    const texts = [...command.texts, ...plain.filter((text) => /[\s;|&()<>]/.test(text))];
    for (const text of texts) {
      await this.#findInScript(text, [...folders], depth + 1);
      await this.#scanText(text, folders);
    }
  }

  /** A pattern into skills that matches nothing was not understood. */
  #checkLost({ words }: SimpleCommand, variables: Variables): void {
    const patterns = words.flatMap((word) => expandWord(word, variables, this.#home).patterns);
    if (patterns.some((pattern) => isPattern(pattern) && SKILL_PATH.test(pattern)))
      this.#fail('it names a skill by a pattern that the hook cannot follow');
  }

  #changeFolder(words: readonly string[], places: readonly Place[], folders: Set<string>): void {
    const to = words.at(-1) ?? '';
    if (/^(?:cd|pushd|chdir)$/.test(to)) folders.add(this.#home);
    if (/^(?:-|popd|[-+]\d+)$/.test(to) && this.#isMentioned) this.#fail('it goes to a folder that was left before');
    for (const { spelled, real } of places.filter(({ exists }) => exists)) {
      if (folders.size < RESOLVE_LIMITS.basesMax) folders.add(spelled).add(real);
      else this.#fail('it changes the folder too often');
    }
  }

  /** `find … -exec sh`, `… | xargs cat`, `sh "$(find …)"`: which files are used is known only when it runs. */
  async #noteUse(
    command: SimpleCommand,
    { folders, variables }: { folders: ReadonlySet<string>; variables: Variables },
  ): Promise<void> {
    const use = findUse(command, variables);
    if (use === undefined) return;
    this.#foundUse = this.#foundUse === 'run' ? 'run' : use.kind;
    if (use.isSearch) await this.#addSource(command, folders, variables);
    else this.#isFoundElsewhere = true;
  }

  /** Folders below which a command finds the files that it names. */
  async #addSource(command: SimpleCommand, folders: ReadonlySet<string>, variables: Variables): Promise<void> {
    const words = sourceOf(command);
    if (words === 'none') return;
    if (words === 'all' || words.some((word) => isFoundWord(word, variables))) {
      this.#isFromAnywhere = true;
      return;
    }
    const places = await this.#placesOf(words, { folders, variables, isText: true });
    const named = places.filter(({ exists }) => exists).map(({ real }) => real);
    for (const root of words.length > 0 ? named : folders) this.#sources.add(root);
  }

  /** Skills among files that a search finds and the call uses. */
  async addFound(): Promise<void> {
    if (this.#foundUse === undefined) return;
    const roots = [...this.#sources];
    if (roots.includes('/')) this.#fail('it searches every folder of this machine');
    // Names that come from nowhere in the command line can be of any file.
    const isAnywhere = this.#isFromAnywhere || (roots.length === 0 && this.#isFoundElsewhere);
    const nested = await Promise.all(roots.filter((root) => root !== '/').map((root) => listNested(root, this.#disk)));
    const isBelow = (path: string) => isAnywhere || roots.some((root) => path.startsWith(root.replace(/\/?$/, '/')));
    let isRunning = this.#foundUse === 'run';
    for (const { folder, name } of [...(await this.#listInstalled()), ...nested.flat()]) {
      const real = await this.#disk.real(folder);
      // A folder of skills can be a link, so that a search by its own path shows skills by another one.
      if (!isBelow(folder) && (real === undefined || !isBelow(real))) continue;
      if (isRunning) this.#fail('it runs every file that it finds below a folder with skills');
      isRunning = false;
      if (real !== undefined && !this.#folders.has(real) && !(await this.#isFile(real)))
        this.#found.set(real, { folder: real, name });
    }
  }

  /** Every place that a word of the command can mean, from every folder it can be seen from. */
  async #placesOf(
    words: readonly Word[],
    { folders, variables, isText }: { folders: ReadonlySet<string>; variables: Variables; isText: boolean },
  ): Promise<Place[]> {
    const found: Place[] = [];
    const bases = new Set(folders);
    for (const word of words) {
      this.#wordsLeft -= 1;
      if (this.#wordsLeft < 0) {
        this.#fail(`the command has more than ${RESOLVE_LIMITS.wordsMax} words`);
        break;
      }
      if (!this.#disk.budget.spend(STEPS.word + word.length)) break;
      const { patterns, isOpaque, isLimited } = expandWord(word, variables, this.#home);
      if (isLimited) this.#fail(`${toPlainText(word)} has more spellings than the hook follows`);
      // What a program that takes text is given may be anything, unless it looks like a path into a skill.
      if (isOpaque && this.#isMentioned && (!isText || MENTIONS.test(toPlainText(word))))
        this.#fail(`${toPlainText(word) || 'a part of the command'} is known only when it runs`);
      if (!this.#disk.budget.spend(lengthOf(patterns))) break;
      for (const pattern of patterns.flatMap(variantsOf)) {
        if (this.#disk.budget.isSpent) break;
        // Nothing of it is known, so no place is more likely than another.
        if (isOpaque && /^[*./]*$/.test(pattern)) continue;
        for (const base of pattern.startsWith('/') ? ['/'] : bases) {
          const places = await this.#disk.locate(pattern, base);
          found.push(...places);
          // `env -C FOLDER`, `make -C FOLDER`: the words after it are seen from there.
          for (const place of places) if (place.exists && bases.size < RESOLVE_LIMITS.basesMax) bases.add(place.real);
        }
        found.push(...(await this.#placesOfEnd(pattern, bases)));
      }
    }
    return found;
  }

  /** A path whose start means something only elsewhere (`$(pwd)/…`, inside a container): its end, from every folder it can be below. */
  async #placesOfEnd(pattern: string, bases: ReadonlySet<string>): Promise<Place[]> {
    const [, end] = /^\.?\*\/+(.+)$/s.exec(pattern) ?? /\/(\.[^/]+\/(?:[^/]+\/)?skills?\/.+)$/is.exec(pattern) ?? [];
    if (end === undefined) return [];
    const starts = new Set([...bases, ...this.#projects, this.#home]);
    return (await Promise.all([...starts].map((start) => this.#disk.locate(end, start)))).flat();
  }

  /** Program text of another language: whatever in it looks like a path. */
  async #scanText(text: string, folders: ReadonlySet<string>): Promise<void> {
    const tokens = text.split(/[\s"'`;|&()<>=,[\]{}:@]+/).filter((token) => /[/~]|^\./.test(token));
    for (const token of new Set(tokens.slice(0, RESOLVE_LIMITS.wordsMax)))
      for (const base of folders)
        for (const place of await this.#disk.locate(
          token.replace(/^~(?=\/|$)/, () => this.#home).replaceAll(/[\\*?]/g, '\\$&'),
          base,
        ))
          await this.#addPlace(place, true);
  }

  /** The words as the program would be given them, as far as they are known. */
  #spell(words: readonly Word[], variables: Variables): string[] {
    const patterns = words.flatMap((word) => expandWord(word, variables, this.#home).patterns);
    return patterns.map((pattern) => pattern.replaceAll(/\\(.)/gs, '$1'));
  }

  #addInstall(source: string | undefined): void {
    if (!this.#others.some((each) => each.kind === 'install' && each.source === source))
      this.#others.push({ kind: 'install', source });
  }

  #addInstalls(words: readonly string[], places: readonly Place[]): void {
    const isLocal = (word: string) => places.some(({ spelled, exists }) => exists && spelled.endsWith(`/${word}`));
    for (const source of findSources(words, isLocal)) this.#addInstall(source);
  }

  /** Files that are put into a folder of skills by hand. */
  async #addPlaced(words: readonly string[], named: readonly Place[], written: readonly Place[]): Promise<void> {
    const places = isPlacer(words) ? [...named, ...written] : written;
    if (!(await this.#areOfSkills(places)).includes(true)) return;
    for (const source of findPlacedSources(words)) this.#addInstall(source);
  }

  #areOfSkills(places: readonly Place[]): Promise<boolean[]> {
    return Promise.all(
      places.map(async ({ spelled, real }) =>
        [await this.#standingOf(spelled), await this.#standingOf(real)].some(
          (each) => each !== undefined && isSkillsPath(each.kind, spelled),
        ),
      ),
    );
  }

  /** Objects, packs and samples below the `.git` of a skill are not compared with its certificate, so nothing there is used. */
  async #addUncovered(place: Place): Promise<void> {
    const isBelowGit = ({ spelled, real }: Place) => [spelled, real].some((path) => /\/\.git(?:\/|$)/i.test(path));
    if (!isBelowGit(place)) return;
    const linked = await findLinked(place, await this.#listInstalled(), this.#disk);
    const standings = [await this.#standingOf(place.spelled), await this.#standingOf(place.real)];
    const skills = standings.filter((each) => each?.kind === 'skill');
    if (linked.length + skills.length > 0) this.#others.push({ kind: 'uncovered', path: place.spelled });
  }

  async #addPlace(place: Place, isContentMeant: boolean): Promise<void> {
    if (!this.#disk.budget.spend(STEPS.place + place.spelled.length)) return;
    if (isContentMeant) await this.#addUncovered(place);
    if (isContentMeant && OF_PROCESS.test(place.spelled))
      this.#fail(`${place.spelled} depends on the process that opens it`);
    for (const path of new Set([place.spelled, place.real])) {
      const standing = await this.#standingOf(path);
      if (standing?.kind === 'skill') await this.#addSkill(standing.skill);
      else if (standing?.kind === 'root' && isContentMeant && place.exists) await this.#addRoot(standing.folder);
      else if (standing?.kind === 'plugin' && place.exists && isContentMeant) await this.#addPluginPart(path);
    }
    if (!place.exists) return;
    for (const skill of await findLinked(place, await this.#listInstalled(), this.#disk)) await this.#addSkill(skill);
  }

  async #addRoot(folder: string): Promise<void> {
    for (const skill of await skillsBelow(folder, this.#disk)) await this.#addSkill(skill);
  }

  async #addPluginPart(path: string): Promise<void> {
    if (await this.#isFile(path))
      this.#fail(`${path} belongs to a plugin and to no skill, so no certificate covers it`);
    else await this.#addRoot(path);
  }

  /** A folder that is not there is about to be written: the installation is judged, and the next use of it. */
  async #addSkill({ folder, name }: SkillFolder): Promise<void> {
    const real = await this.#disk.real(folder);
    if (real === undefined || this.#folders.has(real)) return;
    if (await this.#isFile(real))
      this.#fail(`${folder} lies beside skills and belongs to none, so no certificate covers it`);
    else this.#folders.set(real, { folder: real, name });
  }

  async #isFile(path: string): Promise<boolean> {
    const [name, parent] = [path.slice(path.lastIndexOf('/') + 1), ancestorsOf(path)[1] ?? '/'];
    return (await this.#disk.list(parent)).some(
      (entry) => entry.name === name && !entry.isDirectory() && !entry.isSymbolicLink(),
    );
  }
}

const isSkillsPath = (kind: 'skill' | 'root' | 'plugin', spelled: string): boolean =>
  kind !== 'root' || /\/skills?$|\/plugins/i.test(spelled);

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);
