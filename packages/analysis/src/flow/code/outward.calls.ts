import { toUrlValue } from '../../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import { tableOf } from '../../models/table.ts';
import type { SinkClass, SourceClass, UrlValue } from '../../types/index.ts';
import { sourcesOfPath } from '../shell/sources.ts';
import { mergeTaints, shown, type Taint } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { type CodeValue, NOTHING, REMOTE_REF, refersTo, withTaints } from './code-value.ts';

/** What nobody hands to a function that sends but to get it out: never one value of a service's own. */
const KEPT: ReadonlySet<SourceClass> = new Set<SourceClass>([
  'secret-file',
  'wallet',
  'browser',
  'keychain',
  'keylog',
  'environment',
  'metadata-service',
]);

/** Verbs of libraries that hand something to another machine, whatever the library. */
const SENDS =
  /^(?:send|post|publish|push|upload|submit|transmit|deliver|dispatch|notify|broadcast|ship|report|forward|relay|capture|track|mail|email|tweet|share|sync|put|store|insert|create|add|append|write|emit|log|execute|query|set|lpush|rpush|xadd|ingest|beacon|report_?event|send_?\w+|post_?\w+|publish_?\w+|upload_?\w+|push_?\w+|create_?(?:gist|issue|comment|message|event|page|item|record|blob|file|paste|object)\w*|(?:capture|track|log)_?(?:message|event|exception)\w*|set_?(?:blob|object|value)\w*|(?:basic_)?publish|produce|enqueue|save_?\w*|import_?rows|insert_?(?:one|many|row|rows|all)\w*|add_?(?:row|rows|document|doc|record|comment)\w*|append_?(?:row|rows|blob)\w*|storbinary|storlines|writeRemote|putfo|data|datasend|request|invoke|call)$/i;

/** A key that is given to these signs on this machine; what leaves is what it has signed. */
const SIGNS_AND_SENDS = /^(?:sign_?and_?)?send_?(?:and_?confirm_?)?(?:raw_?)?transaction$/i;

const LOCAL_THINGS =
  /^(?:self|this|<file>|<own-source>|fs|os|path|json|JSON|re|hashlib|crypto|logging|logger|console|sys|process|Buffer|io|zlib|base64|shutil|pathlib|tempfile|subprocess|child_process|sqlite3?|pandas|pd|numpy|np|dict|list|set|Map|Set|Array|Object|csv|yaml|toml|configparser|ConfigParser|argparse|dotenv|click|rich|chalk|tqdm|threading|Thread|queue|Queue|collections|itertools|functools|ET|xml|etree|lxml|bs4|zipfile|tarfile|gzip|cryptography|Fernet|nacl|jwt|ssl|getpass|keyring|datetime|time|math|random|string|textwrap|struct|copy|pprint|typing|dataclasses|enum|abc|contextlib|inspect|traceback|warnings|unittest|pytest|jest|assert|util|events|stream|readline|url|querystring|vm|v8|worker_threads|cluster|perf_hooks|async_hooks|commander|yargs|inquirer|ora|glob|minimatch|lodash|_|moment|dayjs|zod|ajv|prettier|eslint|typescript|babel|webpack|vite|rollup|esbuild)\b/;

/** `pty.spawn(shell, …)`, `spawn(…).stdin`. */
const STARTED = /(?:^|\.)(?:spawn|fork)\(\)(?:\.stdin)?$/;

const fieldsOf = (value: CodeValue, depth = 0): CodeValue[] =>
  depth > 2
    ? [value]
    : [value, ...(value.items ?? []).slice(0, 40), ...[...(value.entries?.values() ?? [])].slice(0, 40)].flatMap(
        (inner) => (inner === value ? [inner] : fieldsOf(inner, depth + 1)),
      );

function addressIn(values: readonly CodeValue[]): UrlValue | null {
  for (const { text } of values) {
    const url = text === null ? undefined : toUrlValue(text);
    if (url !== undefined) return url;
  }
  return null;
}

/** Addresses of stores and servers that a library is given where it could be given a file. */
const STORE =
  /\b(?:s3[an]?|gs|gcs|az|abfss?|adl|wasbs?|hdfs|webhdfs|sftp|ftps?|ssh|scp|smb|oss|cos|r2|b2|webdavs?|hf):\/\/(?!localhost|127\.)[\w.@:-]+/i;
/** Names of files inside the words of a query. */
const NAMED_FILE = /['"]((?:~|\/)[\w./-]{4,120})['"]/g;
const QUERY_CHARS_MAX = 4_000;

/** `frame.to_csv('s3://…')`, `COPY … TO 's3://…'`: what a call has in hand goes to the store it names. */
function sendToStore(site: CallSite): void {
  const given = [...site.args, ...site.named.values()];
  const held = given.find(({ text, ref }) => ref === REMOTE_REF || STORE.test(text ?? ''));
  if (held === undefined) return;
  const destination = toUrlValue(STORE.exec(held.text ?? '')?.[0] ?? held.text ?? '') ?? null;
  const query = (held.text ?? '').slice(0, QUERY_CHARS_MAX);
  const files = [...query.matchAll(NAMED_FILE)].flatMap(([, path = '']) => sourcesOfPath(path, site.span));
  send(site, 'network', [site.receiver, ...given, withTaints(files)], destination);
}

/** Verbs by which a file goes out by its name. */
const SENDS_FILE =
  /^(?:put|put_?file|fast_?put|upload(?:_?\w+)?|send_?(?:file|mail|document|attachment)|log_?artifact|share_?file|transfer_?file|save)$/i;

/** Files of keys that are named to such a verb. */
const filesNamed = ({ method, args, named, span }: CallSite): CodeValue[] =>
  !SENDS_FILE.test(method)
    ? []
    : [...args, ...named.values()]
        .flatMap((value) => fieldsOf(value))
        .filter(({ text }) => text !== null && !/\s/.test(text) && isSecretPath(classifyPath(text)))
        .map(({ text }) => withTaints(sourcesOfPath(text ?? '', span)));

/** A library nobody here knows, asked by a verb that sends to take keys or all of the environment: they leave by it. */
export function sendByVerb(site: CallSite): void {
  const { receiver, method, callee } = site;
  if (receiver.ref === REMOTE_REF) sends('network')({ ...site, args: [receiver, ...site.args] });
  sendToStore(site);
  if (!(SENDS.test(method) || SENDS_FILE.test(method)) || SIGNS_AND_SENDS.test(method)) return;
  const owner = receiver.ref ?? callee.split('.').slice(0, -1).join('.');
  if (owner === '' || LOCAL_THINGS.test(owner) || receiver.file !== null || receiver.items !== null) return;
  // What a program that was started here is given stays here, unless that program sends it.
  if (STARTED.test(owner)) return;
  // Made by a call of something imported, or imported itself: not a name that this program made up for its own things.
  if (!/[.)]/.test(owner) && !/^[a-z@]/.test(owner)) return;
  const given = [...site.args, ...site.named.values(), ...filesNamed(site)];
  send(site, 'network', given, addressIn([receiver, ...site.args]));
}

function send(site: CallSite, kind: SinkClass, given: readonly CodeValue[], destination: UrlValue | null): void {
  const taints = mergeTaints(given.flatMap((value) => fieldsOf(value)).map((value) => value.taints)).filter((taint) =>
    KEPT.has(taint.class),
  );
  site.analysis.recorder.flow(taints, { class: kind, label: site.callee, destination }, 'body', site.unit, site.span);
}

/** A library nobody here knows, given an address: what it gives back came from there. */
export function fetchedByName({ callee, method, args, span }: CallSite): readonly Taint[] {
  if (!/^[a-z@][\w@/-]*(?:\(\))?\./.test(callee) || LOCAL_THINGS.test(callee) || !FETCHES.test(method)) return [];
  const address = args[0]?.text ?? '';
  const url = /^https?:\/\//.test(address) ? toUrlValue(address) : undefined;
  return url === undefined ? [] : [{ class: 'network-input', label: url.url, at: span, isEncoded: false, url }];
}
const FETCHES =
  /^(?:get|fetch|load|read|parse|open|download|pull|request|retrieve|query|from_?url|read_\w+|load_\w+|fetch_?\w*|get_?(?:json|text|content|string|bytes))$/i;

const all = (site: CallSite): CodeValue[] => [...site.args, ...site.named.values()];
const outgoing = ({ taints }: CodeValue): readonly Taint[] =>
  taints.filter(({ class: kind }) => kind !== 'network-input');

/** Everything among the words goes out by this channel. */
const sends =
  (kind: SinkClass): CallModel =>
  (site) => {
    const hosts = site.args.map(({ text }) =>
      text !== null && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(text) ? text : '',
    );
    const host = hosts.find((one) => one !== '');
    const destination = addressIn(site.args) ?? (host === undefined ? null : (toUrlValue(`tcp://${host}`) ?? null));
    const taints = mergeTaints(
      all(site)
        .flatMap((value) => fieldsOf(value))
        .map(outgoing),
    );
    site.analysis.recorder.add('sink', { class: kind, label: site.callee, destination }, site.unit, site.span);
    site.analysis.recorder.flow(taints, { class: kind, label: site.callee, destination }, 'body', site.unit, site.span);
    return NOTHING;
  };

/** A connection to a host that is named in one of several ways. */
const opens: CallModel = (site) => {
  const words = [...all(site), ...all(site).flatMap(({ entries }) => [...(entries?.values() ?? [])])].map(shown);
  const host = words
    .map((word) => /^(?:\w+:\/\/)?([\w-]+(?:\.[\w-]+)+)(?::\d+)?/.exec(word)?.[1])
    .find((one) => one !== undefined);
  const isLocal = host === undefined || /^(?:127\.|localhost)/.test(host);
  return isLocal ? undefined : { ...refersTo('<socket>'), text: `tcp://${host}` };
};

/** An address opened in the browser of the user, with what is in it. */
const visits: CallModel = (site) => {
  const [address] = site.args;
  if (address === undefined) return undefined;
  const destination = addressIn([address]);
  const sink = { class: 'network', label: site.callee, destination } as const;
  site.analysis.recorder.flow(outgoing(address), sink, 'query', site.unit, site.span);
  return NOTHING;
};

const table = (model: CallModel, names: string): (readonly [string, CallModel])[] =>
  names.split(' ').map((name) => [name, model] as const);

/** Ways out of the machine beside the web, in the words of the languages that are read. */
export const OUTWARD_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...table(
    sends('dns'),
    'net.LookupHost net.LookupIP net.LookupTXT net.LookupAddr net.LookupCNAME Resolv.getaddress Resolv.getaddresses Resolv.getname Resolv.DNS.new.getaddress Resolv.DNS.new.getaddresses Resolv.DNS.new.getname Resolv.DNS.new.getresource Resolv.DNS.new.getresources Resolv.DNS.new.each_resource Addrinfo.getaddrinfo gethostbyname gethostbynamel dns_get_record checkdnsrr dns.resolve4 dns.resolve6 dns.resolveTxt dns.promises.resolve dns.promises.lookup dns.promises.resolveTxt dns.promises.resolve4 dns.promises.resolve6 dns.promises.resolveCname dns.promises.resolveMx dns.promises.reverse Dns.GetHostEntry Dns.GetHostAddresses System.Net.Dns.GetHostEntry Resolve-DnsName InetAddress.getByName socket.gethostbyname_ex socket.gethostbyaddr aiodns.query',
  ),
  ...table(
    sends('message'),
    'smtp.SendMail net/smtp.SendMail Net::SMTP.start Mail.deliver Pony.mail wp_mail mb_send_mail imap_mail yagmail.SMTP discord_webhook.DiscordWebhook DiscordWebhook IncomingWebhook knock_knock syslog.syslog nodemailer.sendMail msmtp',
  ),
  ...table(
    opens,
    'TCPSocket.new TCPSocket.open UDPSocket.new fsockopen pfsockopen stream_socket_client net.Dial net.DialTimeout tls.Dial IO::Socket::INET.new IO::Socket::SSL.new IO::Socket.new Net::SMTP.new Net::FTP.new Net.Sockets.TcpClient System.Net.Sockets.TcpClient TcpClient.new Socket.tcp ftp_connect ftp_ssl_connect ssh2_connect net.createConnection tls.connect telnetlib.Telnet imaplib.IMAP4_SSL poplib.POP3 ftplib.FTP ftplib.FTP_TLS paramiko.Transport pysftp.Connection asyncssh.connect smb.SMBConnection smbclient.open_file multiprocessing.managers.BaseManager',
  ),
  ...table(
    visits,
    'webbrowser.open webbrowser.open_new webbrowser.open_new_tab shell.openExternal Launchy.open open.default',
  ),
]);
