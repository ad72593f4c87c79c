/** Monitoring lists for operators: chain effects, payments, jobs. */
import { useState } from 'react';
import { toCount, toMoment, toPrice, toWords } from '../../ui/format.ts';
import { Empty, Foreign, Hash, Mark, Section, Table, type Tone } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { Refusal } from '../api.ts';
import { useHolder, useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, useAct, useKept, useRead } from '../state.tsx';
import { Searchable } from './search.tsx';
import { mayAs, useOperator } from './session.tsx';

type OutboxItem = Wire<'listChainOutbox'>['items'][number];
const STATES = ['', 'FAILED', 'QUEUED', 'SENT', 'MINED', 'FINAL'] as const;

export function Outbox() {
  const ask = useKeyed();
  const [state, setState] = useState('');
  const [chosen, setChosen] = useState<string>();
  const mayRetry = mayAs(useOperator().role, 'administrator');
  const outbox = useRead(`outbox ${state}`, () =>
    ask('listChainOutbox', `GET /api/v1/operator/chain-outbox?limit=100${state === '' ? '' : `&state=${state}`}`),
  );
  return (
    <Section
      id="outbox"
      note="Failed transactions are not retried automatically. Check the cause, then send them again."
      title="Chain outbox"
    >
      <Choice
        label="Show"
        onChange={setState}
        options={STATES.map((one) => [one, one === '' ? 'All' : toWords(one)])}
        value={state}
      />
      {chosen === undefined ? null : (
        <Retry
          id={chosen}
          key={chosen}
          onDone={() => {
            setChosen(undefined);
            outbox.reload();
          }}
        />
      )}
      <div className="mt-5">
        <Loaded of={outbox}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty>No transactions.</Empty>
            ) : (
              <Searchable label="Search the newest transactions" rows={items}>
                {(found) => <Effects items={found} onRetry={mayRetry ? setChosen : undefined} />}
              </Searchable>
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}

type EffectsProps = { items: readonly OutboxItem[]; onRetry: ((id: string) => void) | undefined };

const Effects = ({ items, onRetry }: EffectsProps) => (
  <Table
    caption="Chain outbox"
    columns={[
      {
        title: 'State',
        cell: ({ state }) => (
          <Mark tone={state === 'FAILED' ? 'bad' : state === 'FINAL' ? 'ok' : 'plain'}>{toWords(state)}</Mark>
        ),
      },
      {
        title: 'Record',
        cell: ({ kind, ref, changedAt, lastError }) => (
          <>
            {toWords(kind)}, {ref.type}
            <span className="block">
              <Hash>{ref.id}</Hash>
            </span>
            <span className="block text-sm text-muted sm:hidden">{toMoment(changedAt)}</span>
            {lastError === null ? null : (
              <span className="block text-sm text-bad">
                <Foreign>{lastError}</Foreign>
              </span>
            )}
          </>
        ),
      },
      {
        title: 'Transaction',
        isWide: true,
        cell: ({ txHash }) => (txHash === null ? 'Not sent' : <Hash>{txHash}</Hash>),
      },
      { title: 'Changed', isWide: true, cell: ({ changedAt }) => toMoment(changedAt) },
      {
        title: 'Actions',
        cell: ({ id, state }) =>
          state === 'FAILED' && onRetry !== undefined ? (
            <button className="underline" onClick={() => onRetry(id)} type="button">
              Send again
            </button>
          ) : null,
      },
    ]}
    keyOf={({ id }) => id}
    rows={items}
  />
);

function Retry({ id, onDone }: { id: string; onDone: () => void }) {
  const ask = useKeyed();
  const [reason, setReason] = useKept(`retry ${id}`);
  const act = useAct();
  const retry = async (): Promise<void> => {
    await ask('retryChainOutboxItem', `POST /api/v1/operator/chain-outbox/${id}/retry`, { body: { reason } });
    setReason('');
    onDone();
  };
  return (
    <Form act={act} onSubmit={retry} submit="Send again">
      <Field
        hint="At least 10 characters: the cause, and how it was resolved"
        label="Reason"
        maxLength={4000}
        onChange={setReason}
        rows={3}
        value={reason}
      />
    </Form>
  );
}

type Counter = { readonly name: string; readonly labels: string; readonly value: number };

/** The counters of jobs and queues from the service's metrics. */
export function Jobs() {
  const { apiKey } = useHolder();
  const metrics = useRead('metrics', async () => {
    const answer = await fetch('/metrics', { headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` } });
    if (!answer.ok) throw new Refusal(answer.status, 'metrics', 'This key is not allowed to read the metrics.');
    return (await answer.text()).split('\n').flatMap(toCounter);
  });
  return (
    <Section id="jobs" note="Counts since the process started." title="Jobs">
      <Loaded of={metrics}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>No jobs have run yet.</Empty>
          ) : (
            <Table
              caption="Job counters"
              columns={[
                { title: 'Counter', cell: ({ name }) => toWords(name.replace(/^assay_/, '')) },
                { title: 'Labels', cell: ({ labels }) => toLabels(labels) },
                { title: 'Count', isNumber: true, cell: ({ value }) => toCount(Math.round(value)) },
              ]}
              keyOf={({ name, labels }) => name + labels}
              rows={rows}
            />
          )
        }
      </Loaded>
      <button className="mt-3 underline" onClick={metrics.reload} type="button">
        Refresh
      </button>
    </Section>
  );
}

/** `state=QUEUED,kind=anchor` as words. */
const toLabels = (labels: string): string =>
  labels
    .split(',')
    .map((label) => toWords(label.split('=').at(-1) ?? ''))
    .join(', ');

/** Parses one line of the text format. Histogram buckets are skipped. */
function toCounter(line: string): Counter[] {
  const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? ([\d.e+-]+)$/.exec(line) ?? [];
  if (!/job|queue|outbox/.test(name) || name.endsWith('_bucket')) return [];
  return [{ name, labels: labels.replaceAll('"', ''), value: Number(value) }];
}

type Payment = Wire<'listPayments'>['items'][number];
const PAYMENT_TONES: Readonly<Record<string, Tone>> = { PAID: 'ok', CONSUMED: 'ok', REFUND_DUE: 'warn' };

export function Payments() {
  const ask = useKeyed();
  const payments = useRead('payments', () => ask('listPayments', 'GET /api/v1/operator/payments?limit=100'));
  return (
    <Section id="payments" note="Newest first." title="Payments">
      <Loaded of={payments}>
        {({ items }) => (
          <Searchable label="Search the newest payments" rows={items}>
            {(found) => <PaymentRows items={found} />}
          </Searchable>
        )}
      </Loaded>
    </Section>
  );
}

const PaymentRows = ({ items }: { items: readonly Payment[] }) => (
  <Table
    caption="Payments"
    columns={[
      {
        title: 'State',
        cell: ({ state }) => <Mark tone={PAYMENT_TONES[state] ?? 'plain'}>{toWords(state)}</Mark>,
      },
      { title: 'Price', isNumber: true, cell: ({ price }) => toPrice(price) },
      { title: 'Purpose', cell: ({ purpose }) => toWords(purpose) },
      {
        title: 'Method',
        cell: ({ method, claim }) =>
          [method, claim]
            .flatMap((one) => one ?? [])
            .map(toWords)
            .join(', '),
      },
      { title: 'Principal', cell: ({ principal }) => <Hash>{principal}</Hash> },
      { title: 'Payer', cell: ({ payer }) => (payer === null ? '' : <Hash>{payer}</Hash>) },
      { title: 'Transaction', cell: ({ txHash }) => (txHash === null ? '' : <Hash>{txHash}</Hash>) },
      { title: 'Changed', cell: ({ changedAt }) => toMoment(changedAt) },
      { title: 'Last error', cell: ({ lastError }) => <Foreign>{toErrorText(lastError)}</Foreign> },
    ]}
    keyOf={({ id }) => id}
    rows={items}
  />
);

const toErrorText = (error: Payment['lastError']): string =>
  error === null || error === undefined ? '' : typeof error === 'string' ? error : Object.values(error).join(': ');
