import { classifyPath, isSecretPath, normalisePath } from '../../models/paths/path-class.ts';
import type { Span, Unit } from '../../types/index.ts';
import { mergeTaints, type Taint, taintAt, UNKNOWN, type Value } from '../value.ts';

/** Standard input: from the pipe, or from the caller of the script. */
export const inputOr = (stdin: Value | null, { origin }: Unit, at: Span): Value =>
  stdin ?? (origin === 'file' ? { ...UNKNOWN, taints: [{ ...OWN_INPUT, at }] } : UNKNOWN);
const OWN_INPUT = { class: 'stdin', label: 'standard input', isEncoded: false, url: null } as const;

/** The taints of the content of a path, by the class of the path. */
export function sourcesOfPath(path: string, at: Span): Taint[] {
  const kind = classifyPath(path);
  const of = (source: Taint['class']): Taint[] => [taintAt(source, path.slice(0, 120), at)];
  if (normalisePath(path).endsWith('/environ')) return of('environment');
  if (/^\/dev\/input\/(?:event|by-|mice)/.test(normalisePath(path))) return of('keylog');
  if (kind === 'browser-store') return of('browser');
  if (kind === 'keychain' || kind === 'password-store') return of('keychain');
  if (kind === 'wallet') return of('wallet');
  // A shell history contains keys that the user typed. The folder of all settings contains the keys of every tool.
  if (isSecretPath(kind) || kind === 'shell-history' || ALL_SETTINGS.test(normalisePath(path)))
    return of('secret-file');
  if (kind === 'agent-transcript' || PRIVATE_STORES.test(normalisePath(path))) return of('conversation');
  if (kind === 'agent-memory') return of('memory');
  if (/^\/(?:etc|root|var\/(?:lib|backups|spool))\/?\*?$/.test(normalisePath(path))) return of('secret-file');
  if (kind === 'home' || kind === 'workspace' || kind === 'git-config') return of('user-file');
  if (KEY_FOLDER.test(path)) return of('secret-file');
  return /^(?:~|\.)\/|^~␀|\*/.test(path) ? of('user-file') : [];
}

/** The taint of a file that another program may have written. `joinWritten` resolves it after all files are read. */
export const leftAt = (path: string, at: Span): Taint => taintAt('work-file', normalisePath(path).slice(0, 120), at);

/** Stores of messages, mail, contacts and notes on macOS, Linux and Windows. */
const PRIVATE_STORES =
  /library\/(?:messages|mail|calendars)(?:\/|$)|application support\/(?:addressbook|whatsapp|signal|slack)(?:\/|$)|group\.net\.whatsapp|group\.com\.apple\.notes|\.thunderbird(?:\/|$)|thunderbird\/profiles|telegram desktop\/tdata|\.config\/(?:signal|slack|discord)(?:\/|$)|appdata\/roaming\/(?:signal|slack|discord|telegram desktop)(?:\/|$)|outlook\/.{0,80}\.(?:ost|pst)$/;

/** A file with an unknown name in a key folder counts as a key. */
const KEY_FOLDER = /^(?:~|\/root|\/home\/[^/]+)\/\.(?:ssh|aws|gnupg)\/␀/;

/** Paths of key files that are the same on every machine. */
const KEY_PLACES =
  '~/.ssh/id_rsa ~/.ssh/id_ed25519 ~/.aws/credentials ~/.netrc ~/.kube/config ~/.npmrc ~/.pypirc ~/.docker/config.json ~/.config/gh/hosts.yml ~/.git-credentials'.split(
    ' ',
  );
/** Whether the path is a file, and not a folder, on every machine. */
export const isOneFile = (path: string): boolean =>
  KEY_PLACES.includes(normalisePath(path)) || /^\/etc\/(?:passwd|g?shadow|master\.passwd)$/.test(normalisePath(path));

const ALL_SETTINGS = /^~\/(?:\.config|library\/application support|appdata(?:\/roaming|\/local)?)\/?\*?$/;

/** In a loop over a list one element represents all: a secret path, otherwise the first element. */
export function pickTelling(values: readonly Value[]): Value {
  // The names in a list are often relative to the home folder, which the loop prepends.
  const isSecret = (path: string): boolean =>
    isSecretPath(classifyPath(path)) || isSecretPath(classifyPath(`~/${path}`));
  const telling = values.find((value) => value.text !== null && isSecret(value.text)) ?? values[0] ?? UNKNOWN;
  return { ...telling, taints: mergeTaints(values.map(({ taints }) => taints)) };
}
