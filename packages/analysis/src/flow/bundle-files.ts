import { resolveInside } from '../bundle/path-safety.ts';
import type { Intake, TakenFile } from '../bundle/read-bundle.ts';
import { UNKNOWN_PART } from '../models/origins/origin.ts';
import { globToPattern, hasGlob, literalFolder } from './glob.ts';

/** Linux follows 40 symlinks before it fails with ELOOP. */
const LINKS_MAX = 40;
const EXPANDED_MAX = 2_000;

/** Many file systems ignore case and Unicode normalization in file names. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/** Resolves the paths that scripts and documents use: relative paths, paths through symlinks and patterns. */
export class BundleFiles {
  readonly files: ReadonlyMap<string, TakenFile>;
  /** Includes entries without content: submodules, symlinks and files beyond a limit. */
  readonly paths: readonly string[];
  private readonly known: ReadonlySet<string>;
  /** Paths by folded name, for case-insensitive file systems. */
  private readonly folded: ReadonlyMap<string, readonly string[]>;
  private readonly entry: string;
  private readonly links: ReadonlyMap<string, string>;

  /** A cache, because manuals repeat the same names thousands of times. */
  private readonly expanded = new Map<string, readonly string[]>();

  constructor(intake: Intake) {
    this.files = new Map(intake.files.map((file) => [file.path, file]));
    const problems = intake.problems.map(({ file }) => file).filter((path) => path !== '');
    this.known = new Set([...this.files.keys(), ...problems]);
    this.paths = [...this.known];
    this.folded = Map.groupBy(this.paths, foldName);
    this.entry = intake.entry ?? '';
    this.links = intake.links;
  }

  /**
   * The paths that a name may refer to, relative to the naming file, to the entry document and to the root. Symlinks
   * are resolved.
   */
  candidates(name: string, from: string): string[] {
    const clean = name
      .replace(/^["']|["']$/g, '')
      .replace(/^\{?baseDir\}?\//i, '')
      .replace(/^(?:␀|\$\{?\w+\}?)\//, '');
    const found = [resolveInside(from, clean), resolveInside(this.entry, clean), clean.replace(/^\.\//, '')];
    return found.filter((one) => one !== undefined).map((one) => this.throughLinks(one));
  }

  /** Every path that a run of this name may reach. An unknown part matches anything. */
  expand(name: string, from: string): readonly string[] {
    const key = `${from}\n${name}`;
    const known = this.expanded.get(key);
    if (known !== undefined) return known;
    const found = this.findAll(name, from);
    this.expanded.set(key, found);
    return found;
  }

  private findAll(name: string, from: string): string[] {
    const candidates = [...new Set(this.candidates(name, from))];
    const exact = candidates.flatMap((one) => (this.known.has(one) ? [one] : (this.folded.get(foldName(one)) ?? [])));
    if (exact.length > 0) return [...new Set(exact)];
    const inside = candidates.flatMap((one) => this.paths.filter((path) => one.startsWith(`${path}/`)));
    if (inside.length > 0) return [...new Set(inside)];
    return [...new Set(candidates.flatMap((one) => this.matching(one)))].slice(0, EXPANDED_MAX);
  }

  private matching(pattern: string): string[] {
    const wild = pattern.replaceAll(UNKNOWN_PART, '*');
    if (!hasGlob(wild) || /^[*/]+$/.test(wild))
      return wild === '*' && !pattern.includes(UNKNOWN_PART) ? this.topLevel() : [];
    const shape = globToPattern(wild);
    const folder = literalFolder(wild);
    // A submodule is one path in the bundle and a folder with unknown content at run time.
    return this.paths.filter(
      (path) =>
        shape.test(path) ||
        (!this.files.has(path) && folder !== '' && (path === folder || folder.startsWith(`${path}/`))),
    );
  }

  private topLevel(): string[] {
    return this.paths.filter((path) => !path.includes('/'));
  }

  private throughLinks(path: string): string {
    let at = path;
    for (let hops = 0; hops < LINKS_MAX; hops += 1) {
      const next = this.oneLink(at);
      if (next === undefined) return at;
      at = next;
    }
    return at;
  }

  private oneLink(path: string): string | undefined {
    const exact = this.links.get(path);
    if (exact !== undefined) return exact;
    for (const [link, target] of this.links)
      if (path.startsWith(`${link}/`)) return `${target}${path.slice(link.length)}`;
    return undefined;
  }
}
