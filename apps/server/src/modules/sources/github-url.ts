import { Problem } from '@assay/protocol';
import { SOURCE_LIMITS } from './source-limits.ts';
import { findPathFault } from './source-path.ts';

export type GithubRepo = { owner: string; name: string };

/** The target of a URL. Ref and path stay together: only the repository's refs tell where `feature/x/docs` divides. */
export type GithubUrl =
  | { kind: 'repository'; repo: GithubRepo }
  | { kind: 'tree' | 'blob'; repo: GithubRepo; refAndPath: readonly string[] };

const OWNER = /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/;
const NAME = /^[A-Za-z0-9._-]{1,100}$/;
// Matched with a pattern: the URL parser would silently drop "..", tabs, backslashes and a user name.
const SHAPE = /^https:\/\/(github\.com|raw\.githubusercontent\.com)\/([^?#]*)(?:[?#].*)?$/i;
const FORMS =
  'https://github.com/<owner>/<repository>, with /tree/<ref>/<folder> or /blob/<ref>/<file>, ' +
  'and https://raw.githubusercontent.com/<owner>/<repository>/<ref>/<file>';

const unsupported = (reason: string): Problem<'source_url_unsupported'> =>
  new Problem('source_url_unsupported', { reason });

export function parseGithubUrl(text: string): GithubUrl {
  const [, host, path] = text.length <= SOURCE_LIMITS.urlCharsMax ? (SHAPE.exec(text) ?? []) : [];
  if (host === undefined || path === undefined) throw unsupported(`the accepted forms are ${FORMS}`);

  const [owner = '', name = '', ...rest] = path.replace(/\/$/, '').split('/').map(decodePart);
  const repo = parseRepo(owner, name);
  if (host.toLowerCase() === 'raw.githubusercontent.com') return pointTo('blob', repo, rest);
  const [view, ...refAndPath] = rest;
  if (view === undefined) return { kind: 'repository', repo };
  if (view !== 'tree' && view !== 'blob') throw unsupported(`"/${view}" is not a folder or a file; use ${FORMS}`);
  return pointTo(view, repo, refAndPath);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw unsupported('a part of it is not valid percent-encoding');
  }
}

function parseRepo(owner: string, nameInUrl: string): GithubRepo {
  const name = nameInUrl.replace(/\.git$/i, '');
  if (!OWNER.test(owner)) throw unsupported('the owner is not a name that GitHub knows');
  if (!NAME.test(name) || name === '.' || name === '..')
    throw unsupported('the repository is not a name that GitHub knows');
  return { owner, name };
}

function pointTo(kind: 'tree' | 'blob', repo: GithubRepo, refAndPath: readonly string[]): GithubUrl {
  if (refAndPath.some((part) => part.includes('/'))) throw unsupported('it hides a "/" in percent-encoding');
  const fault = findPathFault(refAndPath.join('/'));
  if (fault) throw unsupported(`its path is not usable: ${fault}`);
  if (kind === 'blob' && refAndPath.length < 2) throw unsupported('it names no file');
  return { kind, repo, refAndPath };
}
