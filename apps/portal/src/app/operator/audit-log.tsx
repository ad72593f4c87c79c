/** The audit log as a table, and as a file with a verifiable hash chain. */
import { toMoment, toWords } from '../../ui/format.ts';
import { Foreign, Hash, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Loaded, Refused, useAct, useRead } from '../state.tsx';
import { Searchable } from './search.tsx';

type Line = Wire<'listAuditLog'>['items'][number];

const PAGE = 100;
const FILE = 'assay-audit-log.jsonl';

export function AuditLog() {
  const ask = useKeyed();
  const act = useAct();
  const log = useRead('audit log', () => ask('listAuditLog', `GET /api/v1/operator/audit-log?limit=${PAGE}`));
  const save = async (): Promise<void> => {
    const lines: Line[] = [];
    for (let cursor = ''; ; ) {
      const page = await ask('listAuditLog', `GET /api/v1/operator/audit-log?limit=${PAGE}${cursor}`);
      lines.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    saveText(
      FILE,
      lines
        .reverse()
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
  };
  return (
    <Section
      id="log"
      note="The entries are hash-chained: a changed or missing entry is detected. Newest first."
      title="Audit log"
    >
      <button className="button mb-5" data-quiet disabled={act.isBusy} onClick={() => act.run(save)} type="button">
        {act.isBusy ? 'Loading …' : 'Export the whole log'}
      </button>
      <Refused refusal={act.refusal} />
      <Loaded of={log}>
        {({ items }) => (
          <Searchable label="Search the newest entries" rows={items}>
            {(found) => <Lines rows={found} />}
          </Searchable>
        )}
      </Loaded>
    </Section>
  );
}

const Lines = ({ rows }: { rows: readonly Line[] }) => (
  <Table
    caption="Audit log"
    columns={[
      { title: 'No.', isNumber: true, isWide: true, cell: ({ index }) => index },
      { title: 'Time', cell: ({ at }) => <span className="block min-w-24">{toMoment(at)}</span> },
      { title: 'Operator', cell: ({ actor }) => actor.replace(/^operator:/, '') },
      { title: 'Action', cell: ({ action }) => action },
      {
        title: 'Subject',
        isWide: true,
        cell: ({ subject }) => (subject === null ? '' : <Hash>{`${subject.type} ${subject.id}`}</Hash>),
      },
      { title: 'Detail', cell: ({ detail }) => <Detail of={detail} /> },
      { title: 'Request', isWide: true, cell: ({ requestId }) => <Hash>{requestId ?? 'command line'}</Hash> },
    ]}
    keyOf={({ hash }) => hash}
    rows={rows}
  />
);

/** The reason first, then the other members by name. */
const Detail = ({ of: { reason, ...rest } }: { of: Readonly<Record<string, unknown>> }) => (
  <div className="min-w-64 max-w-md">
    {typeof reason === 'string' ? (
      <p className="whitespace-pre-wrap">
        <Foreign>{reason}</Foreign>
      </p>
    ) : null}
    {Object.entries(rest).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [<p key={name}>{`${toName(name)}: ${toText(value)}`}</p>],
    )}
  </div>
);

const toName = (member: string): string => toWords(member.replaceAll(/([A-Z])/g, ' $1'));
const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
