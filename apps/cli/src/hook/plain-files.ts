import type { Collector } from './collector.ts';
import type { Place } from './disk.ts';
import type { Guard } from './guard-files.ts';
import { findLinked } from './skill-places.ts';

/**
 * Keeps the relevant files among the matches of a pattern in one folder: all files of a linked skill or plugin,
 * elsewhere only guarded files.
 */
export const keepPlainOf =
  (found: Collector, guard: Guard) =>
  async (files: readonly Place[]): Promise<readonly Place[]> => {
    const first = files.slice(0, 1);
    const linked = await Promise.all(first.map((file) => linkedSkills(file, found)));
    if (linked.some((skills) => skills.length > 0) || (await found.areOfSkills(first)).includes(true)) return files;
    return guard.findGuarded(files);
  };

const linkedSkills = async (file: Place, found: Collector) => findLinked(file, await found.listInstalled(), found.disk);
