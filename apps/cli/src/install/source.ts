import { resolve } from 'node:path';
import { UsageError } from '../exit-codes.ts';

/** The source of a skill as the user named it. `path` is a folder of the repository or the name of a skill in it. */
export type Source =
  | { readonly kind: 'git'; readonly url: string; readonly ref: string | undefined; readonly path: string | undefined }
  | { readonly kind: 'local'; readonly folder: string }
  | { readonly kind: 'listing'; readonly id: string };

export const GITHUB = 'https://github.com';

const NAME = '[A-Za-z0-9_][A-Za-z0-9_.-]*';
const SHORTHAND = new RegExp(`^(${NAME})/(${NAME})((?:/${NAME})*)(?:@(.+))?$`);
const LISTING =
  /^(?:listing:|https?:\/\/[^\s]+\/listings\/)([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\/?$/;
const SSH = /^(?:ssh:\/\/)?[A-Za-z0-9_][\w.-]*@[A-Za-z0-9][\w.-]*[:/][\w./~-]+$/;
/** Not an option, a range or revision syntax: only a name that `git fetch` resolves remotely, or a commit. */
const REF = /^[A-Za-z0-9_](?:[A-Za-z0-9_/+-]|\.(?!\.)){0,254}$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** `OWNER/REPO[/SKILL][@REF]`, the address of a git repository, a folder (starting with `./`, `../` or `/`) or a listing. */
export function parseSource(text: string, cwd: string): Source {
  const [, listing] = LISTING.exec(text) ?? [];
  if (listing !== undefined) return { kind: 'listing', id: listing };
  if (/^\.{0,2}\/|^\.{1,2}$/.test(text)) return { kind: 'local', folder: resolve(cwd, text) };
  const [, owner, repository, inside = '', ref] = SHORTHAND.exec(text) ?? [];
  if (owner !== undefined && repository !== undefined)
    return {
      kind: 'git',
      url: `${GITHUB}/${owner}/${repository.replace(/\.git$/, '')}`,
      ref: requireRef(ref),
      path: inside === '' ? undefined : inside.slice(1),
    };
  return parseAddress(text);
}

function parseAddress(text: string): Source {
  const [address = '', ref] = text.split('#', 2);
  if (SSH.test(address)) return { kind: 'git', url: address, ref: requireRef(ref), path: undefined };
  const url = URL.parse(address);
  if (url === null || !isAllowed(url))
    throw new UsageError(
      `${text} is not a skill source. Use OWNER/REPO[/SKILL][@REF], https://…, git@HOST:PATH, ./FOLDER or listing:ID.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError('An address with a password would be written to the lock. Use a git credential helper.');
  const [, repository = '', view = '', rest = ''] =
    /^(\/[^/]+\/[^/]+)\/(?:tree|blob)\/([^/]+)(?:\/(.*?))?\/?$/.exec(url.pathname) ?? [];
  if (url.origin === GITHUB && repository !== '')
    return {
      kind: 'git',
      url: toRepository(`${GITHUB}${repository}`),
      ref: requireRef(decodeURIComponent(view)),
      path: decodeURIComponent(rest).replace(/\/?SKILL\.md$/i, '') || undefined,
    };
  return { kind: 'git', url: toRepository(`${url.origin}${url.pathname}`), ref: requireRef(ref), path: undefined };
}

const isAllowed = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

function requireRef(ref: string | undefined): string | undefined {
  if (ref === undefined || REF.test(ref)) return ref;
  throw new UsageError(`${ref} is not a valid branch, tag or commit. Use letters, digits and . _ / + - only.`);
}

/** The canonical form of a repository: without `.git`, without a trailing slash, GitHub names in lower case. */
export function toRepository(url: string): string {
  const plain = url.replace(/\/+$/, '').replace(/\.git$/, '');
  const [, path] = /^https:\/\/(?:www\.)?github\.com\/(.+)$/i.exec(plain) ?? [];
  return path === undefined ? plain : `${GITHUB}/${path}`;
}

/** GitHub names are case-insensitive. */
export const isSameRepository = (a: string, b: string): boolean =>
  toRepository(a).toLowerCase() === toRepository(b).toLowerCase();

/** The address for fetching a GitHub repository: the user's mirror, if configured. */
export function toTransport(url: string, host: string | undefined): string {
  if (host === undefined || !url.startsWith(`${GITHUB}/`)) return url;
  const mirror = URL.parse(host);
  if (mirror === null || !isAllowed(mirror) || mirror.username !== '')
    throw new UsageError(`--host ${host} is not a URL of a mirror. Use https://HOST (http only for this machine).`);
  return `${mirror.origin}${mirror.pathname.replace(/\/+$/, '')}${url.slice(GITHUB.length)}`;
}
