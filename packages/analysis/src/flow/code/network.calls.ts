import { toUrlValue, UNKNOWN_PART } from '../../models/origins/origin.ts';
import { normalisePath } from '../../models/paths/path-class.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import type { SinkPosition, SinkValue, UrlValue } from '../../types/index.ts';
import { UNKNOWN_ADDRESS } from '../shell/network.programs.ts';
import { fetchedValue, leaving } from '../shell/outgoing.ts';
import { sourcesOfPath } from '../shell/sources.ts';
import { concat, fetchedFrom, isFullyKnown, shown, taintAt } from '../value.ts';
import { type CallModel, type CallSite, option, recordFlow } from './call-site.ts';
import { type CodeValue, fromValue, NOTHING, refersTo, text, withTaints } from './code-value.ts';
import { readPath } from './file.calls.ts';
import { localFile } from './local-address.ts';

const AUTH_NAME = /^(?:authorization|proxy-authorization|.{0,24}(?:api-?_?key|token|auth|secret|cookie).{0,12})$/i;

const addressOf = (value: CodeValue | undefined): UrlValue | null => {
  if (value?.text === null || value === undefined) return null;
  return toUrlValue(value.text) ?? null;
};

type Sent = { readonly value: CodeValue; readonly position: SinkPosition };

/** Separates authentication headers from other headers. */
function headerParts(headers: CodeValue | undefined): Sent[] {
  if (headers === undefined) return [];
  if (headers.entries === null) return [{ value: headers, position: 'header' }];
  return [...headers.entries].map(([name, value]) => ({ value, position: AUTH_NAME.test(name) ? 'auth' : 'header' }));
}

const BODY_OPTIONS = 'data json body files content form payload formData multipart fields form_params Content'.split(
  ' ',
);
const BODY_VERBS = new Set('post put patch request sendbeacon urlopen postform post_form newrequest'.split(' '));
const QUERY_OPTIONS = ['params', 'searchParams', 'query', 'qs'];

function sentParts(site: CallSite, bodyArgs: readonly CodeValue[]): Sent[] {
  const bodies = BODY_OPTIONS.map((name) => option(site, name)).filter((value) => value !== undefined);
  const queries = QUERY_OPTIONS.map((name) => option(site, name)).filter((value) => value !== undefined);
  const headers = option(site, 'headers') ?? option(site, 'header') ?? site.receiver.entries?.get('headers');
  const auth = option(site, 'auth') ?? option(site, 'cert') ?? option(site, 'cookies');
  const isOptions = (value: CodeValue): boolean =>
    value.entries !== null &&
    ['method', 'headers', 'body', 'params', 'timeout', 'data'].some((name) => value.entries?.has(name));
  return [
    ...[...bodies, ...bodyArgs.filter((value) => !isOptions(value))].map((value) => ({
      value,
      position: 'body' as const,
    })),
    ...queries.map((value) => ({ value, position: 'query' as const })),
    ...headerParts(headers),
    ...(auth === undefined ? [] : [{ value: auth, position: 'auth' as const }]),
  ];
}

function transmit(
  site: CallSite,
  url: UrlValue | null,
  address: CodeValue | undefined,
  sent: readonly Sent[],
): CodeValue {
  const { recorder } = site.analysis;
  const sink: SinkValue = { class: 'network', label: site.callee, destination: url };
  recorder.add('capability', { name: 'net.http' }, site.unit, site.span);
  recorder.add(
    'sink',
    { ...sink, ...(isUnstated(address, sent) ? { isUnstated: true as const } : {}) },
    site.unit,
    site.span,
  );
  if (url !== null) recorder.url(url, site.unit, site.span);
  if (address !== undefined) {
    // Either `?` or `&` marks a query, because a program may append to an existing one.
    const isAsked = /[?&]/.test(shown(address)) || address.entries?.has('searchParams') === true;
    const position = isAsked ? 'query' : 'path';
    const steers = address.taints.filter(({ class: kind }) => kind !== 'network-input');
    recordFlow(site, steers, sink, position);
  }
  for (const { value, position } of sent) recordFlow(site, leaving(value), sink, position);
  // A URL from a response belongs to the server of the response.
  const led = address === undefined ? undefined : fetchedFrom(address)?.url;
  return { ...fromValue(fetchedValue(url ?? led ?? UNKNOWN_ADDRESS, site.span)), ref: '<response>' };
}

/** Whether the request sends unknown data, in the URL, the query or the body. */
const isUnstated = (address: CodeValue | undefined, sent: readonly Sent[]): boolean =>
  (address?.text ?? '').replace(/^\w+:\/\/[^/?#]*/, '').includes(UNKNOWN_PART) ||
  sent.some(({ value, position }) => (position === 'body' || position === 'query') && !isTold(value));

function isTold({ text: known, items, entries }: CodeValue): boolean {
  if (known !== null) return !known.includes(UNKNOWN_PART);
  const parts = items ?? (entries === null ? null : [...entries.values()]);
  return parts?.every(isTold) ?? false;
}

export const isVerb = (value: CodeValue | undefined): boolean =>
  /^(?:http\.Method)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(value?.text ?? value?.ref ?? '');

/** `lib.post(url, body, {headers})` in all its spellings. */
export const request: CallModel = (site) => {
  const method = site.method.toLowerCase();
  const first = site.args[0];
  const isVerbFirst = isVerb(first);
  const address = option(site, 'url') ?? option(site, 'uri') ?? (isVerbFirst ? site.args[1] : first);
  const local = localFile(address);
  if (local !== undefined) return { ...readPath(site, local), ref: '<response>' };
  const rest = site.args.slice(isVerbFirst ? 2 : 1);
  const carriesBody = BODY_VERBS.has(method);
  const response = transmit(site, addressOf(address), address, sentParts(site, carriesBody ? rest : []));
  for (const { fn } of site.args) if (fn !== null) site.call(fn, [response]);
  return response;
};

/** Only when the first argument looks like a URL, because `client.get('name')` may read a cache. */
const maybeRequest: CallModel = (site) => {
  // A field of an incoming request is not an outgoing request.
  if (/^(?:flask\.)?req(?:uest)?\.\w+$/.test(site.receiver.ref ?? '')) return undefined;
  const address = option(site, 'url') ?? site.args[0];
  const looksLikeAddress =
    address?.text !== null && address !== undefined && /^(?:https?|wss?):\/\/|^␀\/|^\/(?:api|v\d)/.test(address.text);
  const isClient = site.receiver.ref !== null && /session|client|http|axios|api|request/i.test(site.receiver.ref);
  return looksLikeAddress || (isClient && address !== undefined) ? request(site) : undefined;
};

const connection: CallModel = (site) => {
  const host = site.args[0];
  const url = host?.text === null || host === undefined ? undefined : toUrlValue(`https://${host.text}`);
  return { ...refersTo('<connection>'), text: url?.url ?? null };
};

/** `conn.request('POST', '/path', body, headers)` on an http.client connection. */
const onConnection: CallModel = (site) => {
  if (site.receiver.ref !== '<connection>') return undefined;
  const url = addressOf(site.receiver);
  return transmit(site, url, site.args[1], [
    ...sentParts(site, []),
    ...site.args.slice(2).map((value) => ({ value, position: 'body' as const })),
  ]);
};

const socketMake: CallModel = () => refersTo('<socket>');

const socketSend: CallModel = (site) => {
  const isSocket =
    site.receiver.ref === '<socket>' ||
    site.receiver.ref === '<websocket>' ||
    /sock|ws|conn/i.test(site.receiver.ref ?? '');
  if (!isSocket) return undefined;
  return transmit(
    site,
    addressOf(site.receiver),
    undefined,
    site.args.map((value) => ({ value, position: 'body' as const })),
  );
};

/** Whether the value is an open request or an open connection. */
const isOpenRequest = ({ ref }: CodeValue): boolean => ref === '<response>' || ref === '<socket>';

const openedTo = (value: CodeValue): UrlValue | null => fetchedFrom(value)?.url ?? addressOf(value);

/** Data written to an open request or an open connection. */
const requestBody: CallModel = (site) => {
  if (!isOpenRequest(site.receiver)) return undefined;
  const sent = site.args.map((value) => ({ value, position: 'body' as const }));
  return transmit(site, openedTo(site.receiver), undefined, sent);
};

/** A file that is piped into a request. */
const pipeOut: CallModel = (site) => {
  const [target] = site.args;
  if (target === undefined || !isOpenRequest(target)) return undefined;
  return transmit(site, openedTo(target), undefined, [{ value: site.receiver, position: 'body' }]);
};

/** `pipeline(file, packer, request)`: the last stage receives the data of the stages before it. */
const pipeAll: CallModel = (site) => {
  const target = site.args.findLast((arg) => isOpenRequest(arg));
  const written = site.args.findLast(({ file }) => file?.isWrite === true);
  if (written?.file != null)
    site.session.files.set(normalisePath(written.file.path), concat(site.args.filter((arg) => arg !== written)));
  if (target === undefined || written !== undefined) return undefined;
  const sent = site.args.filter((arg) => arg !== target).map((value) => ({ value, position: 'body' as const }));
  return transmit(site, openedTo(target), undefined, sent);
};

const socketConnect: CallModel = (site) => {
  if (site.receiver.ref !== '<socket>') return undefined;
  const [host] = site.args[0]?.items ?? site.args;
  site.analysis.recorder.add('capability', { name: 'net.raw' }, site.unit, site.span);
  const url = host !== undefined && isFullyKnown(host) ? toUrlValue(`tcp://${host.text}`) : undefined;
  if (url !== undefined) site.analysis.recorder.url(url, site.unit, site.span);
  return NOTHING;
};

/** The address of a socket with an unknown peer. */
const SOCKET_ADDRESS: UrlValue = { ...UNKNOWN_ADDRESS, scheme: 'tcp', host: 'a socket', origin: 'raw-ip' };

const socketReceive: CallModel = (site) =>
  site.receiver.ref === '<socket>'
    ? withTaints([taintAt('network-input', 'socket', site.span, addressOf(site.receiver) ?? SOCKET_ADDRESS)])
    : undefined;

const lookup: CallModel = (site) => {
  for (const arg of site.args)
    recordFlow(site, leaving(arg), { class: 'dns', label: site.callee, destination: null }, 'argument');
  return NOTHING;
};

const message: CallModel = (site) => {
  site.analysis.recorder.add('capability', { name: 'msg.send' }, site.unit, site.span);
  for (const arg of site.args)
    recordFlow(site, leaving(arg), { class: 'message', label: site.callee, destination: null }, 'body');
  return NOTHING;
};

const requestObject: CallModel = (site) => {
  // Body and headers keep their own taints, because a header is not part of the URL.
  return {
    ...(site.args[0] ?? NOTHING),
    entries: new Map([
      ['data', option(site, 'data') ?? site.args[1] ?? NOTHING],
      ['headers', option(site, 'headers') ?? site.args[2] ?? NOTHING],
    ]),
  };
};

/** Methods that send text or data over an open connection, by method name. */
const handOut: CallModel = (site) => {
  const values = [...site.args, ...site.named.values()];
  if (!values.some((value) => value.taints.some(({ class: kind }) => kind !== 'parameter' && kind !== 'argv')))
    return undefined;
  // `sendto(data, (host, port))`.
  const place = site.args.map(({ items }) => items?.[0]?.text ?? null).find((host) => host !== null);
  return transmit(
    site,
    place === undefined ? openedTo(site.receiver) : (toUrlValue(`udp://${place}`) ?? null),
    undefined,
    values.map((value) => ({ value, position: 'body' as const })),
  );
};

/** The same for methods that take a file name. */
const handOutFile: CallModel = (site) => {
  const taints = site.args.flatMap((arg) => (arg.text === null ? arg.taints : sourcesOfPath(arg.text, site.span)));
  if (taints.every(({ class: kind }) => kind === 'user-file' || kind === 'parameter' || kind === 'argv'))
    return undefined;
  return transmit(site, openedTo(site.receiver), undefined, [{ value: withTaints(taints), position: 'body' }]);
};

/** `response.on('data', (chunk) => …)`: the chunk is part of the response. */
const listener: CallModel = (site) => {
  const heard = site.args.find(({ fn }) => fn !== null)?.fn ?? null;
  if (heard === null || !isOpenRequest(site.receiver)) return undefined;
  site.call(heard, [site.receiver]);
  return site.receiver;
};

const storeElsewhere: CallModel = (site) => {
  const place = option(site, 'endpoint_url') ?? option(site, 'endpoint');
  return place?.text == null ? undefined : { ...refersTo('<socket>'), text: place.text };
};

const listen: CallModel = (site) => {
  site.analysis.recorder.add('capability', { name: 'net.listen' }, site.unit, site.span);
  return undefined;
};

const retrieve: CallModel = (site) => {
  const fetched = request(site);
  const file = site.args[1];
  if (file?.text && fetched !== undefined) {
    site.session.files.set(file.text.toLowerCase(), fetched);
    site.analysis.recorder.path(file.text, 'write', site.unit, site.span);
  }
  return fetched;
};

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'request', 'options'];
const CLIENTS =
  'requests httpx axios got superagent needle ky aiohttp urllib3 http https phin curl_cffi.requests request treq $ jQuery undici bent'.split(
    ' ',
  );

export const NETWORK_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf(pipeAll, 'pipeline stream.pipeline stream/promises.pipeline'),
  ...CLIENTS.flatMap((client) => VERBS.map((verb) => [`${client}.${verb}`, request] as const)),
  ...rowsOf(
    request,
    'fetch node-fetch node_fetch axios got ky urllib.request.urlopen urllib2.urlopen urlopen navigator.sendBeacon undici.fetch cross-fetch request $.ajax UrlFetchApp.fetch GM_xmlhttpRequest importScripts EventSource',
  ),
  // An object store may have an endpoint that is not the provider's own.
  ...rowsOf(storeElsewhere, 'boto3.client boto3.resource S3Client AWS.S3 Minio minio.Minio session.client'),
  ['urllib.request.urlretrieve', retrieve],
  ['wget.download', retrieve],
  ['urllib.request.Request', requestObject],
  ['Request', requestObject],
  ['http.client.HTTPSConnection', connection],
  ['http.client.HTTPConnection', connection],
  ['socket.socket', socketMake],
  [
    'socket.create_connection',
    (site) => ({
      ...refersTo('<socket>'),
      text: site.args[0]?.items?.[0]?.text ? `tcp://${site.args[0].items[0].text}` : null,
    }),
  ],
  [
    'net.connect',
    (site) => ({ ...refersTo('<socket>'), text: site.args[1]?.text ? `tcp://${site.args[1].text}` : null }),
  ],
  ...rowsOf<CallModel>(
    (site) => NETWORK_CALLS.get('WebSocket')?.(site),
    'ws websocket.create_connection websockets.connect',
  ),
  ['net.createConnection', socketMake],
  ['net.Socket', socketMake],
  [
    'WebSocket',
    (site) => ({
      ...refersTo('<websocket>'),
      text: site.args[0]?.text ?? null,
      taints: [
        taintAt(
          'network-input',
          shown(site.args[0] ?? text('␀')),
          site.span,
          addressOf(site.args[0]) ?? UNKNOWN_ADDRESS,
        ),
      ],
    }),
  ],
  ...rowsOf(lookup, 'socket.gethostbyname socket.getaddrinfo dns.lookup dns.resolve dns.resolver.resolve'),
  ['smtplib.SMTP', () => refersTo('<mail>')],
  ['smtplib.SMTP_SSL', () => refersTo('<mail>')],
  ['XMLHttpRequest', () => refersTo('<xhr>')],
  ...rowsOf(listen, 'http.createServer https.createServer http.server.HTTPServer socketserver.TCPServer'),
]);

export const NETWORK_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...VERBS.filter((verb) => verb !== 'put').map(
    (verb) => [verb, (site: CallSite) => onConnection(site) ?? maybeRequest(site)] as const,
  ),
  ['fetch', maybeRequest],
  ['send', (site) => socketSend(site)],
  ...rowsOf(requestBody, 'write end data'),
  ['pipe', pipeOut],
  ...rowsOf(listener, 'on once addListener'),
  [
    'put',
    (site) =>
      /s?ftp|scp/i.test(site.receiver.ref ?? '') ? handOutFile(site) : (onConnection(site) ?? maybeRequest(site)),
  ],
  ['sendall', socketSend],
  ['connect', socketConnect],
  ['recv', socketReceive],
  ['makefile', socketReceive],
  ['sendmail', message],
  ['send_message', (site) => (site.receiver.ref === '<mail>' ? message(site) : requestBody(site))],
  ['storbinary', (site) => requestBody(site) ?? handOut(site)],
  ['sendMail', message],
  ...rowsOf(
    handOut,
    'sendto storlines putfo put_object putObject upload_fileobj publish emit chat_postMessage files_upload files_upload_v2 send_document sendDocument send_photo sendPhoto sendFile createComment create_issue create_comment create_gist add_comment',
  ),
  ...rowsOf<CallModel>(
    (site) => handOutFile(site) ?? handOut(site),
    'upload_file uploadFile upload_from_filename upload fput_object upload_blob',
  ),
  ['listen', listen],
]);
