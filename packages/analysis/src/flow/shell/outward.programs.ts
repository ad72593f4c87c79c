import { toUrlValue } from '../../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import { own } from '../../own.ts';
import type { SinkValue, UrlValue } from '../../types/index.ts';
import { isOfSecrets, mergeTaints, shown, type Taint, UNKNOWN } from '../value.ts';
import type { Invoked } from './session.ts';
import { fileKey } from './working-folder.ts';

/**
 * Programs that carry what they are given to another machine: brokers, stores, shares, logs, pastes, tunnels, registries, messengers.
 * Which word says what differs from one to the next; for keys it is enough that they are among the words, in a file that a word names, or
 * on the standard input.
 */
const SENDERS = new Set(
  'redis-cli valkey-cli mosquitto_pub mqttx mqtt nats kcat kafkacat kafka-console-producer rabbitmqadmin amqp-publish smbclient lftp ncftpput ncftp ftp tftp atftp logger whois finger croc wormhole magic-wormhole ffsend transfer transfer.sh pastebinit gist pbcli termbin wgetpaste websocat wscat grpcurl ghz httpie curlie psql mysql mariadb mongosh mongo mongoimport cqlsh influx clickhouse-client sqlcmd bq snowsql s3cmd s5cmd mc b2 azcopy gdrive dropbox_uploader dbxcli onedrive rclone vercel netlify surge hf huggingface-cli restic borg duplicity kopia skopeo oras crane docker podman nerdctl npm pnpm yarn twine uv flit gem cargo helm slackcat telegram-send ntfy apprise signal-cli matrix-commander snmptrap send-nsca zabbix_sender statsd graphite netsend uuencode kermit sz wormhole-william tailscale wrangler ipfs ipfs-cluster-ctl swarm onionshare-cli magic send-mailmessage resolve-dnsname new-psdrive invoke-sqlcmd publish-module send-mgusermail copy-s3object write-s3object set-azstorageblobcontent aws az kubectl vault syncthing'.split(
    ' ',
  ),
);

/** Of tools that mostly work on this machine, the words by which they send. */
const ONLY_WITH: Readonly<Record<string, RegExp>> = {
  docker: /^(?:image )?(?:build|buildx|push)\b/,
  podman: /^(?:image )?(?:build|push)\b/,
  nerdctl: /^(?:image )?(?:build|push)\b/,
  // A store of one's own is what `cp` is for and has its reader; these carry a file or a message to whoever listens.
  aws: /\b(?:s3api put-object|upload-part|sqs send-message|sns publish|kinesis put-record|firehose put-record|lambda invoke|iot-data publish|events put-events|ses send-)/,
  az: /^storage \w+ (?:upload|upload-batch|copy)\b/,
  kubectl: /--server[= ]\S+:\/\//,
  vault: /-address[= ]\S+:\/\//,
  syncthing: /\bfolders add\b/,
  npm: /^publish\b/,
  pnpm: /^publish\b/,
  yarn: /^(?:npm )?publish\b/,
  uv: /^publish\b/,
  gem: /^push\b/,
  cargo: /^publish\b/,
  helm: /^(?:push|cm-push)\b/,
  psql: /\bhost=|-h\s|:\/\//,
  mysql: /-h\s?\S|--host|:\/\//,
  mariadb: /-h\s?\S|--host|:\/\//,
  'redis-cli': /-h\s|-u\s/,
  logger: /-n\s|--server/,
  restic: /:\/\/|\b(?:s3|b2|sftp|azure|gs|swift|rclone):/,
  borg: /:\/\/|\w@\w/,
  tailscale: /^(?:file cp|funnel|serve)\b/,
  wrangler: /\b(?:deploy|publish|put)\b/,
  vercel: /^(?!(?:env (?:pull|ls|rm)|pull|ls|list|logs|inspect|link|login|whoami|dev)\b)/,
  mongosh: /:\/\/(?!localhost|127\.)/,
};

/** Engines of containers: a file among their words is mounted, not sent. */
const ENGINES = new Set(['docker', 'podman', 'nerdctl']);

const HOST =
  /(?:\/\/|@|\bhost=|(?:^|\s)-{1,2}(?:h|H|n|s|b|host|server|broker|smtpserver|hostname|url|registry|repository-url)[ =]+)(?:\/\/)?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)/i;
const BARE = /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?::\d+)?$/i;

function destinationOf({ program, args }: Invoked): UrlValue | null {
  const words = args.map(shown);
  const host =
    HOST.exec(words.join(' '))?.[1] ??
    words.find((word) => BARE.test(word) && !/\.(?:md|txt|json|py|js|sh)$/.test(word));
  return host === undefined
    ? null
    : (toUrlValue(`${program.replace(/\W/g, '')}://${host.replace(/:\d+$/, '')}`) ?? null);
}

/** Names of files inside a word: `put /path name`, `f=@path`, `KEY=path`. */
const PATHS = /(?:~|\/|\$HOME|[A-Za-z]:)?[\w.~/\\-]*[/\\.][\w./\\-]+/g;

/** Options whose value is what is sent; the value of any other is a setting: a key to log in with, a file of settings. */
const PAYLOAD_FLAGS =
  /^-(?:f|F|T|p|d|-dir|-path|-body|-message|-message-body|-payload|-source|-from-file|-build-context|-file|-data|-data-binary|-upload-file|attachments?|filepath)$/i;

/** Keys in files that are named by a word which is sent. */
function secretsIn({ args, context, span }: Invoked, at: number): readonly Taint[] {
  const whole = shown(args[at] ?? UNKNOWN);
  const [, option = '', given] = /^(--[\w-]+)=(.+)$/.exec(whole) ?? [];
  const word = given !== undefined && PAYLOAD_FLAGS.test(option) ? given : whole;
  const before = shown(args[at - 1] ?? UNKNOWN);
  const isSetting = word.startsWith('-') || (/^-/.test(before) && !PAYLOAD_FLAGS.test(before));
  if (isSetting && !/\s/.test(word)) return [];
  const paths = word.replace(/^(?:\w+=)?@?fileb?:\/\//, '').match(PATHS) ?? [];
  // A key under another name, or packed, is what was written there.
  return paths.flatMap((path) =>
    isSecretPath(classifyPath(path))
      ? context.readFile(path, span).taints
      : (context.session.files.get(fileKey(path))?.taints ?? []),
  );
}

/** What was copied into a container goes with the image that is made of it. */
const IMAGE = '/dev/image';

function noteImage({ program, args, context, span }: Invoked): void {
  const [order, from = UNKNOWN, to = UNKNOWN] = args.filter((arg) => !/^-/.test(shown(arg)));
  if (!ENGINES.has(program) || shown(order ?? UNKNOWN) !== 'cp' || !/^[\w$␀][\w.-]*:/.test(shown(to))) return;
  const held = context.readFile(shown(from), span);
  if (isOfSecrets(held)) context.session.files.set(IMAGE, { ...held, text: null });
}

/** The folder that goes into an image, or one of several by a name. */
function isContext({ args }: Invoked, at: number): boolean {
  const [before, word] = [shown(args[at - 1] ?? UNKNOWN), shown(args[at] ?? UNKNOWN)];
  return [word, before].some((one) => one.startsWith('--build-context')) || !(/^-/.test(before) || /^-/.test(word));
}

/** What nobody hands to such a program but to get it out. */
const KEPT = new Set([
  'secret-file',
  'keychain',
  'wallet',
  'browser',
  'environment',
  'keylog',
  'clipboard',
  'metadata-service',
]);

/** Programs that keep copies are told by a variable where. */
const placesTold = ({ context: { session } }: Invoked): string[] =>
  [...session.variables].filter(([name]) => /_REPO(?:SITORY)?$/.test(name)).map(([, value]) => shown(value));

/** Whatever else the program does, keys among its words leave by it. */
export function sendWords(invoked: Invoked): void {
  const { program, args, stdin, context, span } = invoked;
  if (!SENDERS.has(program)) return;
  noteImage(invoked);
  const only = own(ONLY_WITH, program);
  if (only !== undefined && !only.test([...args.map(shown), ...placesTold(invoked)].join(' '))) return;
  const isPushed = ENGINES.has(program) && args.some((arg) => shown(arg) === 'push');
  const taints = mergeTaints([
    stdin?.taints ?? [],
    isPushed ? (context.session.files.get(IMAGE)?.taints ?? []) : [],
    ...args.flatMap((arg, at) => [
      arg.taints,
      ENGINES.has(program) && !isContext(invoked, at) ? [] : secretsIn(invoked, at),
    ]),
  ]).filter((taint) => KEPT.has(taint.class));
  if (taints.length === 0) return;
  const sink: SinkValue = { class: 'network', label: program, destination: destinationOf(invoked) };
  context.analysis.recorder.flow(taints, sink, 'body', context.unit, span);
}
