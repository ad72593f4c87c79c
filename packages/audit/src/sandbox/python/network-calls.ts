import type { World } from '../world.ts';
import type { LibraryCall } from './call.ts';
import { flatten, refValue, textValue, UNKNOWN, type Value } from './value.ts';

const HTTP_VERBS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'request', 'options', 'stream']);
const CLIENT = /^(?:requests|httpx|aiohttp|urllib3?|http\.client|niquests|curl_cffi)\b/;
const ADDRESS = /^https?:\/\//i;

const worldOf = ({ library }: LibraryCall): World => library.world;

/** Calls that would reach another machine, by what they are called and what they are given. */
export function actOnNetwork(call: LibraryCall): Value | undefined {
  const { ref, name } = call;
  if (/(?:^|\.)urlopen$/.test(ref)) return open(call);
  if (/(?:^|\.)urlretrieve$/.test(ref)) return retrieve(call);
  if (/(?:^|\.)Request$/.test(ref)) return describe(call);
  if (/^(?:http\.client\.)?HTTPS?Connection$/.test(ref))
    return {
      ...refValue(`${ref}()`),
      text: `${name === 'HTTPSConnection' ? 'https' : 'http'}://${flatten(call.args.positional[0])}`,
    };
  if (/^socket\.(?:gethostbyname|getaddrinfo|gethostbyaddr)$|resolver\.(?:resolve|query)$/.test(ref))
    return resolve(call);
  if (HTTP_VERBS.has(name)) return request(call);
  return onSocket(call);
}

function request(call: LibraryCall): Value | undefined {
  const { ref, name, args, callee } = call;
  const [one, two] = args.positional;
  const takesMethod = name === 'request' || name === 'stream';
  const given = flatten(takesMethod ? (two ?? args.named.get('url')) : (one ?? args.named.get('url')));
  // A connection object holds its own address; anything else must be handed one, or be a known client.
  const url = ADDRESS.test(given) ? given : ADDRESS.test(callee.text) && takesMethod ? callee.text + given : given;
  if (!ADDRESS.test(url) && !CLIENT.test(ref)) return undefined;
  const rest = args.positional.slice(takesMethod ? 2 : 1);
  const method = takesMethod ? flatten(one) || 'GET' : name;
  return send(
    call,
    method,
    url,
    args.named.get('headers'),
    [...rest, ...named(call, ['data', 'json', 'files', 'content', 'body', 'params', 'cookies'])],
    args.named.get('auth'),
  );
}

const named = ({ args }: LibraryCall, names: string[]): Value[] =>
  names.map((name) => args.named.get(name)).filter((value) => value !== undefined);

function send(
  call: LibraryCall,
  method: string,
  url: string,
  headers: Value | undefined,
  body: Value[],
  auth?: Value,
): Value {
  const pairs = [...(headers?.fields ?? [])].map(([name, value]): [string, string] => [name, flatten(value)]);
  if (auth !== undefined) pairs.push(['Authorization', flatten(auth)]);
  const sent = body
    .map((value) => contentOf(call, value))
    .filter(Boolean)
    .join(' ');
  const answer = worldOf(call).network.request({ method, url: url || 'unknown', headers: pairs, body: sent });
  return {
    ...textValue(answer.body),
    ref: 'response',
    fields: new Map([
      ['text', textValue(answer.body)],
      ['content', textValue(answer.body)],
    ]),
  };
}

/** An open file is sent with its content. */
function contentOf(call: LibraryCall, value: Value): string {
  const files = [value, ...(value.items ?? []), ...(value.fields?.values() ?? [])].filter(
    (part) => part.ref === 'file',
  );
  const contents = files.map((file) => {
    try {
      const { places, files: tree } = worldOf(call);
      const path = (file.path ?? '').replace(/^~/, places.home);
      return Buffer.from(tree.read(path.startsWith('/') ? path : `${places.work}/${path}`)).toString('latin1');
    } catch {
      return '';
    }
  });
  return [flatten(value), ...contents].join(' ');
}

/** `Request(url, data, headers)`: kept as it is until it is opened. */
function describe({ args }: LibraryCall): Value {
  const part = (index: number, name: string) => args.positional[index] ?? args.named.get(name) ?? UNKNOWN;
  return {
    text: flatten(part(0, 'url')),
    ref: 'request',
    fields: new Map([
      ['data', part(1, 'data')],
      ['headers', part(2, 'headers')],
      ['method', args.named.get('method') ?? UNKNOWN],
    ]),
  };
}

function open(call: LibraryCall): Value {
  const [target = UNKNOWN, body = call.args.named.get('data')] = call.args.positional;
  const data = body ?? target.fields?.get('data') ?? UNKNOWN;
  const method = flatten(target.fields?.get('method')) || (flatten(data) === '' ? 'GET' : 'POST');
  return send(call, method, target.text, target.fields?.get('headers'), [data]);
}

function retrieve(call: LibraryCall): Value {
  const [url = UNKNOWN, target] = call.args.positional;
  const answer = send(call, 'GET', flatten(url), undefined, []);
  const { places, files } = worldOf(call);
  const path = flatten(target).replace(/^~/, places.home);
  if (path !== '') files.write(path.startsWith('/') ? path : `${places.work}/${path}`, Buffer.from(answer.text), 0o755);
  return target ?? UNKNOWN;
}

function resolve(call: LibraryCall): Value {
  const name = flatten(call.args.positional[0]);
  if (name !== '') worldOf(call).network.resolve(name);
  return textValue('192.0.2.10');
}

/** Bare sockets: the address comes with `connect`, the bytes with `send`. */
function onSocket({ library, ref, name, args, callee }: LibraryCall): Value | undefined {
  const [one] = args.positional;
  if (name === 'connect' || ref === 'socket.create_connection') {
    const [host, port] = one?.items ?? [];
    if (host === undefined) return undefined;
    const address = `${flatten(host)}:${flatten(port)}`;
    library.world.network.connect(flatten(host), flatten(port), '');
    callee.fields?.set('address', textValue(address));
    return { ...refValue('socket'), fields: new Map([['address', textValue(address)]]) };
  }
  if (name !== 'send' && name !== 'sendall' && name !== 'sendto' && name !== 'sendmail') return undefined;
  const address =
    flatten(args.positional[1]?.items ? args.positional[1] : callee.fields?.get('address')) || 'unknown:0';
  const [host = 'unknown', port = '0'] = address.split(/[: ]/);
  library.world.network.connect(host, port, args.positional.map((value) => flatten(value)).join(' '), ['upload']);
  return UNKNOWN;
}
