/** Whether a symlink of a bundle points outside the bundle, on any operating system that might follow it. */

export type BundleLink = { readonly path: string; readonly target: string };

/** Linux follows this many links before it returns ELOOP. */
export const LINK_HOPS_MAX = 40;

/** Names that some file system treats as the same fold to the same text. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');

/**
 * The links that leave the bundle. A link may pass through other links, so `..` is resolved against the actual location
 * of the walk and not against the text. A link that cannot be resolved counts as leaving.
 */
export function findLinksThatLeave(links: readonly BundleLink[]): BundleLink[] {
  const ends = findLinkEnds(links);
  return links.filter(({ path }) => ends.get(path) === undefined);
}

/** The resolved target of each link, by its path; `undefined` for a link that leaves. */
export function findLinkEnds(links: readonly BundleLink[]): ReadonlyMap<string, string | undefined> {
  const targets = new Map(links.map(({ path, target }) => [fold(path), target]));
  return new Map(links.map((link) => [link.path, endOf(link, targets)]));
}

function endOf({ path, target }: BundleLink, targets: ReadonlyMap<string, string>): string | undefined {
  if (!isRelative(target)) return undefined;
  const place = path.split('/').slice(0, -1);
  const ahead = target.split('/');
  for (let hops = 1; ahead.length > 0; ) {
    const part = ahead.shift() ?? '';
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (place.pop() === undefined) return undefined;
      continue;
    }
    if (fold(part) === GIT_FOLDER) return undefined;
    const next = targets.get(fold([...place, part].join('/')));
    if (next === undefined) {
      place.push(part);
      continue;
    }
    hops += 1;
    if (hops > LINK_HOPS_MAX || !isRelative(next)) return undefined;
    ahead.unshift(...next.split('/'));
  }
  return place.join('/');
}

/** Every checkout has this folder, and no bundle contains it. */
const GIT_FOLDER = '.GIT';

/** A backslash is a separator on one system and an ordinary character on another. A colon marks a drive or a stream. */
const isRelative = (target: string): boolean => !target.startsWith('/') && !/[\\:\0]/.test(target);
