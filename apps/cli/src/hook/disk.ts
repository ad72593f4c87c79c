import { type Dirent, readdir as readFolder, realpath as readLink, stat as readStat } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { isFaithfulName } from '@assay/client/read-folder';
import { Budget } from './budget.ts';
import { foldName, isPattern, matcherOf, toLiteral } from './expand-word.ts';

// `node:fs/promises` loads a quarter of Node, which takes longer than most calls.
const readdir = promisify(readFolder);
const realpath = promisify(readLink.native);
const stat = promisify(readStat);

/** Limits on the lookups for one tool call. At a limit, the call is not resolved. */
const LOCATE_LIMITS = { placesMax: 4_096, foldersMax: 50_000, componentsMax: 128, entriesMax: 200_000 } as const;
/** The costs of operations that take longer than a lookup of one name. */
const STEPS = { known: 2, real: 40, list: 80, place: 8 } as const;
/**
 * A directory listing cannot be interrupted, so a folder above this size is not listed within a budget. The limit fits
 * about 20,000 names.
 */
const FOLDER_BYTES_MAX = 1_048_576;

/** A possible place of a path: as written, and with links resolved. Both are absolute; the last component need not exist. */
export type Place = { readonly spelled: string; readonly real: string; readonly exists: boolean };

/** The path of a name in a folder whose path is resolved: `join` without its second look at every character. */
export const childOf = (folder: string, name: string): string =>
  folder.endsWith(sep) ? folder + name : folder + sep + name;

/** Looks up paths for one tool call. Fully asynchronous, so that a hanging file system cannot block the deadline. */
export class Disk {
  /** The work budget of this tool call, shared with other expensive operations. */
  readonly budget: Budget;
  #isLimited = false;
  /** A matching name is not valid UTF-8, so its target is unknown. */
  isUnreadable = false;
  #foldersLeft: number = LOCATE_LIMITS.foldersMax;
  readonly #seesHidden: boolean;
  readonly #listings = new Map<string, Promise<readonly Dirent[]>>();
  readonly #reals = new Map<string, Promise<string | undefined>>();

  #lastListing: Promise<readonly Dirent[]> = Promise.resolve([]);

  /** Filters the plain files that a pattern matches in a folder outside of skills: the ones that a call can concern. */
  keepPlain: (files: readonly Place[]) => Promise<readonly Place[]> = async () => [];

  constructor({ seesHidden = false, budget = new Budget() } = {}) {
    this.#seesHidden = seesHidden;
    this.budget = budget;
  }

  /** A limit was reached, so some places were not checked. */
  get isLimited(): boolean {
    return this.#isLimited || this.budget.isSpent;
  }

  async list(folder: string): Promise<readonly Dirent[]> {
    const known = this.#listings.get(folder);
    if (!this.budget.spend(known === undefined ? STEPS.list : STEPS.known)) return [];
    const entries = await (known ?? this.#startListing(folder));
    return this.budget.spend(entries.length) ? entries : [];
  }

  #startListing(folder: string): Promise<readonly Dirent[]> {
    this.#foldersLeft -= 1;
    if (this.#foldersLeft < 0) this.#isLimited = true;
    const listing = this.#foldersLeft < 0 ? Promise.resolve([]) : this.#readListing(folder);
    this.#listings.set(folder, listing);
    return listing;
  }

  /** With a budget, listings run one after the other, so that no more are read than the budget covers. */
  #readListing(folder: string): Promise<readonly Dirent[]> {
    if (!this.budget.isBounded) return this.#readEntries(folder);
    this.#lastListing = this.#lastListing.then(async () => {
      if (this.budget.isSpent) return [];
      const { size = 0 } = (await stat(folder).catch(() => undefined)) ?? {};
      if (size <= FOLDER_BYTES_MAX) return this.#readEntries(folder);
      this.#isLimited = true;
      return [];
    });
    return this.#lastListing;
  }

  async #readEntries(folder: string): Promise<readonly Dirent[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    if (entries.length > LOCATE_LIMITS.entriesMax) this.#isLimited = true;
    return entries.slice(0, LOCATE_LIMITS.entriesMax);
  }

  requireFaithful(entries: readonly Dirent[]): void {
    if (!entries.every(({ name }) => isFaithfulName(name))) this.isUnreadable = true;
  }

  /** The path with links resolved; `undefined` when it does not exist. */
  real(path: string): Promise<string | undefined> {
    const known = this.#reals.get(path);
    if (!this.budget.spend(known === undefined ? STEPS.real : STEPS.known)) return Promise.resolve(undefined);
    const real = known ?? realpath(path).catch(() => undefined);
    this.#reals.set(path, real);
    return real;
  }

  /** Every place that a pattern can match, relative to a folder. */
  async locate(pattern: string, base: string): Promise<readonly Place[]> {
    if (!this.budget.spend(STEPS.place + pattern.length)) return [];
    if (!isFaithfulName(pattern)) this.isUnreadable = true;
    const literal = toLiteral(pattern);
    if (literal !== undefined) {
      const places = await this.#locateLiteral(literal, base);
      if (places.length > 0) return places;
    }
    const parts = pattern.split('/');
    if (parts.length > LOCATE_LIMITS.componentsMax) {
      this.#isLimited = true;
      return [];
    }
    const start = pattern.startsWith('/') ? '/' : base;
    let places: readonly Place[] = [{ spelled: start, real: (await this.real(start)) ?? start, exists: true }];
    for (const [index, part] of parts.entries()) {
      if (part === '' || part === '.') continue;
      const isLast = index === parts.length - 1;
      const next = await Promise.all(places.map((place) => this.#step(place, part, isLast)));
      places = next.flat();
      if (places.length > LOCATE_LIMITS.placesMax) {
        this.#isLimited = true;
        places = places.slice(0, LOCATE_LIMITS.placesMax);
      }
    }
    return places;
  }

  /** Resolves a literal path of any length in both ways: as the kernel does, and as a shell's `cd` does, which resolves `..` by name. */
  async #locateLiteral(literal: string, base: string): Promise<readonly Place[]> {
    const spelled = resolve(base, literal);
    const written = literal.startsWith('/') ? literal : literal === '.' ? base : `${base}/${literal}`;
    const reals = new Set([await this.real(written), await this.real(spelled)]);
    return [...reals].flatMap((real) => (real === undefined ? [] : [{ spelled, real, exists: true }]));
  }

  async #step(place: Place, part: string, isLast: boolean): Promise<readonly Place[]> {
    if (!this.budget.spend(STEPS.place + part.length)) return [];
    if (part === '..') return this.#parents(place);
    if (!place.exists) return isPattern(part) ? [] : [below(place, toLiteral(part) ?? part)];
    if (part.startsWith('**') && /^\*+$/.test(part)) {
      // Zsh follows links in this pattern.
      if (part.length > 2) this.#isLimited = true;
      return this.#descend(place);
    }
    const literal = toLiteral(part);
    const exact = literal === undefined ? undefined : await this.real(childOf(place.real, literal));
    if (literal !== undefined && exact !== undefined)
      return [{ spelled: childOf(place.spelled, literal), real: exact, exists: true }];
    const found = await this.#matching(place, part, isLast);
    if (found.length > 0 || literal === undefined) return found;
    return [below(place, literal)];
  }

  /** For `..`, the kernel uses the parent of the link target, a shell's `cd` the parent by name. */
  async #parents({ spelled, real }: Place): Promise<readonly Place[]> {
    const [byName, byLink] = [dirname(spelled), dirname(real)];
    const places = [{ spelled: byLink, real: byLink, exists: true }];
    const other = (await this.real(byName)) ?? byName;
    return other === byLink ? places : [...places, { spelled: byName, real: other, exists: true }];
  }

  /**
   * Hidden names need a dot in the pattern, as in shells. Plain files outside of skills are skipped, except those that
   * `keepPlain` keeps.
   */
  async #matching(place: Place, part: string, isLast: boolean): Promise<Place[]> {
    const matches = matcherOf(part);
    const seesHidden = this.#seesHidden || !isPattern(part) || part.startsWith('.') || part.startsWith('\\.');
    const entries = await this.list(place.real);
    const matched = entries.filter(
      (entry) =>
        this.budget.spend(1 + part.length * (1 + (entry.name.length >> 3))) &&
        (!entry.name.startsWith('.') || seesHidden) &&
        matches(entry.name),
    );
    const isPlain = (entry: Dirent) => isLast && isPattern(part) && entry.isFile() && !isInSkills(place);
    const plain = matched.filter(isPlain).map(({ name }) => ({ ...below(place, name), exists: true }));
    const kept = plain.length === 0 ? [] : await this.keepPlain(plain);
    if (!kept.every(({ spelled }) => isFaithfulName(spelled))) this.isUnreadable = true;
    const names = matched.filter((entry) => !isPlain(entry));
    this.requireFaithful(names);
    const reals = await Promise.all(names.map(({ name }) => this.real(childOf(place.real, name))));
    const found = names.flatMap(({ name }, index) => {
      const real = reals[index];
      return real === undefined ? [] : [{ spelled: childOf(place.spelled, name), real, exists: true }];
    });
    return [...kept, ...found];
  }

  /** `**`: this folder and all folders below it. Some shells match a linked folder itself, but nothing below it. */
  async #descend(place: Place): Promise<readonly Place[]> {
    const [found, links]: [Place[], Place[]] = [[place], []];
    for (const { spelled, real } of found) {
      if (found.length > LOCATE_LIMITS.placesMax || this.isLimited) break;
      const folders = (await this.list(real)).filter(
        (entry) =>
          (entry.isDirectory() || entry.isSymbolicLink()) &&
          (this.#seesHidden || !entry.name.startsWith('.')) &&
          (entry.name !== '.git' || isInSkills({ real })),
      );
      this.requireFaithful(folders);
      for (const entry of folders) {
        const at = { spelled: childOf(spelled, entry.name), real: childOf(real, entry.name), exists: true };
        if (entry.isDirectory()) found.push(at);
        else links.push({ ...at, real: (await this.real(at.real)) ?? at.real });
      }
    }
    return [...found, ...links];
  }
}

const isInSkills = ({ real }: Pick<Place, 'real'>): boolean => foldName(real).includes('/skill');
const below = ({ spelled, real }: Place, name: string): Place => ({
  spelled: childOf(spelled, name),
  real: childOf(real, name),
  exists: false,
});
