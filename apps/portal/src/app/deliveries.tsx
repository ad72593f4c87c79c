/** Webhook deliveries: the sent events, the receiver's answers, and redelivery. */
import { useEffect } from 'react';
import { toMoment, toWords } from '../ui/format.ts';
import { Empty, Foreign, Mark, Section, Table, type Tone } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Link } from './navigation.tsx';
import { Loaded, Refused, useAct, useRead } from './state.tsx';

type Delivery = Wire<'listDeliveries'>['items'][number];
/** A delivery with its webhook. */
type Sent = Delivery & { readonly webhookId: string; readonly url: string };

const TONES: Readonly<Record<Delivery['state'], Tone>> = { DELIVERED: 'ok', FAILED: 'bad', PENDING: 'plain' };
const ASK_AGAIN_MS = 3_000;
const SOON_MS = 10_000;

export async function readDeliveries({ id, url }: { id: string; url: string }, limit: number): Promise<Sent[]> {
  const path = `GET /api/v1/certsvc/dev/webhooks/${id}/deliveries?limit=${limit}` as const;
  return (await ask('listDeliveries', path)).items.map((one) => ({ ...one, webhookId: id, url }));
}

/** Reloads while an attempt is due. */
export function useUntilSent(sent: readonly Sent[] | undefined, reload: () => void): void {
  const isUnderWay =
    sent?.some(({ nextTryAt }) => nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + SOON_MS) ?? false;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(reload, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, reload]);
}

type TableProps = { sent: readonly Sent[]; onChanged: () => void; hasReceiver?: boolean };

export function DeliveryTable({ sent, onChanged, hasReceiver = false }: TableProps) {
  const act = useAct();
  const resend = ({ webhookId, id }: Sent) =>
    act.run(async () => {
      await ask('retryDelivery', `POST /api/v1/certsvc/dev/webhooks/${webhookId}/deliveries/${id}/retry`);
      onChanged();
    });
  return (
    <>
      <Refused refusal={act.refusal} />
      <Table
        caption="Deliveries"
        columns={[
          { title: 'State', cell: ({ state }) => <Mark tone={TONES[state]}>{toWords(state)}</Mark> },
          {
            title: 'Event',
            cell: (one) => (
              <>
                {one.kind}
                <span className="block text-sm text-muted sm:hidden">
                  <Response delivery={one} />
                </span>
              </>
            ),
          },
          ...(hasReceiver
            ? [{ title: 'Receiver', isWide: true, cell: ({ url }: Sent) => <Foreign>{url}</Foreign> }]
            : []),
          { title: 'Response', isWide: true, cell: (one) => <Response delivery={one} /> },
          { title: 'Created', isWide: true, cell: ({ createdAt }) => toMoment(createdAt) },
          {
            title: 'Actions',
            cell: (one) => (
              <button
                aria-label={`Send again: ${one.kind}`}
                className="underline"
                disabled={act.isBusy}
                onClick={() => resend(one)}
                type="button"
              >
                Send again
              </button>
            ),
          },
        ]}
        empty="Nothing was sent in the last 30 days."
        keyOf={({ id }) => id}
        rows={sent}
      />
    </>
  );
}

const Response = ({ delivery: { lastStatus, lastError, tries, nextTryAt } }: { delivery: Delivery }) => (
  <>
    {lastStatus === null ? <Foreign>{toWords(lastError ?? 'Not sent yet')}</Foreign> : `HTTP ${lastStatus}`}
    {tries > 1 ? `, ${tries} attempts` : ''}
    {nextTryAt === null || tries === 0 ? null : (
      <span className="block text-sm text-muted max-sm:hidden">Next attempt {toMoment(nextTryAt)}</span>
    )}
  </>
);

const [PER_WEBHOOK, SHOWN] = [5, 6];

/** The newest deliveries of all webhooks. */
async function readNewest(): Promise<{ webhooks: number; sent: readonly Sent[] }> {
  const { items } = await ask('listWebhooks', 'GET /api/v1/certsvc/dev/webhooks');
  const lists = await Promise.all(items.map((webhook) => readDeliveries(webhook, PER_WEBHOOK)));
  const newestFirst = lists.flat().sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return { webhooks: items.length, sent: newestFirst.slice(0, SHOWN) };
}

export function NewestDeliveries() {
  const newest = useRead('newest deliveries', readNewest);
  useUntilSent(newest.data?.sent, newest.reload);
  return (
    <Section id="deliveries" title="Webhook deliveries">
      <Loaded of={newest}>
        {({ webhooks, sent }) =>
          webhooks === 0 ? (
            <Empty>
              No webhooks. <Link to="/account/webhooks">Add one</Link> to be notified when a certificate changes.
            </Empty>
          ) : (
            <>
              <DeliveryTable hasReceiver onChanged={newest.reload} sent={sent} />
              <p className="mt-3">
                <Link to="/account/webhooks">All webhooks and deliveries</Link>
              </p>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
