/** Whether a symbolic link of a bundle ends outside of it, for any system that might follow it. */

export type BundleLink = { readonly path: string; readonly target: string };

/** As many as Linux follows before it says ELOOP. */
export const LINK_HOPS_MAX = 40;

/** Names that some file system takes for one come out equal. */
const fold = (path: string): string => path.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');

/**
 * The links that leave. A link may pass through other links of the bundle, so `..` is taken where the walk really is and
 * not where the text seems to be. What cannot be followed to an end leaves too.
 */
export function findLinksThatLeave(links: readonly BundleLink[]): BundleLink[] {
  const ends = findLinkEnds(links);
  return links.filter(({ path }) => ends.get(path) === undefined);
}

/** Where each link ends, by its path; `undefined` for one that leaves. */
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

/** Lies in every checkout and belongs to no bundle. */
const GIT_FOLDER = '.GIT';

/** A backslash separates on one system and is a letter on another; a colon names a drive or a stream. */
const isRelative = (target: string): boolean => !target.startsWith('/') && !/[\\:\0]/.test(target);
