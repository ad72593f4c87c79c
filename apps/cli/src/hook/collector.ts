import { resolve } from 'node:path';
import type { Disk, Place } from './disk.ts';
import { OF_PROCESS } from './mentions.ts';
import { ancestorsOf, findLinked, listInstalled, type SkillFolder, skillsBelow, standingOf } from './skill-places.ts';
import type { Target } from './tool-use.ts';
import { withPart } from './word-list.ts';

export type Machine = {
  readonly home: string;
  /** The project folder as reported by the host. */
  readonly projectDir?: string | undefined;
  /** Host folders outside the home folder. */
  readonly hostDirs?: readonly string[];
};

const BELOW_GIT = withPart(['/.git'], () => /\/\.git(?:\/|$)/i);
/** The cost of looking up one place among the skills. */
const PLACE_STEPS = 128;

/** Collects the subject of a tool call: the skills among its named places, and reasons why it cannot be resolved. */
export class Collector {
  readonly disk: Disk;
  readonly home: string;
  readonly hostDirs: readonly string[];
  /** Folders from which a host loads skills: the working folder and the project. */
  readonly projects: readonly string[];
  /** True when a skill, existing or not, was named since the last reset. */
  isTouched = false;
  readonly #folders = new Map<string, SkillFolder>();
  readonly #found = new Map<string, SkillFolder>();
  readonly #others: Target[] = [];
  #installed: Promise<SkillFolder[]> | undefined;

  constructor(cwd: string, { home, projectDir, hostDirs = [] }: Machine, disk: Disk) {
    this.disk = disk;
    this.home = resolve(home);
    this.hostDirs = hostDirs.map((dir) => resolve(dir));
    this.projects = [...new Set([resolve(cwd), ...(projectDir === undefined ? [] : [resolve(projectDir)])])];
  }

  get isEmpty(): boolean {
    return this.#folders.size + this.#others.length === 0;
  }

  /** A search showed a skill that the call does not name. */
  get hasFound(): boolean {
    return this.#found.size > 0;
  }

  targets(): Target[] {
    if (this.disk.isLimited) this.fail('it names more files than the hook checks');
    if (this.disk.isUnreadable) this.fail('a file name is not UTF-8');
    const folders = [...this.#folders.values()].map(
      ({ folder, name }): Target => ({ kind: 'folder', path: folder, name }),
    );
    const found = [...this.#found.values()].map(
      ({ folder, name }): Target => ({ kind: 'folder', path: folder, name, isFound: true }),
    );
    return [...folders, ...found, ...this.#others];
  }

  fail(detail: string): void {
    if (!this.#others.some((each) => each.kind === 'unresolved')) this.#others.push({ kind: 'unresolved', detail });
  }

  addMissing(name: string): void {
    this.#others.push({ kind: 'missing', name });
  }

  addInstall(source: string | undefined): void {
    if (!this.#others.some((each) => each.kind === 'install' && each.source === source))
      this.#others.push({ kind: 'install', source });
  }

  listInstalled(): Promise<SkillFolder[]> {
    this.#installed ??= Promise.all(this.projects.map((base) => listInstalled(base, this, this.disk))).then((lists) =>
      lists.flat(),
    );
    return this.#installed;
  }

  /** The standing of a path, with the host folders both as configured and resolved. */
  async #standingOf(path: string): Promise<ReturnType<typeof standingOf>> {
    const reals = await Promise.all(this.hostDirs.map((dir) => this.disk.real(dir)));
    return standingOf(path, [...this.hostDirs, ...reals.filter((dir) => dir !== undefined)]);
  }

  areOfSkills(places: readonly Place[]): Promise<boolean[]> {
    return Promise.all(
      places.map(async ({ spelled, real }) =>
        [await this.#standingOf(spelled), await this.#standingOf(real)].some(
          (each) => each !== undefined && isSkillsPath(each.kind, spelled),
        ),
      ),
    );
  }

  /** Files below the `.git` of a skill are not compared with its certificate, so a call must not use them. */
  async addUncovered(place: Place): Promise<void> {
    const isBelowGit = ({ spelled, real }: Place) => [spelled, real].some((path) => BELOW_GIT.test(path));
    if (!isBelowGit(place)) return;
    const linked = await findLinked(place, await this.listInstalled(), this.disk);
    const standings = [await this.#standingOf(place.spelled), await this.#standingOf(place.real)];
    const skills = standings.filter((each) => each?.kind === 'skill');
    if (linked.length + skills.length > 0) this.#others.push({ kind: 'uncovered', path: place.spelled });
  }

  async addPlace(place: Place, isContentMeant: boolean): Promise<void> {
    if (!this.disk.budget.spend(PLACE_STEPS + place.spelled.length)) return;
    if (isContentMeant) await this.addUncovered(place);
    if (isContentMeant && OF_PROCESS.test(place.spelled))
      this.fail(`${place.spelled} depends on the process that opens it`);
    for (const path of new Set([place.spelled, place.real])) {
      const standing = await this.#standingOf(path);
      if (standing?.kind === 'skill') await this.addSkill(standing.skill);
      else if (standing?.kind === 'root' && isContentMeant && place.exists) await this.#addBelow(standing.folder);
      else if (standing?.kind === 'plugin' && place.exists && isContentMeant) await this.#addPluginPart(path);
    }
    for (const skill of await findLinked(place, await this.listInstalled(), this.disk)) await this.addSkill(skill);
  }

  async #addBelow(folder: string): Promise<void> {
    for (const skill of await skillsBelow(folder, this.disk)) await this.addSkill(skill);
  }

  async #addPluginPart(path: string): Promise<void> {
    if (await this.#isFile(path))
      this.fail(`${path} is part of a plugin but not of a skill, so no certificate covers it`);
    else await this.#addBelow(path);
  }

  /** False for a missing folder. It is about to be written, so the installation and its next use are judged instead. */
  async addSkill({ folder, name }: SkillFolder): Promise<boolean> {
    this.isTouched = true;
    const real = await this.disk.real(folder);
    if (real === undefined) return false;
    if (this.#folders.has(real)) return true;
    if (await this.#isFile(real))
      this.fail(`${folder} is next to skills and not part of any of them, so no certificate covers it`);
    else this.#folders.set(real, { folder: real, name });
    return true;
  }

  /** Adds a skill among the files that a search shows. */
  async addFound(real: string, name: string): Promise<void> {
    if (!this.#folders.has(real) && !(await this.#isFile(real))) this.#found.set(real, { folder: real, name });
  }

  /** Adds skills that the call may use without naming them. */
  addReach(detail: string, skills: readonly SkillFolder[]): void {
    const left = skills.filter(({ folder }) => !this.#folders.has(folder));
    if (left.length > 0)
      this.#others.push({ kind: 'reach', detail, skills: left.map(({ folder, name }) => ({ path: folder, name })) });
  }

  async #isFile(path: string): Promise<boolean> {
    const [name, parent] = [path.slice(path.lastIndexOf('/') + 1), ancestorsOf(path)[1] ?? '/'];
    return (await this.disk.list(parent)).some(
      (entry) => entry.name === name && !entry.isDirectory() && !entry.isSymbolicLink(),
    );
  }
}

const isSkillsPath = (kind: 'skill' | 'root' | 'plugin', spelled: string): boolean =>
  kind !== 'root' || /\/skills?$|\/plugins/i.test(spelled);
