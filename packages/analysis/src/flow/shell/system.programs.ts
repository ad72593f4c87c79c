import { UNKNOWN_PART } from '../../models/origins/origin.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import { own } from '../../own.ts';
import type { Capability, SourceClass } from '../../types/index.ts';
import {
  concat,
  encoded,
  isFullyKnown,
  known,
  mergeTaints,
  shown,
  taintAt,
  tainted,
  UNKNOWN,
  type Value,
} from '../value.ts';
import { all, has, readOptions } from './options.ts';
import type { Handler, Invoked } from './session.ts';
import { gathered } from './terminal.ts';
import { joinWords } from './words.ts';
import { placeIn } from './working-folder.ts';

const source =
  (kind: SourceClass, label: string): Handler =>
  ({ span }) =>
    tainted([taintAt(kind, label, span)]);

const whenWords =
  (shape: RegExp, kind: SourceClass): Handler =>
  (invoked) => {
    const line = invoked.args.map(shown).join(' ');
    return shape.test(line) ? source(kind, `${invoked.program} ${line}`.slice(0, 80))(invoked) : UNKNOWN;
  };

const needs =
  (name: Capability, inner: Handler = () => UNKNOWN): Handler =>
  (invoked) => {
    invoked.context.analysis.recorder.add('capability', { name }, invoked.context.unit, invoked.span);
    return inner(invoked);
  };

/** `printenv`, `export -p` and `set` without arguments list all variables. `env` has its own handler, the wrapper. */
const environment: Handler = (invoked) => {
  const names = invoked.args.map(shown).filter((word) => /^[A-Za-z_]\w*$/.test(word));
  if (invoked.program === 'printenv' && names[0] !== undefined)
    return invoked.context.session.variables.get(names[0]) ?? source('named-secret', names[0])(invoked);
  const isListing =
    invoked.program !== 'export' || invoked.args.length === 0 || shown(invoked.args[0] ?? UNKNOWN) === '-p';
  if (!isListing || (invoked.program === 'set' && invoked.args.length > 0)) return UNKNOWN;
  return source('environment', 'all environment variables')(invoked);
};

const remove: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set());
  for (const operand of read.operands) {
    invoked.context.analysis.recorder.path(shown(operand), 'delete', invoked.context.unit, invoked.span);
  }
  return UNKNOWN;
};

const tee: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set());
  const input = invoked.stdin ?? UNKNOWN;
  for (const operand of read.operands)
    invoked.context.writeFile(shown(operand), input, invoked.span, has(read, 'a', 'append'));
  return input;
};

const copy: Handler = (invoked) => {
  const { operands, options } = readOptions(invoked.args, new Set(['t', 'm', 'o', 'g', 'S']));
  const target = options.get('t')?.[0] ?? operands.at(-1);
  const sources = options.has('t') ? operands : operands.slice(0, -1);
  if (target === undefined) return UNKNOWN;
  for (const one of sources) {
    const isPiped = /^(?:\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(shown(one));
    const content = isPiped ? (invoked.stdin ?? UNKNOWN) : invoked.context.readFile(shown(one), invoked.span);
    const place = shown(target);
    const name = shown(one).split('/').at(-1) ?? '';
    invoked.context.writeFile(
      /[/\\]$|^\.$/.test(place) ? `${place.replace(/^\.$/, './')}${name}` : place,
      content,
      invoked.span,
      false,
    );
    if (invoked.program === 'mv') invoked.context.session.files.delete(shown(one));
  }
  return UNKNOWN;
};

/** tar, zip and 7z: packing collects the taints of the named files, unpacking marks the target folder as fetched. */
const archive: Handler = (invoked) => {
  const { context, span, program } = invoked;
  const words = invoked.args.map(shown);
  const flags = words[0] ?? '';
  const isUnpacking =
    program.startsWith('un') ||
    /^-{0,2}[a-z]*x/.test(flags) ||
    words.includes('--extract') ||
    flags === 'e' ||
    program === 'expand-archive' ||
    program === 'ditto';
  const read = readOptions(
    invoked.args,
    new Set('f C d P file directory o O DestinationPath destinationpath Path path LiteralPath exclude'.split(' ')),
  );
  const named = [...all(read, 'f', 'file', 'Path', 'path'), ...read.operands];
  // Only lists the archive.
  if (program === 'tar' && (/^-{0,1}[a-z]*t[a-z]*$/.test(flags) || words.includes('--list'))) return UNKNOWN;
  if (isUnpacking)
    return unpack(invoked, named, all(read, 'C', 'd', 'directory', 'o', 'DestinationPath', 'destinationpath')[0]);
  // The first word may be flags without a dash, as in `tar czf`. A later word is a name.
  const sources = read.operands.filter(
    (operand) =>
      !/\.(?:zip|tar|t?gz|tgz|bz2|xz|7z|rar)$/i.test(shown(operand)) &&
      !(invoked.args[0] === operand && /^c?[a-z]{0,4}f?$/.test(shown(operand))),
  );
  const given = all(read, 'C', 'directory')[0];
  const folder = given === undefined ? context.session.folder : shown(given);
  // The names of the packed files may come from standard input, and with them the taints of these files.
  const isListed = words.some((word) => /^(?:-T|--files-from(?:=.*)?|-@|-o[a-z]*)$/.test(word));
  const content = concat([
    ...sources.map((operand) => context.readFile(placeIn(folder, shown(operand)), span)),
    ...sources.flatMap((operand) => gathered(context.session, given === undefined ? '' : folder, shown(operand))),
    ...(isListed && invoked.stdin !== null ? [invoked.stdin] : []),
  ]);
  const packed: Value = { ...tainted(encoded(content.taints)), isDecoded: false };
  const output = [...all(read, 'f', 'file'), ...read.operands].find((operand) =>
    /\.(?:zip|tar|t?gz|tgz|bz2|xz|7z|rar)$/i.test(shown(operand)),
  );
  if (output !== undefined) context.writeFile(shown(output), packed, span, false);
  return packed;
};

function unpack(invoked: Invoked, named: readonly Value[], folder: Value | undefined): Value {
  const { context, span } = invoked;
  const contents = [
    ...named.map((operand) => context.readFile(shown(operand), span)),
    ...(invoked.stdin === null ? [] : [invoked.stdin]),
  ];
  for (const taint of mergeTaints(contents.map(({ taints }) => taints))) {
    if (taint.class === 'network-input')
      context.session.unpacked.push({ folder: folder === undefined ? '' : shown(folder), taint });
  }
  return tainted(mergeTaints(contents.map(({ taints }) => taints)));
}

/** `cd <project>`: a placeholder that the user replaces, and no redirect. */
const isFilledIn = ({ span: { view, start } }: Invoked): boolean =>
  /^\w+\s+<[^<>\n]{1,60}>/.test(view.text.slice(start, start + FILLED_IN_CHARS));
const FILLED_IN_CHARS = 80;

const changeFolder: Handler = (invoked) => {
  const { session } = invoked.context;
  const given = invoked.args.find((arg) => !/^-./.test(shown(arg)));
  const to = given === undefined ? (isFilledIn(invoked) ? UNKNOWN_PART : '~') : shown(given);
  session.folder = placeIn(session.folder, to);
  return UNKNOWN;
};

const assign: Handler = (invoked) => {
  for (const arg of invoked.args) {
    const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(shown(arg));
    if (match === null) continue;
    const [, name = '', value = ''] = match;
    invoked.context.session.variables.set(name, isReference(invoked) ? UNKNOWN : { ...arg, text: value });
  }
  const isBare = invoked.args.every((arg) => /^-[px]*$/.test(shown(arg)));
  return isBare && /^(?:export|declare)$/.test(invoked.program) ? environment(invoked) : UNKNOWN;
};

const hasOption = ({ args }: Invoked, letters: string): boolean =>
  args.some((arg) => new RegExp(`^-[a-zA-Z]*[${letters}]`).test(shown(arg)));

const isReference = (invoked: Invoked): boolean =>
  /^(?:declare|typeset|local)$/.test(invoked.program) && hasOption(invoked, 'n');

/** `set -- a b` replaces the positional parameters. */
const setWords: Handler = (invoked) => {
  const words = invoked.args.slice(1);
  const { variables } = invoked.context.session;
  // `set NAME=value` in cmd.
  const named = /^([A-Za-z_]\w*)=(.*)$/s.exec(shown(invoked.args[0] ?? UNKNOWN));
  if (named !== null) {
    const all = joinWords(invoked.args);
    variables.set(named[1] ?? '', { ...all, text: shown(all).slice((named[1] ?? '').length + 1) });
    return UNKNOWN;
  }
  if (shown(invoked.args[0] ?? UNKNOWN) !== '--') return environment(invoked);
  for (const [index, word] of words.entries()) variables.set(String(index + 1), word);
  for (const all of ['@', '*']) variables.set(all, joinWords(words));
  return UNKNOWN;
};

const alias: Handler = (invoked) => {
  for (const arg of invoked.args) {
    const match = /^([\w.-]+)=(.*)$/s.exec(shown(arg));
    if (match === null) continue;
    const [, name = '', value = ''] = match;
    invoked.context.session.aliases.set(name, value);
    if (/[;&|]/.test(value)) invoked.context.runText(known(value), invoked.span, 'carried');
  }
  return UNKNOWN;
};

const readVariable: Handler = (invoked) => {
  const { operands } = readOptions(invoked.args, new Set(['p', 't', 'n', 'd', 'u']));
  const value = invoked.stdin ?? source('user-input', 'typed by the user')(invoked);
  const names = operands.map(shown);
  const words = isFullyKnown(value) && names.length > 1 ? value.text.trim().split(/\s+/) : undefined;
  for (const [index, name] of names.entries()) {
    const rest = words?.slice(index, index === names.length - 1 ? undefined : index + 1).join(' ');
    invoked.context.session.variables.set(name, rest === undefined ? value : { ...value, text: rest });
  }
  return UNKNOWN;
};

/** Screen and sound recorders write a file. */
const record =
  (kind: SourceClass): Handler =>
  (invoked) => {
    const value = source(kind, invoked.program)(invoked);
    const file = invoked.args
      .map(shown)
      .filter((word) => !word.startsWith('-'))
      .at(-1);
    if (file !== undefined) invoked.context.writeFile(file, value, invoked.span, false);
    return value;
  };

/** `{}` anywhere in a word is replaced by each file that `find` returns. */
const fillPlace = (arg: Value, files: Value, start: string): Value =>
  shown(arg).includes('{}')
    ? { ...files, text: shown(arg).replaceAll('{}', start), taints: mergeTaints([arg.taints, files.taints]) }
    : arg;

const find: Handler = (invoked) => {
  const { context, span } = invoked;
  const words = invoked.args.map(shown);
  const start = words[0] ?? '.';
  context.analysis.recorder.path(start, words.includes('-delete') ? 'delete' : 'list', context.unit, span);
  const named = words.filter((_, index) => /^-i?(?:name|path|wholename|regex)$/.test(words[index - 1] ?? ''));
  // A selection of files in a home folder is not the whole folder.
  const isChosen = /^(?:~|\$HOME)\/?$/.test(start) && named.some((name) => /\w{2}/.test(name));
  const files = concat([
    ...(isChosen
      ? named.map((name) => context.readFile(`${start}/**/${name}`, span))
      : [context.readFile(start, span)]),
    ...named.map((name) => context.readFile(name.replaceAll('*', ''), span)),
  ]);
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word));
  if (at === -1) return { ...files, text: null };
  const command = invoked.args.slice(at + 1).filter((arg) => !/^(?:;|\+|\\;)$/.test(shown(arg)));
  return context.runArgs(
    command.map((arg) => fillPlace(arg, files, start)),
    null,
    span,
    invoked.isElevated,
  );
};

/** Subcommands with which a tool of a cloud or a vault prints a secret, without leading options, separated by `|`. */
const PRINTS_SECRET: Readonly<Record<string, string>> = {
  aws: 'iam create-access-key|sts get-session-token|sts assume-role|secretsmanager get-secret-value|ssm get-parameter|ecr get-login-password|configure export-credentials',
  gcloud:
    'auth print-access-token|auth print-identity-token|auth application-default print-access-token|secrets versions access|iam service-accounts keys create',
  az: 'account get-access-token|keyvault secret show|ad sp create',
  gh: 'auth token',
  glab: 'auth token',
  kubectl: 'get secret|describe secret|create token|config view --raw',
  vault: 'read|kv get|print token',
  op: 'read|item get|document get',
  bw: 'get|export|list',
  pass: 'show',
  gopass: 'show|cat',
  rbw: 'get',
  lpass: 'export|show',
  'keepassxc-cli': 'show|export|clip',
  keyring: 'get',
  doppler: 'secrets',
  infisical: 'export|secrets',
  chamber: 'export|read|env',
  supabase: 'secrets list',
  heroku: 'config|auth:token|authorizations',
  flyctl: 'auth token|tokens create',
  fly: 'auth token|tokens create',
  doctl: 'auth token|auth list',
  vercel: 'env pull',
  terraform: 'state pull|output -json|show -json',
  tofu: 'state pull|output -json',
  pulumi: 'stack export|config --show-secrets',
  'ansible-vault': 'view|decrypt',
  sops: 'decrypt|-d|--decrypt|exec-',
  age: '-d|--decrypt',
  npm: 'token create|token list',
  wg: 'showconf',
  cast: 'wallet private-key|wallet decrypt-keystore',
  dotenvx: 'get|decrypt',
  'dotenv-vault': 'decrypt|pull',
  git: 'credential fill|credential-osxkeychain get',
};

const isToldToPrint = (beginnings: string, line: string): boolean =>
  beginnings
    .split('|')
    .some((words) => line === words || line.startsWith(`${words} `) || line.startsWith(`${words}s `));

/** A request for one secret by a name that tells its issuer. */
const ONE_SECRET = /^(?:secrets get|get|read) ([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:\s+-.*)?$/;
/** Tools that print the token of one issuer, with the variable that usually holds it. */
const ISSUED: Readonly<Record<string, string>> = {
  gh: 'GITHUB_TOKEN',
  glab: 'GITLAB_TOKEN',
  gcloud: 'GOOGLE_ACCESS_TOKEN',
  az: 'AZURE_ACCESS_TOKEN',
  heroku: 'HEROKU_API_KEY',
};

/** Options before the subcommand that select a target or an identity. */
const LEADING_OPTIONS =
  /^(?:(?:-n|--namespace|--context|--kubeconfig|--profile|--region|--project|--subscription|-chdir|-C|--cluster|--user)[= ]\S+\s+|--[a-z][a-z-]*=\S*\s+|--(?:quiet|debug|no-cli-pager|insecure-skip-tls-verify)\s+)+/;

/** The secret that a command prints; `undefined` when its arguments request none. */
export function printedSecret({ program, args, span }: Invoked): Value | undefined {
  const line = args.map(shown).join(' ').replace(LEADING_OPTIONS, '');
  const beginnings = own(PRINTS_SECRET, program);
  if (beginnings === undefined || !isToldToPrint(beginnings, line)) return undefined;
  const one = own(ISSUED, program) ?? ONE_SECRET.exec(line)?.[1];
  return tainted([
    taintAt(one === undefined ? 'keychain' : 'named-secret', one ?? `${program} ${line}`.slice(0, 80), span),
  ]);
}

export const SYSTEM_PROGRAMS: ReadonlyMap<string, Handler> = tableOf<Handler>([
  ['printenv', needs('env.read', environment)],
  ['set', setWords],
  ...rowsOf(assign, 'export declare local readonly typeset'),
  ['alias', alias],
  ['read', readVariable],
  ['cd', changeFolder],
  ['pushd', changeFolder],
  ...rowsOf(needs('fs.delete', remove), 'rm rmdir unlink shred srm'),
  ['tee', tee],
  ...rowsOf(copy, 'cp mv ln install'),
  ...rowsOf(archive, 'tar bsdtar zip 7z 7za unzip unrar unar ditto'),
  ['find', find],
  ['security', needs('secret.read', whenWords(/find-(?:generic|internet)-password|dump-keychain|export/, 'keychain'))],
  ['secret-tool', needs('secret.read', whenWords(/^(?:lookup|search)/, 'keychain'))],
  ['pbpaste', needs('clipboard', source('clipboard', 'clipboard'))],
  ['wl-paste', needs('clipboard', source('clipboard', 'clipboard'))],
  ['xclip', needs('clipboard', whenWords(/-o\b|-out/, 'clipboard'))],
  ['xsel', needs('clipboard', whenWords(/-o\b|--output|^-?b?o/, 'clipboard'))],
  ['screencapture', needs('screen', record('screen'))],
  ['scrot', needs('screen', record('screen'))],
  ['tmux', whenWords(/^capture-?p(?:ane)?\b|^pipe-?p(?:ane)?\b/, 'screen')],
  ['grim', needs('screen', record('screen'))],
  ['gnome-screenshot', needs('screen', record('screen'))],
  ['tcpdump', needs('device', source('secret-file', 'traffic of the network'))],
  ['tshark', needs('device', source('secret-file', 'traffic of the network'))],
  ['arecord', needs('device', record('microphone'))],
  ['xinput', needs('device', whenWords(/^test/, 'keylog'))],
  ['showkey', needs('device', source('keylog', 'pressed keys'))],
  ['logkeys', needs('device', source('keylog', 'pressed keys'))],
  ...rowsOf(
    needs('device', whenWords(/-f\s+(?:avfoundation|x11grab|gdigrab|dshow|pulse|alsa|v4l2)\b|^-d\b/, 'microphone')),
    'ffmpeg avconv rec sox parecord wf-recorder',
  ),
  ['get-clipboard', needs('clipboard', source('clipboard', 'clipboard'))],
  ['cmdkey', whenWords(/\/list/i, 'keychain')],
  ['vaultcmd', whenWords(/\/list/i, 'keychain')],
  ['ssh-add', whenWords(/-L\b/, 'system-info')],
  ['gpg', whenWords(/--export-secret|--export-secret-keys|--export-ownertrust/, 'keychain')],
  ['history', source('secret-file', '~/.bash_history')],
  ['fc', source('secret-file', '~/.bash_history')],
  ['whoami', source('system-info', 'user name')],
  ['hostname', source('system-info', 'host name')],
  ['id', source('system-info', 'user id')],
  ['uname', source('system-info', 'system name')],
  ['ifconfig', source('system-info', 'network interfaces')],
  ['ps', source('system-info', 'process list')],
  ['lsof', source('system-info', 'open files')],
]);
