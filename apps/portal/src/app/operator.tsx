/** The operator's desk: what waits for a person, with what it is about beside it. Every decision carries a written reason. */
import { useState } from 'react';
import { toMoment, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, Hash, Section, Snippet, Table } from '../ui/parts.tsx';
import { Quoted } from '../ui/quoted.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Link, Tabs, usePath } from './navigation.tsx';
import { Field, Form, Loaded, useAct, useRead } from './state.tsx';

type Item = Wire<'listQueue'>['items'][number];

const TABS = [
  ['/operator', 'Waiting'],
  ['/operator/certificates', 'Certificates'],
  ['/operator/outbox', 'Chain outbox'],
  ['/operator/payments', 'Payments'],
  ['/operator/jobs', 'Jobs'],
  ['/operator/log', 'Audit log'],
] as const;

/** The key stays in this page's memory: it is gone with the page, and nothing else of the browser sees it. */
export function Operator() {
  const [typed, setTyped] = useState('');
  const [key, setKey] = useState<string>();
  const act = useAct();
  const enter = async (): Promise<void> => {
    await ask('listQueue', 'GET /api/v1/operator/queue?limit=1', { key: typed });
    setKey(typed);
    setTyped('');
  };
  if (key === undefined) {
    return (
      <>
        <h1 className="mt-10 text-3xl font-semibold">Operator</h1>
        <p className="mt-2 max-w-prose text-muted">
          The administrative key of this service. It is kept in this page alone.
        </p>
        <Form act={act} onSubmit={enter} submit="Enter">
          <Field label="Administrative key" onChange={setTyped} type="password" value={typed} />
        </Form>
      </>
    );
  }
  return (
    <>
      <h1 className="mt-8 text-3xl font-semibold">Operator</h1>
      <Tabs items={TABS} label="Operator" />
      <Desk adminKey={key} />
    </>
  );
}

function Desk({ adminKey }: { adminKey: string }) {
  const [, , part = '', id] = usePath().split('/');
  switch (part) {
    case 'queue':
      return <Decide adminKey={adminKey} id={id ?? ''} key={id} />;
    case 'certificates':
      return <Withdraw adminKey={adminKey} />;
    case 'outbox':
      return <Outbox adminKey={adminKey} />;
    case 'payments':
      return <Payments adminKey={adminKey} />;
    case 'jobs':
      return <Jobs adminKey={adminKey} />;
    case 'log':
      return <AuditLog adminKey={adminKey} />;
    default:
      return <Queue adminKey={adminKey} />;
  }
}

const readQueue = (key: string) => ask('listQueue', 'GET /api/v1/operator/queue?state=OPEN&limit=100', { key });

function Queue({ adminKey }: { adminKey: string }) {
  const queue = useRead('queue', () => readQueue(adminKey));
  return (
    <Section id="queue" title="What waits for a person">
      <Loaded of={queue}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>Nothing waits.</Empty>
          ) : (
            <Table
              caption="Queue"
              columns={[
                {
                  title: 'What',
                  cell: ({ id, kind }) => (
                    <Link className="font-semibold" to={`/operator/queue/${id}`}>
                      {toWords(kind)}
                    </Link>
                  ),
                },
                {
                  title: 'About',
                  cell: ({ subject }) => (
                    <span className="line-clamp-2 max-w-xl">
                      <Foreign>{subject?.text ?? ''}</Foreign>
                    </span>
                  ),
                },
                { title: 'Due', cell: ({ dueAt }) => toMoment(dueAt) },
                { title: 'Priority', isNumber: true, cell: ({ priority }) => priority },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

const DECISIONS: Readonly<Record<Item['kind'], readonly string[]>> = {
  ROUND: ['SAFE', 'UNSAFE'],
  FLAG: ['OPEN', 'CONFIRM', 'DISMISS'],
  PLUGIN: ['APPROVE', 'REJECT', 'SUSPEND'],
  TICKET: ['REPLY', 'CLOSE'],
  REFUND: ['PAY', 'REFUSE'],
  INTERVENTION: ['TAKE', 'CLOSE'],
};

function Decide({ adminKey, id }: { adminKey: string; id: string }) {
  const queue = useRead(`queue ${id}`, () => readQueue(adminKey));
  const [decision, setDecision] = useState('');
  const [reason, setReason] = useState('');
  const [isDone, setDone] = useState(false);
  const act = useAct();
  const item = queue.data?.items.find((one) => one.id === id);
  const decide = async (): Promise<void> => {
    await ask('decideQueueItem', `POST /api/v1/operator/queue/${id}/decide`, {
      key: adminKey,
      body: { decision, reason },
    });
    setDone(true);
  };
  if (isDone) {
    return (
      <p className="mt-8">
        Decided and written down. <Link to="/operator">Back to what waits</Link>
      </p>
    );
  }
  return (
    <Loaded of={queue}>
      {() =>
        item === undefined ? (
          <p className="mt-8">It no longer waits.</p>
        ) : (
          <>
            <Subject adminKey={adminKey} item={item} />
            <Section id="decide" title="Decide">
              <Form act={act} onSubmit={decide} submit="Decide">
                <fieldset className="flex flex-wrap gap-5">
                  <legend className="label">Decision</legend>
                  {DECISIONS[item.kind].map((one) => (
                    <label className="flex items-center gap-2" key={one}>
                      <input
                        checked={decision === one}
                        className="size-5"
                        name="decision"
                        onChange={() => setDecision(one)}
                        required
                        type="radio"
                      />
                      {toWords(one)}
                    </label>
                  ))}
                </fieldset>
                <Field
                  hint="At least 10 characters. It is kept in the audit log; for a ticket it is the answer."
                  label="Reason"
                  maxLength={4000}
                  onChange={setReason}
                  rows={5}
                  value={reason}
                />
              </Form>
            </Section>
          </>
        )
      }
    </Loaded>
  );
}

function Subject({ item, adminKey }: { item: Item; adminKey: string }) {
  const { subject, kind, openedAt, dueAt } = item;
  return (
    <Section id="subject" title={toWords(kind)}>
      <Facts
        items={[
          ['Opened', toMoment(openedAt)],
          ['Due', toMoment(dueAt)],
          [
            'In words',
            <span className="whitespace-pre-wrap" key="text">
              <Foreign>{subject?.text ?? 'None'}</Foreign>
            </span>,
          ],
          ...(subject?.certificateId
            ? [
                [
                  'Certificate',
                  <a href={`/certificates/${subject.certificateId}`} key="c">
                    {subject.certificateId}
                  </a>,
                ] as const,
              ]
            : []),
          ...(subject?.flag
            ? [
                [
                  'Flag',
                  `${toWords(subject.flag.category)}, ${subject.flag.severity}, by ${subject.flag.walletAddress}${subject.flag.walletProven ? '' : ' (not proven)'}`,
                ] as const,
              ]
            : []),
          ...(subject?.amount ? [['Amount', `${subject.amount.amount} ${subject.amount.currency}`] as const] : []),
        ]}
      />
      {subject?.flag?.evidence.map((one) => (
        <figure className="mt-5" key={`${one.kind} ${one.path ?? ''} ${one.value}`}>
          <figcaption className="label">
            {toWords(one.kind)} {one.path === undefined ? '' : `${one.path}:${one.line ?? 1}`}
          </figcaption>
          <p className="mt-1 max-w-prose whitespace-pre-wrap">
            <Foreign>{one.value}</Foreign>
          </p>
          {one.quoted === null ? null : (
            <Quoted
              firstLine={Math.max(1, (one.line ?? 1) - 3)}
              lines={one.quoted.split('\n').map((line) => [[line]])}
            />
          )}
        </figure>
      ))}
      <ol>
        {subject?.messages.map((one) => (
          <li className="border-b border-line py-3" key={one.at}>
            <p className="label">
              {one.from} · {toMoment(one.at)}
            </p>
            <p className="max-w-prose whitespace-pre-wrap">
              <Foreign>{one.text}</Foreign>
            </p>
          </li>
        ))}
      </ol>
      {subject?.submissionId ? <SealedFiles adminKey={adminKey} submissionId={subject.submissionId} /> : null}
      {subject?.links.report ? <Report adminKey={adminKey} link={subject.links.report} /> : null}
    </Section>
  );
}

/** The bytes exactly as they were sealed, as text. */
function SealedFiles({ submissionId, adminKey }: { submissionId: string; adminKey: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-5" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The sealed files</summary>
      {isOpen ? <Files adminKey={adminKey} submissionId={submissionId} /> : null}
    </details>
  );
}

function Files({ submissionId, adminKey }: { submissionId: string; adminKey: string }) {
  const bundle = useRead(`bundle ${submissionId}`, () =>
    ask('readSealedBundle', `GET /api/v1/operator/submissions/${submissionId}/bundle`, { key: adminKey }),
  );
  return <Loaded of={bundle}>{({ files }) => <BundleFiles files={files} />}</Loaded>;
}

type BundleProps = { files: readonly { readonly path: string; readonly contentBase64: string }[] };

export const BundleFiles = ({ files }: BundleProps) => (
  <>
    {files.map(({ path, contentBase64 }) => (
      <details className="mt-3" key={path} open={files.length === 1}>
        <summary>
          <Hash>{path}</Hash>
        </summary>
        <Quoted
          firstLine={1}
          lines={toText(contentBase64)
            .split('\n')
            .map((line) => [[line]])}
        />
      </details>
    ))}
  </>
);

const toText = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));

function Report({ link, adminKey }: { link: string; adminKey: string }) {
  const id = /rounds\/([^/]+)\/report/.exec(link)?.[1] ?? '';
  const report = useRead(`report ${id}`, () =>
    ask('readRoundReport', `GET /api/v1/operator/rounds/${id}/report`, { key: adminKey }),
  );
  return (
    <details className="mt-5">
      <summary>The engine's report</summary>
      <Loaded of={report}>{(data) => <Snippet label="Report" text={JSON.stringify(data, null, 2)} />}</Loaded>
    </details>
  );
}

function Withdraw({ adminKey }: { adminKey: string }) {
  const [id, setId] = useState('');
  const [reason, setReason] = useState('');
  const [action, setAction] = useState<'suspend' | 'revoke'>('suspend');
  const [done, setDone] = useState<string>();
  const act = useAct();
  const withdraw = async (): Promise<void> => {
    const name = action === 'suspend' ? 'suspendCertificate' : 'revokeCertificate';
    const { status } = await ask(name, `POST /api/v1/operator/certificates/${id.trim()}/${action}`, {
      key: adminKey,
      body: { reason },
    });
    setDone(`${id.trim()} is ${status}.`);
  };
  return (
    <Section
      id="withdraw"
      note="Reaches every agent within a second. Revoking cannot be undone."
      title="Suspend or revoke a certificate"
    >
      <Form act={act} isDanger onSubmit={withdraw} submit={action === 'suspend' ? 'Suspend' : 'Revoke for ever'}>
        <Field label="Certificate id" maxLength={24} onChange={setId} value={id} />
        <label className="mt-4 block max-w-xs">
          <span className="label">What</span>
          <select
            className="input mt-1"
            onChange={(event) => setAction(event.target.value === 'revoke' ? 'revoke' : 'suspend')}
            value={action}
          >
            <option value="suspend">Suspend</option>
            <option value="revoke">Revoke</option>
          </select>
        </label>
        <Field
          hint="At least 10 characters; shown to everybody"
          label="Reason"
          maxLength={4000}
          onChange={setReason}
          rows={4}
          value={reason}
        />
      </Form>
      {done === undefined ? null : (
        <p className="mt-4" role="status">
          {done}
        </p>
      )}
    </Section>
  );
}

function Outbox({ adminKey }: { adminKey: string }) {
  const outbox = useRead('outbox', () =>
    ask('listChainOutbox', 'GET /api/v1/operator/chain-outbox?limit=100', { key: adminKey }),
  );
  return (
    <Section id="outbox" title="Chain outbox">
      <Loaded of={outbox}>{({ items }) => <Rows caption="Chain outbox" items={items} />}</Loaded>
    </Section>
  );
}

function Payments({ adminKey }: { adminKey: string }) {
  const payments = useRead('payments', () =>
    ask('listPayments', 'GET /api/v1/operator/payments?limit=100', { key: adminKey }),
  );
  return (
    <Section id="payments" title="Payments">
      <Loaded of={payments}>{({ items }) => <Rows caption="Payments" items={items} />}</Loaded>
    </Section>
  );
}

function AuditLog({ adminKey }: { adminKey: string }) {
  const log = useRead('audit log', () =>
    ask('listAuditLog', 'GET /api/v1/operator/audit-log?limit=100', { key: adminKey }),
  );
  return (
    <Section id="log" note="Hash-chained: a line that is changed or missing is noticed." title="Audit log">
      <Loaded of={log}>{({ items }) => <Rows caption="Audit log" items={items} />}</Loaded>
    </Section>
  );
}

/** Counters of the job queue, as the metrics give them. */
function Jobs({ adminKey }: { adminKey: string }) {
  const metrics = useRead('metrics', async () => {
    const answer = await fetch('/metrics', { headers: { authorization: `Bearer ${adminKey}` } });
    return (await answer.text()).split('\n').filter((line) => /job|queue|outbox/.test(line) && !line.startsWith('#'));
  });
  return (
    <Section id="jobs" title="Jobs">
      <Loaded of={metrics}>
        {(lines) => <Snippet label="Counters of jobs" text={lines.join('\n') || 'No job has run yet.'} />}
      </Loaded>
    </Section>
  );
}

/** Any list of flat objects; nested members as JSON. */
const Rows = ({ caption, items }: { caption: string; items: readonly object[] }) => {
  const [first] = items;
  if (first === undefined) return <Empty>Nothing here.</Empty>;
  return (
    <Table
      caption={caption}
      columns={Object.keys(first).map((name) => ({
        title: toWords(name.replaceAll(/([A-Z])/g, ' $1')),
        cell: (row: object) => {
          const value: unknown = row[name as keyof typeof row];
          return (
            <Hash>{typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')}</Hash>
          );
        },
      }))}
      keyOf={(row) => JSON.stringify(row)}
      rows={items}
    />
  );
};
