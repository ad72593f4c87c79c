import { classifyPath, isSecretPath, normalisePath } from '../../models/paths/path-class.ts';
import type { Span, Unit } from '../../types/index.ts';
import { mergeTaints, type Taint, UNKNOWN, type Value } from '../value.ts';

/** What comes in: by the pipe, or by whoever runs the script at hand. */
export const inputOr = (stdin: Value | null, { origin }: Unit, at: Span): Value =>
  stdin ?? (origin === 'file' ? { ...UNKNOWN, taints: [{ ...OWN_INPUT, at }] } : UNKNOWN);
const OWN_INPUT = { class: 'stdin', label: 'standard input', isEncoded: false, url: null } as const;

/** What reading a path yields, by what the path is. */
export function sourcesOfPath(path: string, at: Span): Taint[] {
  const kind = classifyPath(path);
  const of = (source: Taint['class'], label = path): Taint[] => [
    { class: source, label: label.slice(0, 120), at, isEncoded: false, url: null },
  ];
  if (normalisePath(path).endsWith('/environ')) return of('environment');
  if (/^\/dev\/input\/(?:event|by-|mice)/.test(normalisePath(path))) return of('keylog');
  if (kind === 'browser-store') return of('browser');
  if (kind === 'keychain' || kind === 'password-store') return of('keychain');
  if (kind === 'wallet') return of('wallet');
  // What was typed holds keys; the folder of all settings holds those of every tool.
  if (isSecretPath(kind) || kind === 'shell-history' || ALL_SETTINGS.test(normalisePath(path)))
    return of('secret-file');
  if (kind === 'agent-transcript' || PRIVATE_STORES.test(normalisePath(path))) return of('conversation');
  if (kind === 'agent-memory') return of('memory');
  if (/^\/(?:etc|root|var\/(?:lib|backups|spool))\/?\*?$/.test(normalisePath(path))) return of('secret-file');
  if (kind === 'home' || kind === 'workspace' || kind === 'git-config') return of('user-file');
  if (KEY_FOLDER.test(path)) return of('secret-file');
  return /^(?:~|\.)\/|^~␀|\*/.test(path) ? of('user-file') : [];
}

/** Where programs of all three systems keep what people write to each other. */
const PRIVATE_STORES =
  /library\/(?:messages|mail|calendars)(?:\/|$)|application support\/(?:addressbook|whatsapp|signal|slack)(?:\/|$)|group\.net\.whatsapp|group\.com\.apple\.notes|\.thunderbird(?:\/|$)|thunderbird\/profiles|telegram desktop\/tdata|\.config\/(?:signal|slack|discord)(?:\/|$)|appdata\/roaming\/(?:signal|slack|discord|telegram desktop)(?:\/|$)|outlook\/.{0,80}\.(?:ost|pst)$/;

/** A file there by a name that only running tells: as good as any of its keys. */
const KEY_FOLDER = /^(?:~|\/root|\/home\/[^/]+)\/\.(?:ssh|aws|gnupg)\/␀/;

/** Where keys lie on every machine: a pattern that leaves out letters of such a name still finds them. */
const KEY_PLACES =
  '~/.ssh/id_rsa ~/.ssh/id_ed25519 ~/.aws/credentials ~/.netrc ~/.kube/config ~/.npmrc ~/.pypirc ~/.docker/config.json ~/.config/gh/hosts.yml ~/.git-credentials'.split(
    ' ',
  );
/** A file, and no folder, on every machine. */
export const isOneFile = (path: string): boolean =>
  KEY_PLACES.includes(normalisePath(path)) || /^\/etc\/(?:passwd|g?shadow|master\.passwd)$/.test(normalisePath(path));

const ALL_SETTINGS = /^~\/(?:\.config|library\/application support|appdata(?:\/roaming|\/local)?)\/?\*?$/;

/** In a loop over a list one element stands for all: the one that says most. */
export function pickTelling(values: readonly Value[]): Value {
  // Names of a list are often those of things in the home folder, which stands before them in the loop.
  const isSecret = (path: string): boolean =>
    isSecretPath(classifyPath(path)) || isSecretPath(classifyPath(`~/${path}`));
  const telling = values.find((value) => value.text !== null && isSecret(value.text)) ?? values[0] ?? UNKNOWN;
  return { ...telling, taints: mergeTaints(values.map(({ taints }) => taints)) };
}
