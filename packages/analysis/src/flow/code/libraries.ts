import { issuerOf } from '../../models/names/issuer.ts';
import { toUrlValue } from '../../models/origins/origin.ts';
import type { SourceClass } from '../../types/index.ts';
import { mergeTaints } from '../value.ts';
import type { CallSite } from './call-site.ts';

/** Libraries that talk to a service or a store over the net, by the name they are imported by. */
const LIBRARIES = new Set(
  'redis ioredis paho mqtt gspread sentry_sdk psycopg2 psycopg pg mysql mysql2 pymysql pymongo mongodb mongoose pika amqplib kafka kafkajs elasticsearch influxdb slack_sdk telebot telegram discord twilio sendgrid notion_client airtable pyairtable firebase_admin google azure supabase posthog mixpanel segment datadog statsd nats zmq pusher ably asyncpg sqlalchemy'.split(
    ' ',
  ),
);
/** What nobody hands to a library as a whole but to get it out. */
const WHOLE: ReadonlySet<SourceClass> = new Set<SourceClass>([
  'environment',
  'secret-file',
  'wallet',
  'browser',
  'keychain',
  'keylog',
]);
const LOCAL = /localhost|127\.0\.0\.1|:memory:|\/\/(?:db|redis|postgres|mysql|mongo)\b/;

/** The key of one service, handed to the library of another. */
const isOthers = (label: string, library: string): boolean => {
  const issuer = issuerOf(label);
  return issuer !== undefined && !issuer.words.some((word) => library.includes(word) || word.includes(library));
};

/** Keys or all of the environment go into a call of such a library: they leave by it. */
export function sendByLibrary(site: CallSite): void {
  const root = (site.callee.split('.')[0] ?? '').replace(/\(\)$/, '');
  if (!LIBRARIES.has(root) || LOCAL.test(site.unit.span.view.text)) return;
  const values = [...site.args, ...site.named.values()].flatMap((value) => [value, ...(value.items ?? [])]);
  const taints = mergeTaints(values.map((value) => value.taints)).filter(
    ({ class: kind, label }) => WHOLE.has(kind) || (kind === 'named-secret' && isOthers(label, root)),
  );
  const address = values.map(({ text }) => toUrlValue(text ?? '')).find((url) => url !== undefined) ?? null;
  const sink = { class: 'network', label: site.callee, destination: address } as const;
  site.analysis.recorder.flow(taints, sink, 'body', site.unit, site.span);
}
