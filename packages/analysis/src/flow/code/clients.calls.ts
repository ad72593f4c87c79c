import { rowsOf, tableOf } from '../../models/table.ts';
import { shown } from '../value.ts';
import { type CallModel, type CallSite, option } from './call-site.ts';
import { type CodeValue, fromValue, REMOTE_REF, refersTo, text } from './code-value.ts';
import { isVerb, request } from './network.calls.ts';

/** The `ref` of a client with a base URL. Its text is the base URL. */
const CLIENT_REF = '<client>';

const BASES = 'baseURL base_url prefixUrl base_uri baseUrl url origin host hostname'.split(' ');
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

/** `axios.create({ baseURL })`, `httpx.Client(base_url=…)`: later paths are relative to the base URL. */
const client: CallModel = (site) => {
  const base = baseOf(site);
  return base === null ? undefined : { ...refersTo(CLIENT_REF), text: base, entries: headersOf(site) };
};

const headersOf = (site: CallSite): CodeValue['entries'] => {
  const headers = option(site, 'headers');
  return headers === undefined ? null : new Map([['headers', headers]]);
};

/** A path in a call of a client is relative to the base URL of the client. */
const onClient: CallModel = (site) => {
  // `pool.request('POST', 'https://…')` of any library.
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

/** `https.request({ hostname, path })`: the options contain the URL. */
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

const remote: CallModel = (site) => {
  const base = baseOf(site);
  return base === null ? undefined : { ...refersTo(REMOTE_REF), text: base };
};

/** Clients of common libraries, by resolved name. */
export const CLIENT_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf(
    client,
    'axios.create got.extend ky.create ky.extend ofetch.create wretch httpx.Client httpx.AsyncClient aiohttp.ClientSession urllib3.HTTPSConnectionPool urllib3.HTTPConnectionPool urllib3.connection_from_url http2.connect undici.Client undici.Pool requests_toolbelt.sessions.BaseUrlSession BaseUrlSession',
  ),
  ...rowsOf(byOptions, 'https.request http.request https.get http.get'),
  ...rowsOf(
    remote,
    'xmlrpc.client.ServerProxy jsonrpclib.Server Pyro5.api.Proxy rpyc.connect ioredis ioredis.Redis ioredis.default sqlalchemy.create_engine sqlalchemy.ext.asyncio.create_async_engine fabric.Connection fabric2.Connection',
  ),
]);

export const CLIENT_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf(onClient, 'request get post put patch delete head options urlopen stream fetch'),
  // These methods return the same connection to another machine.
  ...rowsOf<CallModel>(({ receiver }) => (receiver.ref === REMOTE_REF ? receiver : undefined), 'connect begin cursor'),
]);
