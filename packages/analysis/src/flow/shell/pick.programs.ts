import { isSecretName } from '../../models/names/secret-name.ts';
import { classifyPath } from '../../models/paths/path-class.ts';
import { concat, mergeTaints, shown, type Taint, tainted, UNKNOWN, type Value } from '../value.ts';
import { readOptions } from './options.ts';
import type { Handler, Invoked } from './session.ts';

/** Names of what is told to everybody: who somebody is, and where something is. */
const TOLD =
  /(?:^|[_.-]|(?<=[a-z])(?=[A-Z]))(?:id|ids|e?mail|user|username|login|address|addr|host|hostname|url|uri|endpoint|region|name|model|chat|channel|phone|number|sender|handle|port|lang|locale|timezone|version|portal|ai)$/i;

/** Files that hold the keys to everything: whatever is picked out of them stays one of these. */
const GUARDED = /^(?:ssh-key|cloud-credential|wallet|browser-store|keychain|password-store|system-secret)$/;

/** One value by its name: what is no key by that name takes no key along. */
function picked(taints: readonly Taint[], name: string | undefined): readonly Taint[] {
  if (name === undefined || isSecretName(name) || !TOLD.test(name)) return taints;
  return taints.filter(({ class: kind, label }) => kind !== 'secret-file' || GUARDED.test(classifyPath(label)));
}

const filesOf = ({ context, span, stdin }: Invoked, files: readonly Value[]): Value =>
  files.length === 0 ? (stdin ?? UNKNOWN) : concat(files.map((file) => context.readFile(shown(file), span)));

/** `.a.chat_id`, `.chat_id // empty`: one member and nothing else. */
const MEMBER = /^\s*(?:\.[\w"[\]-]+)*\.["[]*([\w-]+)["\]]*\??\s*(?:\/\/\s*(?:empty|null|"[^"]*"))?\s*$/;

/** Its own arguments come in pairs: `--arg name value` is text, `--slurpfile name file` a file. */
export const jq: Handler = (invoked) => {
  const words: Value[] = [];
  const given: Value[] = [];
  const { args, context, span } = invoked;
  for (let at = 0; at < args.length; at += 1) {
    const word = shown(args[at] ?? UNKNOWN);
    const pair = /^--(?:arg|argjson|slurpfile|rawfile)$/.test(word);
    const value = args[at + 2];
    if (pair && value !== undefined) given.push(/file$/.test(word) ? context.readFile(shown(value), span) : value);
    if (pair) at += 2;
    else words.push(args[at] ?? UNKNOWN);
  }
  const { operands, options } = readOptions(words, new Set(['f', 'from-file', 'indent']));
  const [filter, ...files] = operands;
  const isEmpty = options.has('n') || options.has('null-input');
  const input = isEmpty && files.length === 0 ? UNKNOWN : filesOf(invoked, files);
  const name = MEMBER.exec(shown(filter ?? UNKNOWN))?.[1];
  const taints = mergeTaints([picked(input.taints, name), ...given.map((value) => value.taints)]);
  return { ...tainted(taints), isDecoded: input.isDecoded };
};

/** `^NAME=`, `"name":`: the line of one setting. */
const SETTING = /^\^?(?:\\s\*|\s)*(?:export\s+)?\\?["']?([A-Za-z_][\w-]*)\\?["']?(?:\\s\*|\[\[:space:\]\]\*|\s)*[=:]/;

export const grep: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set(['e', 'f', 'A', 'B', 'C', 'm', 'include', 'exclude']));
  const pattern = read.options.get('e')?.[0] ?? read.operands[0] ?? UNKNOWN;
  const isInverted = read.options.has('v') || read.options.has('A') || read.options.has('B') || read.options.has('C');
  const input = filesOf(
    invoked,
    read.operands.slice(1).filter((file) => shown(file) !== '-'),
  );
  const name = isInverted ? undefined : SETTING.exec(shown(pattern))?.[1];
  return { ...tainted(picked(input.taints, name)), isDecoded: input.isDecoded };
};

/** `s/.*"name": *"\([^"]*\)".*\/\1/p`: what a substitution takes out of the line of one setting. */
const EXTRACTED = /^s(.)\^?\.\*["'](\w+)["'].*\\\([^)]*\\\).*\1\\1\1/;

export const extracted = (value: Value, scripts: readonly Value[]): Value => {
  const [script] = scripts;
  const name = scripts.length === 1 && script !== undefined ? EXTRACTED.exec(shown(script))?.[2] : undefined;
  return { ...value, taints: picked(value.taints, name) };
};

/** What these print is an account, a signature or a receipt: made with a key, and not the key. */
const OF_ACCOUNTS = /^(?:wallet (?:address|sign)|send|publish|call|balance|nonce)(?: |$)/;

export const cast: Handler = ({ args }) =>
  OF_ACCOUNTS.test(args.slice(0, 2).map(shown).join(' '))
    ? UNKNOWN
    : tainted(mergeTaints(args.map((arg) => arg.taints)));
