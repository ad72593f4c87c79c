import { toUrlValue } from '../../models/origins/origin.ts';
import { tableOf } from '../../models/table.ts';
import { shown } from '../value.ts';
import { type CallModel, type CallSite, option } from './call-site.ts';
import { type CodeValue, fromValue, list, NOTHING, REMOTE_REF, refersTo, text } from './code-value.ts';
import { isVerb, openedTo, request, transmit } from './network.calls.ts';

/** A client that knows where it goes; its text is the address that paths are added to. */
const CLIENT_REF = '<client>';
/** A request that is put together first and sent later. */
const REQUEST_REF = '<request>';

const BASES = 'baseURL base_url prefixUrl base_uri baseUrl url origin host hostname PeerAddr PeerHost'.split(' ');
const HOST = /^(?:[\w-]+\.)+[a-z]{2,24}(?::\d+)?$/i;

const asAddress = (word: string): string | null =>
  /^[\w+.-]+:\/\//.test(word) ? word : HOST.test(word) ? `https://${word}` : null;

function baseOf(site: CallSite): string | null {
  const told = [...BASES.map((name) => option(site, name)), ...site.args];
  for (const value of told) {
    const address = value?.text == null ? null : asAddress(value.text);
    if (address !== null) return address;
  }
  return null;
}

/** `axios.create({ baseURL })`, `httpx.Client(base_url=…)`: paths are asked of that place from then on. */
const client: CallModel = (site) => {
  const base = baseOf(site);
  return base === null ? undefined : { ...refersTo(CLIENT_REF), text: base, entries: headersOf(site) };
};

const headersOf = (site: CallSite): CodeValue['entries'] => {
  const headers = option(site, 'headers');
  return headers === undefined ? null : new Map([['headers', headers]]);
};

const VERB = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** A path that is asked of a client is an address below the client's own. */
const onClient: CallModel = (site) => {
  // `pool.request('POST', 'https://…')` of whatever library.
  if (isVerb(site.args[0]) && /^https?:\/\//.test(site.args[1]?.text ?? '')) return request(site);
  if (site.receiver.ref !== CLIENT_REF) return undefined;
  const at = isVerb(site.args[0]) ? 1 : 0;
  const path = site.args[at] ?? option(site, 'url') ?? text('');
  const isWhole = /^\w+:\/\//.test(path.text ?? '');
  const base = shown(site.receiver).replace(/\/$/, '');
  const below = { ...path, text: `${base}/${(path.entries === null ? shown(path) : '').replace(/^\//, '')}` };
  const method = site.method === 'urlopen' || at === 1 ? 'request' : site.method;
  const args = [...site.args.slice(0, at), isWhole ? path : below, ...site.args.slice(at + 1)];
  return request({ ...site, method, args });
};

/** `https.request({ hostname, path })`: the address stands in the options. */
const byOptions: CallModel = (site) => {
  const [first, ...rest] = site.args;
  const host = first?.entries?.get('hostname') ?? first?.entries?.get('host');
  if (first === undefined || host?.text == null) return request(site);
  const path = first.entries?.get('path') ?? text('/');
  const address: CodeValue = {
    ...fromValue(path),
    text: `https://${host.text}${path.text === null ? '/' : path.text}`,
  };
  return request({ ...site, args: [address, first, ...rest] });
};

/** `Request('POST', url, json=…)`: nothing leaves until it is sent. */
const requestMade: CallModel = (site) => {
  const at = isVerb(site.args[0]) ? 1 : 0;
  const address = option(site, 'url') ?? byVerb(site) ?? site.args[at];
  if (address === undefined) return undefined;
  const parts = [...site.named].filter(([name]) => name !== 'url' && name !== 'method' && !VERB.test(name));
  const body = site.args.slice(at + 1).map((value): [string, CodeValue] => ['data', value]);
  return { ...address, ref: REQUEST_REF, entries: new Map([...body, ...parts]) };
};

/** `POST => $address`. */
const byVerb = ({ named }: CallSite): CodeValue | undefined => [...named].find(([name]) => VERB.test(name))?.[1];

const prepared: CallModel = ({ receiver, args: [first] }) =>
  receiver.ref === REQUEST_REF ? receiver : first?.ref === REQUEST_REF ? first : undefined;

const sendRequest: CallModel = (site) => {
  const [first] = site.args;
  if (first?.ref !== REQUEST_REF) return undefined;
  return request({
    ...site,
    method: 'request',
    named: first.entries ?? new Map(),
    args: [{ ...first, entries: null }],
  });
};

/** What is added to a request that was begun: `agent.post(url).send(body)`, `.query({ … })`. */
const addedTo: CallModel = (site) => {
  if (site.receiver.ref !== '<response>' || site.args.length === 0) return undefined;
  const position = site.method === 'query' ? 'query' : 'body';
  const sent = site.args.map((value) => ({ value, position }) as const);
  return { ...transmit(site, openedTo(site.receiver), undefined, sent), taints: site.receiver.taints };
};

/** `client.Do(request)`: with the headers that were added to it. */
const sendBegun: CallModel = (site) => {
  const [first] = site.args;
  if (first?.ref !== '<response>' || first.entries === null) return sendRequest(site);
  const sent = [...first.entries.values()].map((value) => ({ value, position: 'header' }) as const);
  return transmit(site, openedTo(first), undefined, sent);
};

/** Whatever stands behind the address goes there. */
const posted: CallModel = (site) => {
  const isAddress = /^https?:\/\//.test(site.args[0]?.text ?? '');
  return isAddress ? request({ ...site, method: 'post' }) : undefined;
};

/** `New-Object Net.Sockets.TcpClient('host', 4000)`, `New-Object IO.StreamWriter($stream)`. */
const newObject: CallModel = (site) => {
  const [kind, ...rest] = site.args;
  const words = rest.flatMap((value) => value.items ?? [value]);
  const name = kind?.text ?? kind?.ref ?? '';
  if (/TcpClient|UdpClient/i.test(name)) {
    const host = words.map(({ text: word }) => word ?? '').find((word) => HOST.test(word));
    return { ...refersTo('<socket>'), text: host === undefined ? null : `tcp://${host}` };
  }
  return /Stream(?:Writer|Reader)/i.test(name) ? words[0] : undefined;
};

/** `socket.send(message, port, host)`. */
const datagram: CallModel = (site) => {
  if (site.receiver.ref !== '<datagram>') return undefined;
  const host = site.args
    .map(({ text: word }) => word ?? '')
    .find((word) => HOST.test(word) || /^\d+(?:\.\d+){3}$/.test(word));
  const url = host === undefined ? null : (toUrlValue(`udp://${host}`) ?? null);
  return transmit(site, url, undefined, [{ value: site.args[0] ?? NOTHING, position: 'body' }]);
};

const opener: CallModel = (site) =>
  site.receiver.ref === '<opener>' ? request({ ...site, method: 'urlopen' }) : undefined;

const streams: CallModel = (site) => {
  const host = site.args[0]?.text ?? option(site, 'host')?.text ?? null;
  const socket: CodeValue = { ...refersTo('<socket>'), text: host === null ? null : `tcp://${host}` };
  return list([socket, socket]);
};

const remote: CallModel = (site) => {
  const base = baseOf(site);
  return base === null ? undefined : { ...refersTo(REMOTE_REF), text: base };
};

const table = (model: CallModel, names: string): (readonly [string, CallModel])[] =>
  names.split(' ').map((name) => [name, model] as const);

/** Clients of the libraries that are common, by resolved name. */
export const CLIENT_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...table(
    client,
    'axios.create got.extend ky.create ky.extend ofetch.create wretch httpx.Client httpx.AsyncClient aiohttp.ClientSession urllib3.HTTPSConnectionPool urllib3.HTTPConnectionPool urllib3.connection_from_url http2.connect undici.Client undici.Pool Faraday.new HTTP.persistent Excon.new RestClient::Resource.new Net::HTTP.new Net::HTTP.start GuzzleHttp\\Client Client resty.New requests_toolbelt.sessions.BaseUrlSession BaseUrlSession Mechanize.new Mojo::UserAgent.new REST::Client.new',
  ),
  ...table(byOptions, 'https.request http.request https.get http.get'),
  ...table(
    requestMade,
    'requests.Request httpx.Request Net::HTTP::Post.new Net::HTTP::Put.new Net::HTTP::Get.new Net::HTTP::Patch.new HTTP::Request.new',
  ),
  ...table(streams, 'asyncio.open_connection'),
  ...table(
    remote,
    'xmlrpc.client.ServerProxy jsonrpclib.Server Pyro5.api.Proxy rpyc.connect XMLRPC::Client.new2 SoapClient ioredis ioredis.Redis ioredis.default sqlalchemy.create_engine sqlalchemy.ext.asyncio.create_async_engine fabric.Connection fabric2.Connection',
  ),
  ['New-Object', newObject],
  ...table((site) => request({ ...site, method: 'post' }), 'WebRequest.Create HttpWebRequest.Create'),
  ['bless', ({ args }) => args[0]],
  ['dgram.createSocket', () => refersTo('<datagram>')],
  ...table(() => refersTo('<opener>'), 'urllib.request.build_opener urllib2.build_opener'),
]);

export const CLIENT_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...table((site) => sendRequest(site) ?? onClient(site), 'request'),
  ...table(onClient, 'get post put patch delete head options urlopen stream fetch Get Post'),
  ...table(prepared, 'prepare prepare_request'),
  ['build_request', (site) => requestMade(site)],
  // A connection to another machine stays one, by whatever it is begun.
  ...table(({ receiver }) => (receiver.ref === REMOTE_REF ? receiver : undefined), 'connect begin cursor'),
  ['open', opener],
  ...table((site) => sendRequest(site) ?? datagram(site) ?? addedTo(site), 'send'),
  ...table(sendBegun, 'Do execute send_request'),
  ...table(posted, 'post_form postForm UploadString UploadData UploadFile UploadValues PostAsync SendAsync'),
  ...table(
    ({ receiver }) => (receiver.ref === '<response>' || receiver.ref === '<socket>' ? receiver : undefined),
    'GetRequestStream getOutputStream GetStream',
  ),
  ...table(addedTo, 'query field attach form body multipart content send_form send_json set_body'),
]);
