import { basename, dirname, resolve } from 'node:path';
import { Budget } from './budget.ts';
import { Collector, type Machine } from './collector.ts';
import { Disk, type Place } from './disk.ts';
import { decodePercents, expandWord, foldName, type Variables, variantsOf, withoutEscapes } from './expand-word.ts';
import { readHead, readWords } from './front-matter.ts';
import { Guard, movesHost, startsHost, startsUnguarded } from './guard-files.ts';
import { changesProgram, changesTrust } from './guard-program.ts';
import { findPlacedSources, findSources, isPlacer } from './installers.ts';
import { escapeSigns, MENTIONS, SKILL_PATH, splitText, toTextPath } from './mentions.ts';
import { keepPlainOf } from './plain-files.ts';
import { isShellText, reachOf, type Search } from './reach.ts';
import { changesNoFile, mixesSteps, type Step } from './read-only-commands.ts';
import { endOf, endsOf, runsElsewhere } from './remote-commands.ts';
import { SearchedFolders } from './searched-folders.ts';
import { parseShell, type Script, type SimpleCommand, toPlainText, type Word } from './shell-words.ts';
import { ancestorsOf, findAgents, findByName, findCommandFiles, readEntries } from './skill-places.ts';
import { fromProgram, isNameProgram, isTextScript, programOf, writtenFiles } from './text-commands.ts';
import type { Target, ToolUse } from './tool-use.ts';
import { bindVariables } from './variables.ts';
import { readsOtherVersions } from './versions.ts';
import { hasAny, isBland, withPart, wordList } from './word-list.ts';

const RESOLVE_LIMITS = { commandCharsMax: 100_000, wordsMax: 4_000, depthMax: 4, basesMax: 64 } as const;

/** The cost of parsing a character and of resolving a word. */
const STEPS = { parsed: 4, word: 8 } as const;

/** The context of a command: its possible folders, its variables and the command that runs it. */
type Context = {
  readonly isText: boolean;
  readonly folders: Set<string>;
  readonly variables: Map<string, readonly string[]>;
  readonly depth: number;
  readonly around: Step | undefined;
  /** The command shows files below a folder. */
  readonly isFinding: boolean;
  /** The command is executed, and not only text that could be a command. */
  readonly isRun: boolean;
};

const NOTHING = { why: undefined, searches: new Map<SimpleCommand, Search>() };

type Look = {
  readonly folders: ReadonlySet<string>;
  readonly variables: Variables;
  readonly isText: boolean;
  readonly isElsewhere?: boolean;
};

const SEES_HIDDEN = withPart(['glob'], () => /dotglob|globdots|glob_dots|globignore/i);
const MOVERS = wordList('cd pushd popd chdir');
const GUARDED = 'it can change the trust settings of the hook, or disable the hook';

/** Every target of a tool call that a certificate covers. An empty list means that the call does not involve skills. */
export async function resolveToolUse(use: ToolUse, machine: Machine, budget = new Budget()): Promise<Target[]> {
  const { skill, isTyped = false, agents = [], command, texts = [], searches = [], writes = [] } = use;
  const finder = new Finder(use.cwd, machine, command ?? '', budget);
  if (skill !== undefined) await finder.findSkill(skill, isTyped);
  for (const agent of agents) await finder.findAgent(agent);
  if (command !== undefined) await finder.findInCommand(command, use.session);
  for (const text of texts) await finder.findInText(text);
  for (const folder of searches) await finder.addSearch(folder);
  for (const file of writes) await finder.addWrite(file);
  await finder.addFound();
  return finder.targets();
}

class Finder {
  readonly #found: Collector;
  readonly #guard: Guard;
  readonly #disk: Disk;
  readonly #cwd: string;
  #wordsLeft: number = RESOLVE_LIMITS.wordsMax;
  #isMentioned = false;
  /** All commands so far only handle text or names. */
  #isTextOnly = true;
  #isPlain = true;
  /** Why a command can use files that it does not name. */
  #why: string | undefined;
  /** One list for each reading of the command line. */
  readonly #readings: Step[][] = [];
  readonly #searched: SearchedFolders;
  readonly #agents = new Set<string>();

  constructor(cwd: string, machine: Machine, command: string, budget: Budget) {
    this.#cwd = resolve(cwd);
    // Host patterns also match hidden names.
    const seesHidden = command === '' || SEES_HIDDEN.test(command);
    this.#disk = new Disk({ seesHidden, budget });
    this.#found = new Collector(cwd, machine, this.#disk);
    this.#guard = new Guard(this.#found);
    this.#searched = new SearchedFolders(this.#found);
    this.#disk.keepPlain = keepPlainOf(this.#found, this.#guard);
  }

  targets(): Target[] {
    // Where shells disagree, data can be a command that changes files.
    const isMixed = (steps: readonly Step[]) =>
      mixesSteps(steps, this.#found.hasFound) ||
      (!this.#isPlain && steps.length > 1 && steps.some(({ isUsing }) => isUsing));
    if (this.#readings.some(isMixed))
      this.#found.fail('one command uses a skill and another one can change files; run one command at a time');
    return this.#found.targets();
  }

  /** A name with a slash is a path. Hosts do not load skills by path. */
  async findSkill(given: string, isTyped = false): Promise<void> {
    const name = given.trim().replace(/^\//, '');
    this.#isMentioned = true;
    const isName = name !== '' && !/[/\\\0]/.test(name) && name !== '.' && name !== '..';
    const { projects, home, hostDirs } = this.#found;
    const places = projects.map((cwd) => ({ cwd, home, hostDirs }));
    const found = isName ? await Promise.all(places.map((place) => findByName(name, place, this.#disk))) : [];
    let isThere = false;
    for (const skill of found.flat()) {
      // A skill is trusted by its folder name, not by the name in its SKILL.md; a plugin's skill by its full name.
      isThere = (await this.#found.addSkill(name.includes(':') ? { ...skill, name } : skill)) || isThere;
      for (const head of await readEntries(skill, this.#disk)) await this.#findNamed(head, 'agent', name);
    }
    if (isTyped) return;
    // Hosts merge commands with skills, so a command file of the project can be the target.
    const [file] = isName ? await findCommandFiles(name, projects, home, this.#disk) : [];
    if (file !== undefined) this.#found.fail(`${file} is a command of the project, which no certificate covers`);
    else if (!isThere) this.#found.addMissing(name);
  }

  /** An agent loads the skills of its definition before its first tool call. An agent without a definition is part of the host. */
  async findAgent(given: string): Promise<void> {
    const name = given.trim();
    if (this.#agents.has(name)) return;
    this.#agents.add(name);
    const { projects, home, hostDirs } = this.#found;
    const files = await Promise.all(projects.map((cwd) => findAgents(name, cwd, { home, hostDirs }, this.#disk)));
    for (const file of new Set(files.flat())) {
      const head = await readHead(file, this.#disk);
      if (/\.toml$/i.test(file) && /skill/i.test(head)) this.#found.fail(`the agent ${name} (${file}) can load skills`);
      await this.#findNamed(head, 'skills', name);
    }
  }

  /** The skills or agents that a front matter makes the host load. */
  async #findNamed(head: string, member: 'skills' | 'agent', name: string): Promise<void> {
    const words = readWords(head, member);
    if (words === undefined) this.#found.fail(`the front matter of ${name} cannot be parsed unambiguously`);
    for (const word of words ?? []) await (member === 'agent' ? this.findAgent(word) : this.findSkill(word));
  }

  async #findFile(file: string): Promise<void> {
    for (const path of new Set([file, file.replaceAll('\\', '/')])) {
      for (const place of await this.#disk.locate(toTextPath(path, this.#found.home), this.#cwd)) {
        await this.#found.addPlace(place, false);
        await this.#found.addUncovered(place);
      }
    }
  }

  /** A path, a path pattern, or a text that contains paths. */
  async findInText(text: string): Promise<void> {
    if (text.length > RESOLVE_LIMITS.commandCharsMax) {
      if (MENTIONS.test(text))
        this.#found.fail(`a member of the call has more than ${RESOLVE_LIMITS.commandCharsMax} characters`);
      return;
    }
    for (const spelled of new Set([text, decodePercents(text)])) {
      if (!spelled.includes('\n')) await this.#findPattern(spelled);
      await this.#scanText(spelled, new Set([this.#cwd]));
    }
    if (SKILL_PATH.test(text) && this.#found.isEmpty)
      this.#found.fail('it mentions a skill in a part that the hook cannot analyse');
  }

  async #findPattern(text: string): Promise<void> {
    await this.#findFile(text);
    const wide = text.includes('(') ? text.replaceAll(/[@!+*?]\([^()]*\)/g, '*') : text;
    const { patterns } = expandWord([{ kind: 'text', text: wide, isQuoted: false }], new Map(), this.#found.home);
    for (const pattern of patterns) {
      const [start = '', ...rest] = pattern.split('**');
      // Below `**` a host searches by its own rules, so the files there count as found.
      if (rest.length > 0) await this.addSearch(start.replace(/[^/]*$/, '') || '.');
      else for (const place of await this.#disk.locate(pattern, this.#cwd)) await this.#found.addPlace(place, true);
    }
  }

  async addSearch(folder: string): Promise<void> {
    const path = folder.startsWith('~') ? folder.replace(/^~(?=\/|$)/, () => this.#found.home) : folder;
    const places = await this.#disk.locate(path, this.#cwd);
    for (const place of places) await this.#found.addPlace(place, true);
    for (const { real } of places) this.#searched.add(real, true);
  }

  /** Written files are judged when they are used. A file that controls the judgement cannot be written without a question. */
  async addWrite(file: string): Promise<void> {
    const places = await this.#disk.locate(escapeSigns(file), this.#cwd);
    if ((await this.#guard.areGuarded(places)) || this.#guard.areFolders(places)) this.#found.fail(GUARDED);
  }

  async findInCommand(command: string, session?: ToolUse['session']): Promise<void> {
    const bare = hasAny(command, '"\'`\\') ? command.replaceAll('\\\n', '').replaceAll(/["'`\\]/g, '') : command;
    this.#isMentioned = MENTIONS.test(bare) || MENTIONS.test(command.replaceAll('\\', '/'));
    if (command.length > RESOLVE_LIMITS.commandCharsMax) {
      this.#found.fail(`the command has more than ${RESOLVE_LIMITS.commandCharsMax} characters`);
      return;
    }
    if (!this.#isMentioned) {
      const names = (await this.#found.listInstalled()).map(({ name }) => name);
      this.#isMentioned = names.some((name) => bare.includes(`${name}/`));
    }
    for (const place of await this.#disk.locate('.', this.#cwd)) await this.#found.addPlace(place, true);
    // Windows uses backslashes in paths, even in a POSIX shell.
    const spellings =
      command.includes('\\') && /\w\\[\w.]/.test(command) ? [command, command.replaceAll('\\', '/')] : [command];
    for (const spelled of spellings) {
      this.#readings.push([]);
      await this.#findInScript(spelled, { folders: new Set([this.#cwd]), depth: 0, around: undefined });
    }
    // Typed input is usually a plain answer to a prompt.
    if (session === 'typed' && /^[\w .-]*\n?$/.test(command)) this.#why = undefined;
    await this.#checkAccounted(command, bare);
    if (this.#isMentioned && (session === 'typed' || (session === 'shell' && this.#found.isEmpty)))
      this.#found.fail('it is sent to a shell whose working folder the hook does not know');
  }

  /** Scans what the parser dropped (comments and text treated as data). A skill path that resolved to nothing is a failure. */
  async #checkAccounted(command: string, bare: string): Promise<void> {
    if (!this.#isTextOnly) await this.#findPrompted(bare.split(/[\s;|&()<>]+/));
    if (this.#isPlain && (this.#isTextOnly || !this.#isMentioned)) return;
    for (const text of new Set([command, bare])) await this.#scanText(text, new Set([this.#cwd]));
    if (!this.#isPlain)
      for (const line of bare.split('\n')) this.#addInstalls(line.split(/[\s;|&()<>]+/).filter(Boolean), []);
    if (this.#found.isEmpty && (SKILL_PATH.test(bare) || (!this.#isPlain && this.#isMentioned)))
      this.#found.fail('it mentions a skill in a part that the hook cannot analyse');
  }

  /** A started host loads the skills in its prompt (`/NAME`, `$NAME`) before its first tool call. */
  async #findPrompted(words: readonly string[]): Promise<void> {
    if (!startsHost(words)) return;
    if (movesHost(words)) this.#found.fail(GUARDED);
    const installed = new Set((await this.#found.listInstalled()).map(({ name }) => foldName(name)));
    for (const word of new Set(words)) {
      const name = /^[/$@]([^/]+)$/.exec(word)?.[1] ?? '';
      if (installed.has(foldName(name.slice(name.lastIndexOf(':') + 1)))) await this.findSkill(name);
    }
  }

  async #findInScript(
    source: string,
    from: Pick<Context, 'folders' | 'depth' | 'around'> &
      Partial<Pick<Context, 'variables' | 'isText'>> & { isRun?: boolean },
  ): Promise<void> {
    const { depth, around } = from;
    const isRun = from.isRun ?? depth === 0;
    if (depth > RESOLVE_LIMITS.depthMax) {
      this.#found.fail('commands are nested too deeply');
      return;
    }
    if (!this.#disk.budget.spend(source.length * STEPS.parsed)) return;
    const script = parseShell(source);
    this.#isPlain &&= script.isPlain;
    if (!script.isComplete && (depth === 0 || this.#isMentioned))
      this.#found.fail('a quote or a bracket of the command is not closed');
    // The surrounding command can run the output of a substitution.
    const isText = isTextScript(script) && from.isText !== false && !(await this.#isLinkWritten(script));
    this.#isTextOnly &&= isText;
    const folders = new Set(from.folders);
    const variables = new Map<string, readonly string[]>([
      ...(from.variables ?? []),
      ['HOME', [this.#found.home]],
      ['CLAUDE_PROJECT_DIR', this.#found.projects],
    ]);
    // A loop uses values that are set further down, so all assignments are bound first.
    for (const command of script.commands) bindVariables(command.words, variables);
    const { why, searches } = isRun ? reachOf(script, source) : NOTHING;
    this.#why ??= why;
    for (const command of script.commands) {
      variables.set('PWD', [...folders]);
      variables.set('OLDPWD', [...folders]);
      const search = searches.get(command);
      const isFinding = search !== undefined;
      await this.#findInSimple(command, { isText, folders, variables, depth, around, isFinding, isRun });
      if (search !== undefined) await this.#addSearched(search, { folders, variables, isText: true });
    }
    for (const inner of script.nested)
      await this.#findInScript(inner, { folders, variables, isText, depth: depth + 1, around, isRun });
  }

  /** A written document that is a link can be an executable file. */
  async #isLinkWritten(script: Script): Promise<boolean> {
    const paths = writtenFiles(script).map((file) => resolve(this.#cwd, file));
    const listings = await Promise.all(paths.map((path) => this.#disk.list(dirname(path))));
    return paths.some((path, index) =>
      listings[index]?.some((entry) => entry.isSymbolicLink() && foldName(entry.name) === foldName(basename(path))),
    );
  }

  async #findInSimple(command: SimpleCommand, context: Context): Promise<void> {
    const { isText, folders, variables, around } = context;
    const plain = command.words.map(toPlainText);
    if (!this.#disk.budget.spend(plain.length * STEPS.word)) return;
    const program = programOf(plain);
    const isElsewhere = !isText && (around?.isElsewhere === true || runsElsewhere(plain));
    // A relative link target is resolved from the folder of the link.
    const linked = program === 'ln' ? await this.#placesOf(command.words, context) : [];
    const bases = new Set([...folders, ...linked.map(({ real }) => dirname(real))]);
    const look = { folders: bases, variables, isText, isElsewhere };
    const [named, redirected] = [
      await this.#placesOf(command.words, look),
      await this.#placesOf(command.redirects, look),
    ];
    const places = [...named, ...redirected];
    if (MOVERS.test(program)) await this.#changeFolder(command, places, context);
    const step = await this.#addStep(command, { named, redirected, around, isElsewhere, isFinding: context.isFinding });
    for (const place of places) if (place.exists) this.#searched.name(place.real);
    const isUnknown = [...command.words, ...command.redirects].some((word) => this.#expand(word, variables).isOpaque);
    const isGuardChanged = await this.#guard.isChanged(command, { named, redirected, folders, isUnknown });
    const isGuardWritten = !isText && (await this.#guard.isNamedInText(command, folders));
    if (isGuardChanged || isGuardWritten || changesTrust(plain)) this.#found.fail(GUARDED);
    if (readsOtherVersions(plain) && (await this.#found.areOfSkills(places)).includes(true))
      this.#found.fail('git can read files of another commit, which no verdict about a folder covers');
    const spelled = this.#spell(command.words, variables);
    if (!isText) this.#addInstalls(spelled, named);
    if (!isText && (startsUnguarded(spelled) || changesTrust(spelled) || changesProgram(spelled)))
      this.#found.fail(GUARDED);
    await this.#addPlaced(spelled, named, command.isWriting ? redirected : []);
    if (isText) return;
    await this.#findInArguments(command, context, step);
    if (isElsewhere && (this.#isMentioned || step.isUsing))
      this.#found.fail(
        'it runs where a path can mean another file: on another machine, in a container, as another user',
      );
  }

  /** Resolves the places that a command names, and records whether it uses or changes a skill. */
  async #addStep(
    command: SimpleCommand,
    seen: { named: readonly Place[]; redirected: readonly Place[] } & Pick<
      Step,
      'around' | 'isElsewhere' | 'isFinding'
    >,
  ): Promise<Step> {
    const { named, redirected, around, isElsewhere, isFinding } = seen;
    const isNaming = isNameProgram(programOf(command.words.map(toPlainText)));
    const isTouching = async (places: readonly Place[]): Promise<boolean> => {
      this.#found.isTouched = false;
      for (const place of places) await this.#found.addPlace(place, !isNaming);
      return this.#found.isTouched;
    };
    const [isNamed, isRedirected] = [await isTouching(named), await isTouching(redirected)];
    // A command that changes nothing treats its input as text and runs nothing.
    const isChanging =
      (around?.isChanging ?? true) && !changesNoFile(command, command.isWriting ? isNamed || isRedirected : isNamed);
    const isUsing = isRedirected || (isNamed && !isNaming);
    const step = { around, isElsewhere, isChanging, isUsing, isFinding };
    this.#readings.at(-1)?.push(step);
    return step;
  }

  /** A word or a here-document can be a command line, or text in another language. */
  async #findInArguments(command: SimpleCommand, context: Context, step: Step): Promise<void> {
    const { folders, variables, depth, isRun } = context;
    const isShell = isRun && isShellText(command);
    const parsed = command.words
      .map(toPlainText)
      .filter((each, at, all) => (!isBland(each) && /[\s;|&()<>]/.test(each)) || (isShell && at === all.length - 1));
    for (const text of [...command.texts, ...parsed]) {
      await this.#findInScript(text, { folders, variables, depth: depth + 1, around: step, isRun: isShell });
      await this.#scanText(text, folders);
      step.isUsing ||= this.#found.isTouched;
    }
  }

  /** Adds the new folder even if it does not exist, because the call itself can create it. */
  async #changeFolder({ words }: SimpleCommand, places: readonly Place[], context: Context): Promise<void> {
    const { folders } = context;
    const plain = words.map(toPlainText);
    const to = plain.at(-1) ?? '';
    if (MOVERS.test(to) && to !== 'popd') folders.add(this.#found.home);
    if (/^(?:-|popd|[-+]\d+)$/.test(to) && this.#isMentioned) this.#found.fail('it changes back to an earlier folder');
    const operands = words.slice(words.length - fromProgram(plain).length + 1);
    const later = await this.#placesOf(operands, context);
    // A folder known only at run time is usually one of the surrounding folders.
    if (operands.some((word) => this.#expand(word, context.variables).isOpaque))
      for (const folder of [...ancestorsOf(this.#cwd), ...this.#found.projects]) folders.add(folder);
    for (const { spelled, real, exists } of [...places, ...later]) {
      if (!exists && !later.some((each) => each.spelled === spelled)) continue;
      if (folders.size < RESOLVE_LIMITS.basesMax) folders.add(spelled).add(real);
      else this.#found.fail('it changes the folder too often');
    }
  }

  /** Adds the folders below which a command shows files. */
  async #addSearched({ words, base, isAlways, seesHidden }: Search, context: Look): Promise<void> {
    const named = (await this.#placesOf(words, context)).filter(({ exists }) => exists);
    for (const { real } of named) this.#searched.add(real, seesHidden);
    if (base === 'none' || (named.length > 0 && !isAlways)) return;
    const repositories = base === 'here' ? [] : await this.#guard.findRepositories(context.folders);
    for (const top of repositories.length > 0 ? repositories : context.folders) this.#searched.add(top, seesHidden);
  }

  /** Adds skills among found files, and all skills in reach of a command that can use any file. */
  async addFound(): Promise<void> {
    if (await this.#guard.isChangedUnnamed(this.#cwd)) this.#found.fail(GUARDED);
    await this.#searched.addFound();
    if (this.#why !== undefined) this.#found.addReach(this.#why, await this.#searched.listReach());
  }

  /** Every place that a word of the command can mean, from every possible folder. */
  async #placesOf(words: readonly Word[], look: Look): Promise<Place[]> {
    const { folders, variables, isText, isElsewhere = false } = look;
    const found: Place[] = [];
    const bases = new Set(folders);
    for (const word of words) {
      this.#wordsLeft -= 1;
      if (this.#wordsLeft < 0) {
        this.#found.fail(`the command has more than ${RESOLVE_LIMITS.wordsMax} words`);
        break;
      }
      if (!this.#disk.budget.spend(STEPS.word + word.length)) break;
      const { patterns, isOpaque, isLimited } = this.#expand(word, variables);
      if (isLimited) this.#found.fail(`${toPlainText(word)} has more expansions than the hook checks`);
      // The arguments of a text program can be anything, unless they look like a path into a skill.
      if (isOpaque && this.#isMentioned && (!isText || MENTIONS.test(toPlainText(word))))
        this.#found.fail(`${toPlainText(word) || 'a part of the command'} is determined only when it runs`);
      if (!this.#disk.budget.spend(patterns.join('').length)) break;
      for (const pattern of patterns.flatMap(variantsOf)) {
        if (this.#disk.budget.isSpent) break;
        // The path is completely unknown, so no place is more likely than another.
        if (isOpaque && /^[*./]*$/.test(pattern)) continue;
        for (const base of pattern.startsWith('/') ? ['/'] : bases) {
          const places = await this.#disk.locate(pattern, base);
          found.push(...places);
          // `env -C FOLDER`, `make -C FOLDER`: the following words are relative to that folder.
          for (const place of places) if (place.exists && bases.size < RESOLVE_LIMITS.basesMax) bases.add(place.real);
        }
        const ends = isElsewhere ? endsOf(pattern) : endOf(pattern);
        found.push(...(await this.#placesOfEnds(ends, bases)));
      }
    }
    return found;
  }

  /** A path whose start has a meaning only elsewhere: looks up its suffix below every possible folder. */
  async #placesOfEnds(ends: readonly string[], bases: ReadonlySet<string>): Promise<Place[]> {
    if (ends.length === 0) return [];
    const starts = new Set([...bases, ...this.#found.projects, this.#found.home]);
    const found = await Promise.all(
      [...starts].map((start) => Promise.all(ends.map((end) => this.#disk.locate(end, start)))),
    );
    return found.flat(2);
  }

  /** Scans program text in another language for anything that looks like a path. */
  async #scanText(text: string, folders: ReadonlySet<string>): Promise<void> {
    const tokens = splitText(text).filter((token) => hasAny(token, '/~') || token.startsWith('.'));
    if (tokens.length > RESOLVE_LIMITS.wordsMax) this.#found.fail('the call names more paths than the hook checks');
    this.#found.isTouched = false;
    for (const token of new Set(tokens.slice(0, RESOLVE_LIMITS.wordsMax)))
      for (const base of folders)
        for (const place of await this.#disk.locate(toTextPath(token, this.#found.home), base))
          await this.#found.addPlace(place, true);
  }

  #expand(word: Word, variables: Variables): ReturnType<typeof expandWord> {
    return expandWord(word, variables, this.#found.home);
  }

  /** The words as the program gets them, as far as they are known. */
  #spell(words: readonly Word[], variables: Variables): string[] {
    const patterns = words.flatMap((word) => this.#expand(word, variables).patterns);
    return patterns.map(withoutEscapes);
  }

  #addInstalls(words: readonly string[], places: readonly Place[]): void {
    const isLocal = (word: string) => places.some(({ spelled, exists }) => exists && spelled.endsWith(`/${word}`));
    for (const source of findSources(words, isLocal)) this.#found.addInstall(source);
  }

  /** Files that are placed manually into a folder of skills. */
  async #addPlaced(words: readonly string[], named: readonly Place[], written: readonly Place[]): Promise<void> {
    const places = isPlacer(words) ? [...named, ...written] : written;
    if (!(await this.#found.areOfSkills(places)).includes(true)) return;
    for (const source of findPlacedSources(words)) this.#found.addInstall(source);
  }
}
