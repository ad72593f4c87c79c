import type { DataTag } from '@assay/analysis/runs/observation';
import type { Command, ExecResult } from 'just-bash';
import type { FakeRequest } from '../../world/network.ts';
import type { Machine } from '../engines.ts';
import { answer, type Invocation, imitate, textAt, writeAt } from './command.ts';
import { readOptions } from './options.ts';

const CURL_VALUES = new Set(
  (
    '-X --request -d --data --data-raw --data-binary --data-urlencode --data-ascii --json -H --header -F --form ' +
    '--form-string -T --upload-file -u --user -o --output -A --user-agent -e --referer -b --cookie -c --cookie-jar ' +
    '--url -m --max-time --connect-timeout --retry --retry-delay -x --proxy -w --write-out -K --config --resolve ' +
    '--output-dir -E --cert --key --cacert --oauth2-bearer -r --range'
  ).split(' '),
);
const WGET_VALUES = new Set(
  '-O --output-document --post-data --post-file --header -P --directory-prefix -U -t -T -o'.split(' '),
);

/** Commands that connect to other machines. They use the fake network. */
export const transferCommands = (machine: Machine): Command[] => [
  ...imitate(machine, ['curl'], curl),
  ...imitate(machine, ['wget'], wget),
  ...imitate(machine, ['nc', 'ncat', 'netcat', 'socat', 'telnet'], rawConnection),
  ...imitate(machine, ['ssh', 'scp', 'sftp', 'rsync', 'ftp'], remoteCopy),
  ...imitate(machine, ['dig', 'host', 'nslookup', 'ping'], lookUp),
  ...imitate(machine, ['mail', 'mailx', 'mutt', 'sendmail'], sendMail),
];

const withScheme = (url: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`);
const toHeader = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
};

function curl(call: Invocation): ExecResult {
  const options = readOptions(call.args, CURL_VALUES);
  const data = [
    ...options.all('-d', '--data', '--data-binary', '--data-ascii', '--json', '--data-urlencode').map((value) => {
      const from = value.indexOf('@');
      // `@file` and `name@file` send a file's content.
      return from === 0 || (from > 0 && options.has('--data-urlencode')) ? textAt(call, value.slice(from + 1)) : value;
    }),
    ...options.all('--data-raw', '--form-string'),
    ...options.all('-F', '--form').map((value) => {
      const file = /=[@<]([^;]+)/.exec(value)?.[1];
      return file === undefined ? value : `${value}\n${textAt(call, file)}`;
    }),
    ...options.all('-T', '--upload-file').map((file) => textAt(call, file)),
  ].join('&');
  const headers = options.all('-H', '--header').map(toHeader);
  for (const user of options.all('-u', '--user')) headers.push(['Authorization', user]);
  for (const token of options.all('--oauth2-bearer')) headers.push(['Authorization', `Bearer ${token}`]);
  for (const [name, flags] of Object.entries({
    'User-Agent': ['-A', '--user-agent'],
    Referer: ['-e', '--referer'],
    Cookie: ['-b', '--cookie'],
  })) {
    for (const value of options.all(...flags)) headers.push([name, value]);
  }
  const isQuery = options.has('-G', '--get');
  const method =
    options.all('-X', '--request').at(-1) ??
    (data !== '' && !isQuery ? 'POST' : options.has('-I', '--head') ? 'HEAD' : 'GET');
  const bodies = [...options.all('--url'), ...options.rest].map((given) => {
    const url = withScheme(given) + (isQuery && data !== '' ? `?${data}` : '');
    const { body } = call.world.network.request({ method, url, headers, body: isQuery ? '' : data });
    return { url, body };
  });
  return deliver(call, bodies, options.all('-o', '--output').at(-1), options.has('-O', '--remote-name'));
}

function wget(call: Invocation): ExecResult {
  const options = readOptions(call.args, WGET_VALUES);
  const body = [...options.all('--post-data'), ...options.all('--post-file').map((file) => textAt(call, file))].join(
    '&',
  );
  const headers = options.all('--header').map(toHeader);
  const bodies = options.rest.map((given) => {
    const request: FakeRequest = { method: body === '' ? 'GET' : 'POST', url: withScheme(given), headers, body };
    return { url: request.url, body: call.world.network.request(request).body };
  });
  const output = options.all('-O', '--output-document').at(-1);
  return deliver(call, bodies, output, output === undefined);
}

function deliver(
  call: Invocation,
  bodies: { url: string; body: string }[],
  output: string | undefined,
  byName: boolean,
): ExecResult {
  if (output === '-' || (output === undefined && !byName)) return answer(bodies.map(({ body }) => body).join(''));
  for (const { url, body } of bodies) {
    const name = output ?? (/^[^?#]*\/([^/?#]+)/.exec(url.replace(/^\w+:\/\/[^/]*/, ''))?.[1] || 'index.html');
    if (name !== '/dev/null') writeAt(call, name, body);
  }
  return answer();
}

function rawConnection(call: Invocation): ExecResult {
  const options = readOptions(call.args, new Set(['-e', '-c', '-w', '-p', '-s', '-i', '-q', '-X', '-x']));
  const runsShell = options.has('-e', '-c') || call.args.some((arg) => /^(?:exec|system):/i.test(arg));
  const tags: DataTag[] = runsShell ? ['shell'] : [];
  if (options.has('-l')) {
    const port = options.all('-p').at(-1) || options.rest.at(-1) || '0';
    call.world.record({ kind: 'net', target: `LISTEN tcp://0.0.0.0:${port}`, data: tags });
    return answer();
  }
  const address = call.args.map((arg) => /^(?:tcp|udp|openssl)[\w-]*:([^:,]+):(\d+)/i.exec(arg)).find(Boolean);
  const [host = 'unknown', port = '0'] = address ? address.slice(1) : options.rest;
  call.world.network.connect(host, port, call.stdin, tags);
  return answer();
}

const REMOTE = /^(?:[\w.-]+@)?([\w.-]+\.[\w.-]+|[\w.-]+(?=:)):?/;

function remoteCopy(call: Invocation): ExecResult {
  const options = readOptions(call.args, new Set(['-i', '-p', '-P', '-o', '-l', '-L', '-R', '-D', '-e', '-F', '-J']));
  const isShell = call.name === 'ssh';
  const remote = isShell ? options.rest[0] : options.rest.find((word) => word.includes(':'));
  const host = REMOTE.exec(remote ?? '')?.[1] ?? remote ?? 'unknown';
  const local = isShell ? [] : options.rest.filter((word) => word !== remote);
  const sent = local.map((path) => textBelow(call, path));
  const port = options.all('-p', '-P').find((value) => /^\d+$/.test(value)) ?? '22';
  const command = isShell ? options.rest.slice(1).join(' ') : '';
  call.world.network.connect(host, port, [command, call.stdin, ...sent].join('\n'), sent.length > 0 ? ['upload'] : []);
  return answer();
}

/** A folder is sent with all files below it. */
export function textBelow(call: Invocation, path: string): string {
  const paths = call.world.files.walk(call.at(path));
  return paths
    .filter((found) => call.world.files.find(found)?.type === 'file')
    .map((found) => textAt(call, found))
    .join('\n');
}

function lookUp(call: Invocation): ExecResult {
  const { rest } = readOptions(call.args, new Set(['-c', '-t', '-i', '-W', '-w', '-p']));
  const name = rest.find((word) => !word.startsWith('@') && !word.startsWith('+') && word.includes('.')) ?? rest[0];
  if (name !== undefined) call.world.network.resolve(name);
  return answer('192.0.2.10\n');
}

function sendMail(call: Invocation): ExecResult {
  const to = call.args.find((arg) => arg.includes('@')) ?? 'unknown';
  const attached = readOptions(call.args, new Set(['-a', '-A', '-s'])).all('-a', '-A');
  const sent = [call.stdin, ...call.args, ...attached.map((path) => textAt(call, path))].join('\n');
  call.world.network.connect(to.slice(to.indexOf('@') + 1), 25, sent, ['upload']);
  return answer();
}
