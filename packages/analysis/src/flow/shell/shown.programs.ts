import { toUrlValue } from '../../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import { own } from '../../own.ts';
import type { SinkValue, SourceClass } from '../../types/index.ts';
import { mergeTaints, shown, type Taint, type Value } from '../value.ts';
import type { Invoked } from './session.ts';
import { sourcesOfPath } from './sources.ts';
import { placeIn } from './working-folder.ts';

/** What nobody shows to others or takes elsewhere but to get it out. */
const KEPT: ReadonlySet<SourceClass> = new Set<SourceClass>([
  'secret-file',
  'keychain',
  'wallet',
  'browser',
  'environment',
]);
const kept = (taints: readonly Taint[]): Taint[] => taints.filter(({ class: kind }) => KEPT.has(kind));

const RUNNERS: ReadonlySet<string> = new Set('npx bunx pnpx uvx pipx pnpm yarn bun npm'.split(' '));

type Tool = { readonly name: string; readonly args: readonly Value[] };

/** The tool that is meant: behind a runner of packages, behind `python -m`, behind `php -S`. */
function toolOf({ program, args }: Invoked): Tool {
  const words = args.map(shown);
  const isModule = /^(?:python|pypy)/.test(program) && words.includes('-m');
  const at = isModule
    ? words.indexOf('-m') + 1
    : RUNNERS.has(program)
      ? words.findIndex((word) => /^[a-z@]/.test(word) && !/^(?:exec|dlx|x|run)$/.test(word))
      : -1;
  const name = at === -1 ? program : (words[at] ?? '').replace(/(?<=.)@.*$/, '');
  return { name, args: at === -1 ? args : args.slice(at + 1) };
}

/** Programs that show a folder to whoever asks, and the word that must be among theirs for it. */
const SERVERS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    'http.server SimpleHTTPServer uploadserver http-server serve live-server lite-server browser-sync servor static-server local-web-server ws darkhttpd miniserve webfsd updog goshs dufs simple-http-server ran twist pyftpdlib'
      .split(' ')
      .map((name) => [name, /^/] as const),
  ),
  httpd: /^/,
  busybox: /^httpd\b/,
  php: /-S\s/,
  ruby: /\bhttpd\b/,
  caddy: /\bfile-server\b/,
  rclone: /^serve\b/,
  twistd: /\bweb\b/,
};
const LOOPBACK = /(?:^|[\s=])(?:127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)(?::|\s|$)/;
const EVERYTHING = /^(?:~|\/|\$HOME|\/(?:home|Users)\/[^/]+|\/root)\/?$/;

/** A folder of keys is shown by a server of files; the whole home folder too, where others can come in. */
function serveFolder(invoked: Invoked, { name, args }: Tool): void {
  const { context, span } = invoked;
  const words = args.map(shown);
  const line = words.join(' ');
  if (!(own(SERVERS, name)?.test(line) ?? false)) return;
  const places = [
    ...words.map((word) => word.replace(/^--?\w[\w-]*=/, '')).filter((word) => /^[~/.$]/.test(word)),
    '.',
  ];
  const folders = places.map((place) => placeIn(context.session.folder, place));
  const keys = folders.flatMap((folder) => kept(sourcesOfPath(folder, span)));
  const isAll = !LOOPBACK.test(line) && EVERYTHING.test(folders[0] ?? '');
  const all: Taint[] = isAll ? [{ class: 'secret-file', label: '~/.ssh', at: span, isEncoded: false, url: null }] : [];
  const sink = { class: 'network', label: name, destination: null } as const;
  send(invoked, sink, keys);
  send(invoked, { ...sink, isShown: true }, all);
}

/** Words by which a tool makes the folder it stands in public. */
const PUBLISHES: Readonly<Record<string, RegExp>> = {
  npm: /^publish\b/,
  pnpm: /^publish\b/,
  yarn: /^(?:npm )?publish\b/,
  bun: /^publish\b/,
  jsr: /^publish\b/,
  deno: /^publish\b/,
  vsce: /^publish\b/,
  ovsx: /^publish\b/,
  cargo: /^publish\b/,
  poetry: /^publish\b/,
  uv: /^publish\b/,
  flit: /^publish\b/,
  twine: /^upload\b/,
  gem: /^push\b/,
  dart: /^pub publish\b/,
  mvn: /\bdeploy\b/,
  docker: /^push\b|\s--push\b/,
  podman: /^push\b/,
  vercel: /^(?!login|env|link|ls)/,
  netlify: /^deploy\b/,
  surge: /^/,
  firebase: /^deploy\b/,
  wrangler: /\bdeploy\b|^publish\b/,
  'gh-pages': /^/,
  heroku: /\bpush\b/,
  fly: /^deploy\b/,
  flyctl: /^deploy\b/,
  eb: /^deploy\b/,
  cf: /^push\b/,
  clasp: /^push\b/,
  modal: /^deploy\b/,
  'huggingface-cli': /^upload\b/,
  hf: /^upload\b/,
};

/** Keys that were put into this folder before go along when the folder is made public. */
function publishFolder(invoked: Invoked, { name, args }: Tool): void {
  const whole = invoked.args.map(shown).join(' ');
  const isPublic =
    (own(PUBLISHES, name)?.test(args.map(shown).join(' ')) ?? false) ||
    (own(PUBLISHES, invoked.program)?.test(whole) ?? false);
  if (!isPublic) return;
  const here = [...invoked.context.session.files].filter(([path]) => !/^(?:[~/]|[a-z]:)/.test(path));
  send(
    invoked,
    { class: 'network', label: invoked.program, destination: null },
    kept(here.flatMap(([, { taints }]) => [...taints])),
  );
}

/** Words by which a tool carries a file into another machine: a pod, a container, a phone, a virtual machine. */
const CARRIES: Readonly<Record<string, RegExp>> = {
  kubectl: /^(?:\S+ )*cp\b/,
  oc: /^(?:cp|rsync)\b/,
  gcloud: /\b(?:compute scp|storage cp)\b/,
  lxc: /^file push\b/,
  incus: /^file push\b/,
  adb: /^push\b/,
  multipass: /^transfer\b/,
  vagrant: /^(?:upload|scp)\b/,
  nomad: /\bcp\b/,
  fly: /\bsftp\b/,
  flyctl: /\bsftp\b/,
  tsh: /^scp\b/,
  pscp: /^/,
  'rsync-ssl': /^/,
  bitsadmin: /\/upload\b/i,
};

function carryOff(invoked: Invoked): void {
  const { program, args, context, span } = invoked;
  if (!(own(CARRIES, program)?.test(args.map(shown).join(' ')) ?? false)) return;
  const files = args.filter((arg) => isSecretPath(classifyPath(placeIn(context.session.folder, shown(arg)))));
  const taints = files.flatMap((file) => [...context.readFile(shown(file), span).taints]);
  send(invoked, { class: 'network', label: program, destination: null }, kept(taints));
}

const ENGINES: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl']);
const MOUNT = /^(?:-v|--volume|--mount)(?:=(.+))?$/;

/** `~/.ssh:/k` and `type=bind,source=~/.ssh,target=/k`: a folder of this machine and its name in the container. */
function mountOf(word: string): { readonly here: string; readonly there: string } | undefined {
  const named = /\b(?:source|src)=([^,]+).*\b(?:target|dst|destination)=([^,]+)/.exec(word);
  const plain = /^(.+?):(\/[^:]*)(?::[\w,]+)?$/.exec(word);
  const [, here = '', there = ''] = named ?? plain ?? [];
  return there === '' ? undefined : { here, there: there.replace(/\/$/, '') };
}

/** What a container is told to run is run on the folders that are lent to it: their names there are put back. */
function runInContainer({ program, args, context, span, stdin, isElevated }: Invoked): void {
  const words = args.map(shown);
  if (!ENGINES.has(program) || !/^(?:run|exec|create)$/.test(words[0] ?? '')) return;
  const mounts = words.flatMap((word, at) => {
    const match = MOUNT.exec(word);
    const mount = match === null ? undefined : mountOf(match[1] ?? words[at + 1] ?? '');
    return mount === undefined ? [] : [mount];
  });
  const isLent = mounts.some(({ here }) => EVERYTHING.test(here) || kept(sourcesOfPath(here, span)).length > 0);
  if (!isLent) return;
  const command = args.map((arg) => ({ ...arg, text: mounts.reduce(putBack, shown(arg)) }));
  // Where the words of the image begin differs from one option to the next: every word may be the program.
  for (const at of command.keys())
    if (at > 1 && RUNS_THERE.test(words[at] ?? '')) context.runArgs(command.slice(at), stdin, span, isElevated);
}
const RUNS_THERE =
  /^(?:\/\S*\/)?(?:sh|bash|ash|zsh|curl|wget|nc|ncat|python3?|node|perl|ruby|php|scp|rsync|busybox|socat)$/;
const putBack = (text: string, { here, there }: { here: string; there: string }): string =>
  there === '' ? text : text.replaceAll(`${there}/`, `${here.replace(/\/$/, '')}/`);

/** Programs that send what a file of requests says. */
const REQUESTERS: ReadonlySet<string> = new Set(
  'hurl httpyac ijhttp newman bru artillery k6 stepci venom tavern-ci restish vegeta oha wrk siege'.split(' '),
);
const ADDRESSES = /https?:\/\/[^\s"'<>`]+/;
const PATHS = /(?:~|\/|\.)?[\w.~/\\-]*[/\\.][\w./\\-]+/g;

/** A file of requests that names a key and an address sends the one to the other. */
function sendByFile(invoked: Invoked, { name, args }: Tool): void {
  const { context, span } = invoked;
  if (!REQUESTERS.has(name)) return;
  for (const arg of args) {
    const text = context.analysis.findFile(shown(arg), context.unit.file)?.text ?? '';
    const destination = toUrlValue(ADDRESSES.exec(text)?.[0] ?? '') ?? null;
    const paths = (text.match(PATHS) ?? []).filter((path) => isSecretPath(classifyPath(path)));
    send(
      invoked,
      { class: 'network', label: name, destination },
      paths.flatMap((path) => kept(sourcesOfPath(path, span))),
    );
  }
}

function send({ context, span }: Invoked, sink: SinkValue, taints: readonly Taint[]): void {
  context.analysis.recorder.flow(mergeTaints([taints]), sink, 'body', context.unit, span);
}

/** Keys that are shown, published, carried off or lent by programs that are on every machine of a developer. */
export function showFiles(invoked: Invoked): void {
  const tool = toolOf(invoked);
  serveFolder(invoked, tool);
  publishFolder(invoked, tool);
  carryOff(invoked);
  runInContainer(invoked);
  sendByFile(invoked, tool);
}
