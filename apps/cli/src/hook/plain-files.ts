import type { Collector } from './collector.ts';
import type { Guard } from './guard-files.ts';
import type { Place } from './locate.ts';
import { findLinked } from './skill-places.ts';

/** Of the files that a pattern matches in one folder: all below a skill that is linked or part of a plugin, elsewhere those that decide about calls. */
export const keepPlainOf =
  (found: Collector, guard: Guard) =>
  async (files: readonly Place[]): Promise<readonly Place[]> => {
    const first = files.slice(0, 1);
    const linked = await Promise.all(first.map((file) => linkedSkills(file, found)));
    if (linked.some((skills) => skills.length > 0) || (await found.areOfSkills(first)).includes(true)) return files;
    return guard.findGuarded(files);
  };

const linkedSkills = async (file: Place, found: Collector) => findLinked(file, await found.listInstalled(), found.disk);
