import { toUrlValue } from '../../models/origins/origin.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import type { SinkPosition, SinkValue, Span, UrlValue } from '../../types/index.ts';
import { concat, hasSource, mergeTaints, shown, type Taint, taintAt, UNKNOWN, type Value } from '../value.ts';
import { COPY_PROGRAMS } from './copy.programs.ts';
import { all, has, type Options, readOptions } from './options.ts';
import { fetchedValue, leaving, networkSink } from './outgoing.ts';
import { changeRepository } from './repository.programs.ts';
import type { Handler, Invoked } from './session.ts';
import { inputOr } from './sources.ts';
import { openssl } from './text.programs.ts';
import { expandBraces } from './words.ts';

const CURL_VALUED = new Set([
  ...'o H d F X u A e b c T x m K w E Y y z C Q P D t r output header data data-raw data-binary data-urlencode data-ascii json form form-string request user user-agent referer cookie cookie-jar upload-file proxy max-time connect-timeout retry retry-delay config write-out cert key cacert capath resolve connect-to url range interface local-port limit-rate output-dir oauth2-bearer url-query unix-socket noproxy max-redirs ciphers'.split(
    ' ',
  ),
]);
const WGET_VALUED = new Set(
  'O o P T t U w e Q A R D I X execute ca-directory header post-data post-file body-data body-file method user password output-document directory-prefix user-agent timeout tries referer output-file load-cookies ca-certificate'.split(
    ' ',
  ),
);

const AUTH_HEADER =
  /^\s*(?:authorization|proxy-authorization|x-?[a-z-]{0,24}(?:key|token|auth|secret)[a-z-]{0,12}|api-?key|apikey|private-token|cookie|x-auth[a-z-]{0,12}|[a-z-]{1,24}-(?:token|(?:api-?)?key))\s*:/i;

/** No domain ends in these. When the URL is a placeholder, the next word is the output file. */
const FILE_NAME = /^[\w-]+\.(?:png|jpe?g|gif|webp|pdf|json|csv|txt|html|mp3)$/i;

/** curl and wget also accept `host/path` without a scheme. */
function asUrl(text: string): UrlValue | undefined {
  const direct = toUrlValue(text);
  if (direct !== undefined) return direct;
  if (FILE_NAME.test(text)) return undefined;
  return /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?:[:/?]|$)|^\d{1,3}(?:\.\d{1,3}){3}(?:[:/?]|$)/i.test(text)
    ? toUrlValue(`http://${text}`)
    : undefined;
}

/** Records a request: the sent data with its position, and the URL. */
function send(invoked: Invoked, url: UrlValue | null, sent: readonly { value: Value; position: SinkPosition }[]): void {
  const { context, span, program } = invoked;
  const { recorder } = context.analysis;
  const sink = networkSink(program, url);
  recorder.add('sink', sink, context.unit, span);
  recorder.add('capability', { name: 'net.http' }, context.unit, span);
  if (url !== null) recorder.url(url, context.unit, span);
  for (const { value, position } of sent) recorder.flow(leaving(value), sink, position, context.unit, span);
}

/** `@file`, `name=@file` and `@-` read a file or the standard input. */
function bodyValue(invoked: Invoked, value: Value): Value {
  const file = /(?:^|=)[@<]([^;]+)/.exec(shown(value))?.[1];
  if (file === undefined) return value;
  if (file === '-') return inputOr(invoked.stdin, invoked.context.unit, invoked.span);
  const read = readEach(invoked, file.split(','));
  return { ...read, taints: mergeTaints([read.taints, value.taints]) };
}

/** curl accepts several file names in one word. */
const readEach = ({ context, span }: Invoked, paths: readonly string[]): Value =>
  concat(paths.map((path) => context.readFile(path.trim(), span)));

const curl: Handler = (invoked) => {
  const read = readOptions(invoked.args, CURL_VALUED);
  const bodies = all(read, 'd', 'data', 'data-raw', 'data-binary', 'data-urlencode', 'data-ascii', 'json', 'F', 'form');
  const uploads = all(read, 'T', 'upload-file').map((value) =>
    shown(value) === '-' ? (invoked.stdin ?? UNKNOWN) : readEach(invoked, expandBraces(shown(value)) ?? [shown(value)]),
  );
  const sent = [
    ...bodies.map((value) => ({ value: bodyValue(invoked, value), position: 'body' as const })),
    ...[...uploads, ...all(read, 'form-string')].map((value) => ({ value, position: 'body' as const })),
    // A cookie value without an equals sign is the name of a cookie file.
    ...all(read, 'b', 'cookie')
      .filter((value) => value.text !== null && !value.text.includes('='))
      .map((value) => ({ value: invoked.context.readFile(shown(value), invoked.span), position: 'header' as const })),
    ...headers(all(read, 'H', 'header', 'b', 'cookie')),
    ...all(read, 'u', 'user', 'oauth2-bearer').map((value) => ({ value, position: 'auth' as const })),
    ...all(read, 'A', 'user-agent', 'e', 'referer').map((value) => ({ value, position: 'header' as const })),
  ];
  const targets = [...all(read, 'url'), ...read.operands];
  return request(invoked, read, targets, sent, all(read, 'o', 'output'), has(read, 'O', 'remote-name', 'J'));
};

const headers = (values: readonly Value[]): { value: Value; position: SinkPosition }[] =>
  values.map((value) => ({ value, position: AUTH_HEADER.test(shown(value)) ? 'auth' : 'header' }));

const wget: Handler = (invoked) => {
  const read = readOptions(invoked.args, WGET_VALUED);
  const files = all(read, 'post-file', 'body-file').map((value) =>
    invoked.context.readFile(shown(value), invoked.span),
  );
  const sent = [
    ...[...all(read, 'post-data', 'body-data'), ...files].map((value) => ({ value, position: 'body' as const })),
    ...headers(all(read, 'header')),
    ...all(read, 'password').map((value) => ({ value, position: 'auth' as const })),
  ];
  const outputs = all(read, 'O', 'output-document');
  return request(invoked, read, read.operands, sent, outputs, outputs.length === 0);
};

type Sent = { value: Value; position: SinkPosition };

function request(
  invoked: Invoked,
  read: Options,
  targets: readonly Value[],
  sent: readonly Sent[],
  outputs: readonly Value[],
  isNamedByUrl: boolean,
): Value {
  const bodyless =
    invoked.stdin !== null && has(read, 'T') ? [{ value: invoked.stdin, position: 'body' as const }] : [];
  let result: Value = UNKNOWN;
  for (const [index, target] of targets.entries()) {
    const text = shown(target).trim();
    const url = asUrl(text) ?? null;
    if (url === null && !text.includes('␀')) continue;
    const inUrl = { value: target, position: text.includes('?') ? ('query' as const) : ('path' as const) };
    send(invoked, url, [...sent, ...bodyless, inUrl]);
    const fetched = url === null ? fetchedValue(UNKNOWN_ADDRESS, invoked.span) : fetchedValue(url, invoked.span);
    const output = outputs[index] ?? outputs.at(-1);
    const name = output === undefined ? (isNamedByUrl ? lastSegment(text) : undefined) : shown(output);
    if (name === undefined || name === '-' || name === '/dev/stdout') result = fetched;
    else invoked.context.writeFile(name, fetched, invoked.span, false);
  }
  return result;
}

export const UNKNOWN_ADDRESS: UrlValue = {
  url: '␀',
  scheme: '',
  host: '',
  owner: null,
  origin: 'unknown',
  reason: 'the address is made at run time',
  isDynamic: true,
};

const lastSegment = (url: string): string => /([^/?#]{1,200})(?:[?#].*)?$/.exec(url)?.[1] ?? 'index.html';

/** Raw connections: standard input leaves the machine, and the output is fetched data. */
const rawSocket: Handler = (invoked) => {
  const { context, span, program } = invoked;
  const words = invoked.args.map(shown);
  const host = words.find((word) => /^[\w.-]{3,}$|␀/.test(word) && !word.startsWith('-') && !/^\d{1,5}$/.test(word));
  const relayed = words.map((word) => RELAYED_TO.exec(word)?.[1]).find((one) => one !== undefined);
  const url = toUrlValue(`tcp://${relayed ?? host ?? ''}`) ?? null;
  context.analysis.recorder.add('capability', { name: 'net.raw' }, context.unit, span);
  const sink = networkSink(program, url);
  context.analysis.recorder.add('sink', sink, context.unit, span);
  if (invoked.stdin !== null) context.analysis.recorder.flow(leaving(invoked.stdin), sink, 'body', context.unit, span);
  const socket = words.find(
    (word) => KEY_SOCKET.test(word) || KEY_SOCKET_NAME.test(span.view.text.slice(span.start, span.end)),
  );
  if (socket !== undefined && relayed !== undefined) {
    const taint = taintAt('keychain', 'the socket of an agent', span);
    context.analysis.recorder.flow([taint], sink, 'body', context.unit, span);
  }
  return fetchedValue(url ?? UNKNOWN_ADDRESS, span);
};

/** A remote address of socat, which relays data between its two addresses. */
const RELAYED_TO =
  /^(?:TCP[46]?(?:-CONNECT)?|OPENSSL(?:-CONNECT)?|SSL|UDP[46]?(?:-CONNECT)?|PROXY|SOCKS\w*):([\w-]+(?:\.[\w-]+)+)[:,]/i;
/** Sockets that give access to the keys of an agent, or root rights through a container engine. */
const KEY_SOCKET = /^UNIX(?:-CONNECT|-CLIENT)?:.*(?:docker\.sock|gpg-agent|ssh-[^/]*\/agent|keyring\/ssh)/i;
const KEY_SOCKET_NAME = /UNIX(?:-CONNECT|-CLIENT)?:\S*SSH_AUTH_SOCK/i;

/** `openssl s_client` is a raw connection with TLS. The other subcommands work on files. */
const secureSocket: Handler = (invoked) => {
  if (shown(invoked.args[0] ?? UNKNOWN) !== 's_client') return openssl(invoked);
  const at = invoked.args.findIndex((arg) => shown(arg) === '-connect');
  const [host = ''] = shown(invoked.args[at + 1] ?? UNKNOWN).split(':');
  return rawSocket({ ...invoked, args: [{ ...UNKNOWN, text: host }] });
};

const DNS_SINK = (program: string): SinkValue => ({ class: 'dns', label: program, destination: null });

const lookup: Handler = (invoked) => {
  const { context, span } = invoked;
  for (const arg of invoked.args)
    context.analysis.recorder.flow(leaving(arg), DNS_SINK(invoked.program), 'argument', context.unit, span);
  const words = invoked.args.map(shown);
  const name = words.find((word) => /^[\w-]+(?:\.[\w-]+)+$/.test(word) && !word.startsWith('-'));
  const isText = words.some((word) => /^(?:-(?:q|t|type|querytype)=)?txt$/i.test(word));
  const url = isText && name !== undefined ? toUrlValue(`dns://${name}`) : undefined;
  return url === undefined ? UNKNOWN : fetchedValue(url, span);
};

const gitTool: Handler = (invoked) => {
  if (changeRepository(invoked)) return UNKNOWN;
  const words = invoked.args.map(shown);
  const verb = words.find((word) => !word.startsWith('-')) ?? '';
  if (verb === 'clone' || (verb === 'submodule' && words.includes('add'))) return clone(invoked, words);
  return UNKNOWN;
};

function clone(invoked: Invoked, words: readonly string[]): Value {
  const { context, span } = invoked;
  const address = words.find((word) => /^(?:https?|git|ssh):\/\/|^git@/.test(word)) ?? '';
  const url = toUrlValue(address.replace(/^git@([^:]{1,200}):/, 'ssh://$1/'));
  if (url === undefined) return UNKNOWN;
  context.analysis.recorder.url(url, context.unit, span);
  context.analysis.recorder.add('capability', { name: 'net.http' }, context.unit, span);
  const after = words.slice(words.indexOf(address) + 1).find((word) => !word.startsWith('-'));
  const folder = after ?? lastSegment(url.url).replace(/\.git$/, '');
  context.session.unpacked.push({
    folder,
    taint: taintAt('network-input', url.url, span, url),
  });
  return UNKNOWN;
}

/** Options that forward the SSH agent. The remote host may use its keys while the connection is open. */
const LENDS_KEYS = /^-[46CfgKkMNnqsTtVvXxYy]*A|^-?o?ForwardAgent[= ]*(?:yes|~|\/|\$)/i;
const agentKeys = (at: Span): Taint => taintAt('secret-file', '~/.ssh/id_* (by the agent)', at);

/** A remote shell that reads its commands from standard input. */
const READS_ORDERS = /^(?:(?:sudo|env|exec)\s+)*(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k)?sh(?:\s+-[a-z]+)*(?:\s+-)?)?$/;

const sshTool: Handler = (invoked) => {
  const { context, span } = invoked;
  context.analysis.recorder.add('capability', { name: 'net.raw' }, context.unit, span);
  const sink = networkSink('ssh', null);
  if (invoked.stdin !== null && !hasSource(invoked.stdin, 'argv', 'stdin'))
    context.analysis.recorder.flow(leaving(invoked.stdin), sink, 'body', context.unit, span);
  const words = invoked.args.map(shown);
  const host = words.find((word, at) => !word.startsWith('-') && !/^-[iopFlJLRDWEbcmSw]$/.test(words[at - 1] ?? ''));
  const order = host === undefined ? [] : invoked.args.slice(words.indexOf(host) + 1);
  // The remote machine belongs to the user, so commands for it are analysed like local commands.
  if (READS_ORDERS.test(order.map(shown).join(' ')) && invoked.stdin?.text)
    context.runText(invoked.stdin, span, 'carried');
  const url = host === undefined ? undefined : toUrlValue(`ssh://${host.replace(/^[^@]*@/, '')}/`);
  if (url?.host.includes('.') && words.some((word) => LENDS_KEYS.test(word)))
    context.analysis.recorder.flow([agentKeys(span)], networkSink('ssh', url), 'body', context.unit, span);
  return url === undefined ? UNKNOWN : fetchedValue(url, span);
};

export const NETWORK_PROGRAMS: ReadonlyMap<string, Handler> = tableOf<Handler>([
  ['curl', curl],
  ['wget', wget],
  ['wget2', wget],
  [
    'aria2c',
    (invoked) =>
      request(
        invoked,
        readOptions(invoked.args, new Set(['o', 'd', 'x', 's'])),
        readOptions(invoked.args, new Set(['o', 'd', 'x', 's'])).operands,
        [],
        all(readOptions(invoked.args, new Set(['o', 'd', 'x', 's'])), 'o', 'out'),
        true,
      ),
  ],
  ['fetch', curl],
  ...rowsOf(wget, 'ftp ncftpget lftpget saldl hget'),
  ['resolve-dnsname', lookup],
  ['openssl', secureSocket],
  ...rowsOf(rawSocket, 'nc ncat netcat socat telnet openssl-s_client'),
  ...rowsOf(lookup, 'dig nslookup host ping'),
  ...COPY_PROGRAMS,
  ['git', gitTool],
  ['ssh', sshTool],
]);
