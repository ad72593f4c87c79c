import { toUrlValue } from '../../models/origins/origin.ts';
import { tableOf } from '../../models/table.ts';
import type { SinkClass, UrlValue } from '../../types/index.ts';
import { mergeTaints, shown, type Taint } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { type CodeValue, NOTHING, refersTo } from './code-value.ts';

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
