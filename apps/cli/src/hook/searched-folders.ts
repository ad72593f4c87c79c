import type { Collector } from './collector.ts';
import { listNested, type SkillFolder } from './skill-places.ts';

/** The folders below which a call shows files, and the folders that it names. */
export class SearchedFolders {
  readonly #found: Collector;
  /** By folder: whether hidden names are searched, too. */
  readonly #roots = new Map<string, boolean>();
  readonly #named = new Set<string>();

  constructor(found: Collector) {
    this.#found = found;
  }

  add(root: string, seesHidden: boolean): void {
    this.#roots.set(root, seesHidden || this.#roots.get(root) === true);
  }

  /** Skips folders that contain the project or the home, because they also contain other projects. */
  name(folder: string): void {
    const isAround = [...this.#found.projects, this.#found.home].some((path) =>
      `${path}/`.startsWith(folder.replace(/\/?$/, '/')),
    );
    if (!isAround) this.#named.add(folder);
  }

  /** Adds the skills among the files that a search shows. */
  async addFound(): Promise<void> {
    if (this.#roots.has('/')) this.#found.fail('it searches every folder of this machine');
    const roots = [...this.#roots].filter(([root]) => root !== '/');
    if (roots.length === 0) return;
    const isBelow = (path: string) =>
      roots.some(([root, seesHidden]) => {
        const top = root.replace(/\/?$/, '/');
        return path.startsWith(top) && (seesHidden || !/(?:^|\/)\./.test(path.slice(top.length)));
      });
    for (const { folder, name } of await this.#list(roots.map(([root]) => root))) {
      const real = await this.#found.disk.real(folder);
      // A folder of skills can be a link, so a search of one path can show skills of another.
      if (real !== undefined && (isBelow(folder) || isBelow(real))) await this.#found.addFound(real, name);
    }
  }

  /** Every skill of the project and the user, and the skills below folders that the call names. */
  async listReach(): Promise<SkillFolder[]> {
    const byFolder = new Map<string, SkillFolder>();
    for (const { folder, name } of await this.#list([...this.#found.projects, ...this.#named])) {
      const real = await this.#found.disk.real(folder);
      if (real !== undefined) byFolder.set(real, { folder: real, name });
    }
    return [...byFolder.values()];
  }

  async #list(roots: readonly string[]): Promise<SkillFolder[]> {
    const nested = roots.filter((root) => root !== '/').map((root) => listNested(root, this.#found.disk));
    return [...(await this.#found.listInstalled()), ...(await Promise.all(nested)).flat()];
  }
}
