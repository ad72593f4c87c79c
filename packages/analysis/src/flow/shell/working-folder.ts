import { normalisePath } from '../../models/paths/path-class.ts';

/** Folders of the user. Paths relative to them are resolved, because the full path may be sensitive. */
const OF_USER = /^(?:~|\$\{?HOME\}?|\/root|\/home\/|\/users\/)/i;

/** Resolves a relative path against a home folder. */
export const placeIn = (folder: string, path: string): string => {
  if (!OF_USER.test(folder) || /^(?:[~/$]|[a-z]:)/i.test(path)) return path;
  const inside = path === '.' ? '' : path.replace(/^(?:\.\/)+/, '');
  const joined = inside === '' ? folder : `${folder.replace(/\/$/, '')}/${inside}`;
  return withoutParents(joined);
};

const PARENTS_MAX = 32;

/** `~/.ssh/../notes` is `~/notes`. */
function withoutParents(path: string): string {
  let folded = path;
  for (let turn = 0; turn < PARENTS_MAX && /[^/]\/\.\.(?:\/|$)/.test(folded); turn += 1)
    folded = folded.replace(/[^/]+\/\.\.(?:\/|$)/, '');
  return folded.replace(/(?<=.)\/$/, '');
}

/**
 * `cd out; run ../tool`: `..` leads from a subfolder back to the folder where the script starts. An unknown folder
 * changes nothing.
 */
export const fromStart = (folder: string, path: string): string =>
  path.startsWith('../') && BELOW.test(folder)
    ? withoutParents(`${folder.replace(/^(?:\.\/)+|\/+$/g, '')}/${path}`)
    : path;
const BELOW = /^(?:\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/?$/;

/** The name under which a session keeps what was written to a path. */
export const fileKey = (path: string): string => normalisePath(path);
