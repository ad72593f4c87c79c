/** The operator queue. Each item shows its subject; every decision needs a written reason. */
import type { EngineReport } from '@assay/protocol';
import { useState } from 'react';
import { toMoment, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Hash, Mark, Section, Table } from '../../ui/parts.tsx';
import { Quoted } from '../../ui/quoted.tsx';
import type { Wire } from '../../wire.ts';
import { BundleFiles } from '../bundle.tsx';
import { useHolder, useKeyed } from '../key.tsx';
import { go, Link } from '../navigation.tsx';
import { Field, Form, Loaded, useAct, useKept, useRead } from '../state.tsx';
import { useStream } from '../stream.ts';
import { BulkDecision, type BulkResult, BulkResults } from './bulk.tsx';
import { DECISIONS } from './decisions.ts';
import { KeyHelp, useKeys } from './keyboard.tsx';
import { Searchable } from './search.tsx';
import { mayAs, useOperator } from './session.tsx';

type Item = Wire<'listQueue'>['items'][number];

const readQueue = (ask: ReturnType<typeof useKeyed>) =>
  ask('listQueue', 'GET /api/v1/operator/queue?state=OPEN&limit=100');

const MOVE_INTO_VIEW = { block: 'nearest' } as const;

export function Queue() {
  const ask = useKeyed();
  const queue = useRead('queue', () => readQueue(ask));
  const { apiKey } = useHolder();
  const isCut = useStream('/api/v1/operator/queue/stream', queue.reload, apiKey === '' ? undefined : apiKey);
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  return (
    <Section id="queue" note="Most urgent items first. New items appear here." title="Operator queue">
      {isCut ? (
        <p className="mb-3 text-sm text-muted" role="status">
          The live connection was lost. The list is refreshed every few seconds.
        </p>
      ) : null}
      {results.length === 0 ? null : <BulkResults results={results} />}
      <Loaded of={queue}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>The queue is empty.</Empty>
          ) : (
            <Searchable label="Search the queue" rows={items}>
              {(found) => (
                <Items
                  items={found}
                  onDone={(next) => {
                    setResults(next);
                    queue.reload();
                  }}
                />
              )}
            </Searchable>
          )
        }
      </Loaded>
    </Section>
  );
}

type ItemsProps = { readonly items: readonly Item[]; readonly onDone: (results: readonly BulkResult[]) => void };

/** The list with keyboard shortcuts and selection. */
function Items({ items, onDone }: ItemsProps) {
  const mayDecide = mayAs(useOperator().role, 'reviewer');
  const [currentId, setCurrentId] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const at = items.findIndex(({ id }) => id === currentId);
  const current = items[at];
  const move = (to: number): void => {
    setCurrentId(items[to]?.id);
    document.querySelector(`[data-item="${items[to]?.id}"]`)?.scrollIntoView(MOVE_INTO_VIEW);
  };
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  useKeys({
    j: () => move(Math.min(at + 1, items.length - 1)),
    k: () => move(Math.max(at - 1, 0)),
    Enter: () => current !== undefined && go(`/operator/queue/${current.id}`),
    x: () => mayDecide && current !== undefined && toggle(current.id),
    d: () => document.querySelector<HTMLElement>('#bulk select, #bulk textarea')?.focus(),
    '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
  });
  const chosen = items.filter(({ id }) => selected.has(id));
  return (
    <>
      <KeyHelp />
      <Rows current={current?.id} items={items} onToggle={mayDecide ? toggle : undefined} selected={selected} />
      {chosen.length === 0 ? null : (
        <BulkDecision
          items={chosen}
          onDone={(results) => {
            setSelected(new Set());
            onDone(results);
          }}
        />
      )}
    </>
  );
}

type RowsProps = {
  readonly items: readonly Item[];
  readonly current: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: ((id: string) => void) | undefined;
};

const Rows = ({ items, current, selected, onToggle }: RowsProps) => (
  <Table
    caption="Queue"
    columns={[
      {
        title: 'Select',
        cell: ({ id, kind, ref }) => (
          <span className="flex items-center gap-2" data-item={id}>
            <input
              aria-label={`Select ${toWords(kind)} ${ref.id}`}
              checked={selected.has(id)}
              className="size-5"
              disabled={onToggle === undefined}
              onChange={() => onToggle?.(id)}
              type="checkbox"
            />
            {id === current ? <Mark tone="warn">Current</Mark> : null}
          </span>
        ),
      },
      {
        title: 'Item',
        cell: ({ id, kind }) => (
          <Link className="font-semibold" to={`/operator/queue/${id}`}>
            {toWords(kind)}
          </Link>
        ),
      },
      {
        title: 'Subject',
        cell: ({ subject, dueAt }) => (
          <>
            <span className="line-clamp-2 max-w-xl">
              <Foreign>{subject?.text ?? ''}</Foreign>
            </span>
            <span className="block text-sm text-muted sm:hidden">{toMoment(dueAt)}</span>
          </>
        ),
      },
      { title: 'Due', isWide: true, cell: ({ dueAt }) => toMoment(dueAt) },
      { title: 'Priority', isNumber: true, isWide: true, cell: ({ priority }) => priority },
    ]}
    empty="No item matches the search."
    keyOf={({ id }) => id}
    rows={items}
  />
);

const NOTES: Partial<Record<Item['kind'], string>> = {
  ABUSE:
    'Delist to withdraw the listings of this certificate. Suspend it in case of harm or a clear violation: the certificate is then not valid, and all its listings are withdrawn. The owner receives your reason.',
  APPEAL: 'Overturn to undo the decision. Only an operator who did not make the decision can decide the appeal.',
  FLAG: 'Open a received flag first; this makes the certificate not valid. Then confirm the flag to suspend the certificate, or dismiss it.',
};

export function Decide({ id }: { id: string }) {
  const ask = useKeyed();
  const queue = useRead(`queue ${id}`, () => readQueue(ask));
  const [decision, setDecision] = useState('');
  const [reason, setReason] = useKept(`decision ${id}`);
  const [isDone, setDone] = useState(false);
  const act = useAct();
  const item = queue.data?.items.find((one) => one.id === id);
  const decide = async (): Promise<void> => {
    await ask('decideQueueItem', `POST /api/v1/operator/queue/${id}/decide`, {
      body: { decision, reason },
    });
    setReason('');
    setDone(true);
  };
  if (isDone) {
    return (
      <p className="mt-8">
        Decision recorded. <Link to="/operator">Back to the queue</Link>
      </p>
    );
  }
  return (
    <Loaded of={queue}>
      {() =>
        item === undefined ? (
          <p className="mt-8">This item is no longer in the queue.</p>
        ) : (
          <>
            <Subject item={item} />
            <Section id="decide" note={NOTES[item.kind]} title="Decide">
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
                  hint="At least 10 characters. Recorded in the audit log; for a ticket, this is the reply."
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

function Subject({ item }: { item: Item }) {
  const { subject, kind, openedAt, dueAt } = item;
  return (
    <Section id="subject" title={toWords(kind)}>
      <Facts
        items={[
          ['Opened', toMoment(openedAt)],
          ['Due', toMoment(dueAt)],
          [
            'Text',
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
          {one.quoted === null ? null : <Excerpt hit={one.line} text={one.quoted} />}
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
      {subject?.submissionId ? <SealedFiles submissionId={subject.submissionId} /> : null}
      {subject?.links.report ? <Report link={subject.links.report} /> : null}
    </Section>
  );
}

/** Numbered lines of a sealed file. */
const Excerpt = ({ text, hit }: { text: string; hit: number | undefined }) => (
  <Quoted
    firstLine={Number.parseInt(text, 10) || 1}
    hit={hit}
    lines={text.split('\n').map((line) => [[line.replace(/^\d+: /, '')]])}
  />
);

/** The exact sealed bytes, as text. */
function SealedFiles({ submissionId }: { submissionId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-5" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Sealed files</summary>
      {isOpen ? <Files submissionId={submissionId} /> : null}
    </details>
  );
}

function Files({ submissionId }: { submissionId: string }) {
  const ask = useKeyed();
  const bundle = useRead(`bundle ${submissionId}`, () =>
    ask('readSealedBundle', `GET /api/v1/operator/submissions/${submissionId}/bundle`),
  );
  return <Loaded of={bundle}>{({ files }) => <BundleFiles files={files} />}</Loaded>;
}

function Report({ link }: { link: string }) {
  const ask = useKeyed();
  const id = /rounds\/([^/]+)\/report/.exec(link)?.[1] ?? '';
  const report = useRead(`report ${id}`, () => ask('readRoundReport', `GET /api/v1/operator/rounds/${id}/report`));
  return (
    <details className="mt-5">
      <summary>Engine report</summary>
      <Loaded of={report}>{(data) => <EngineReportText report={data as unknown as EngineReport} />}</Loaded>
    </details>
  );
}

/** The part of the report that a reviewer needs. The route returns the complete report. */
const EngineReportText = ({ report }: { report: EngineReport }) => (
  <div className="mt-4">
    <Facts
      items={[
        ['Result', toWords(report.reviewResult)],
        [
          'Reason undecided',
          report.undecided.map(({ reason }) => toWords(reason)).join(', ') || 'None: the engine decided',
        ],
        [
          'Sandbox',
          `${toWords(report.sandbox.mode)}, ${report.sandbox.exercised} of ${report.sandbox.units} programs ran`,
        ],
        ['Engine', report.engine.version],
      ]}
    />
    <div className="mt-4">
      <Table
        caption="Engine findings"
        columns={[
          { title: 'Severity', cell: ({ severity }) => <Mark>{toWords(severity)}</Mark> },
          { title: 'Finding', cell: ({ title }) => <Foreign>{title}</Foreign> },
          {
            title: 'Place',
            cell: ({ file, range }) => (file === '' ? 'Bundle' : <Hash>{`${file}:${range.startLine}`}</Hash>),
          },
          {
            title: 'Evidence',
            cell: ({ evidence }) => (
              <span className="line-clamp-3 min-w-48 max-w-md">
                <Foreign>{evidence}</Foreign>
              </span>
            ),
          },
          { title: 'Rule', cell: ({ ruleId }) => <a href={`/rules/${encodeURIComponent(ruleId)}`}>{ruleId}</a> },
        ]}
        empty="No findings."
        keyOf={({ fingerprint }) => fingerprint}
        rows={report.findings}
      />
    </div>
  </div>
);
