/** The shared UI components. They depend on no page and no data of the service. */
import type { ReactNode } from 'react';

export type Tone = 'ok' | 'bad' | 'warn' | 'plain';

/** A badge with one or two words. */
export const Mark = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="mark" data-tone={tone}>
    {children}
  </span>
);

type SectionProps = { id?: string; title: string; note?: ReactNode; children: ReactNode };

export const Section = ({ id, title, note, children }: SectionProps) => (
  <section className="mt-12" id={id} aria-labelledby={id === undefined ? undefined : `${id}-title`}>
    <h2 className="text-xl font-semibold" id={id === undefined ? undefined : `${id}-title`}>
      {title}
    </h2>
    {note === undefined ? null : <p className="mt-1 max-w-prose text-muted">{note}</p>}
    <div className="mt-4">{children}</div>
  </section>
);

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, stacked on a phone, side by side on a desktop. */
export const Facts = ({ items }: { items: readonly Fact[] }) => (
  <dl className="border-t border-ink">
    {items.map(([name, value]) => (
      <div className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[12rem_1fr]" key={name}>
        <dt className="label pt-0.5">{name}</dt>
        <dd className="min-w-0">{value}</dd>
      </div>
    ))}
  </dl>
);

export const Hash = ({ children }: { children: string }) => <code className="hash">{children}</code>;

/** Third-party text: its direction must not affect the surrounding text. */
export const Foreign = ({ children }: { children: string }) => <bdi>{children}</bdi>;

/** A third-party URL. Anything but https is shown as text, not linked. */
export const ForeignLink = ({ url }: { url: string }) =>
  /^https:\/\/[^\s]+$/.test(url) ? (
    <a className="hash" href={url} rel="noreferrer nofollow ugc">
      {url}
    </a>
  ) : (
    <code className="hash">{url}</code>
  );

type NoticeProps = { tone: Tone; title: string; children?: ReactNode; role?: 'status' | 'alert' };

const NOTICE_TONES = {
  ok: 'border-ok bg-ok-soft',
  bad: 'border-bad bg-bad-soft',
  warn: 'border-warn bg-warn-soft',
  plain: 'border-ink bg-sheet',
} as const;

export const Notice = ({ tone, title, children, role }: NoticeProps) => (
  <div className={`border-l-4 px-4 py-3 ${NOTICE_TONES[tone]}`} role={role}>
    <p className="font-semibold">{title}</p>
    {children === undefined ? null : <div className="mt-1 max-w-prose">{children}</div>}
  </div>
);

/** Text to copy. The button appears only if scripts run. */
export const Snippet = ({ text, label }: { text: string; label: string }) => (
  <div className="flex min-w-0 items-start border border-line bg-sheet">
    <div aria-label={label} role="group" className="min-w-0 grow px-4 py-3 font-mono text-sm leading-relaxed">
      <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
    </div>
    <button
      className="m-1.5 shrink-0 border border-line bg-paper px-3 py-1.5 text-sm"
      data-copy={text}
      data-needs-scripts
      type="button"
    >
      Copy
    </button>
  </div>
);

/** An empty state: says so and what to do. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <p className="border border-dashed border-muted px-4 py-6 text-muted">{children}</p>
);

type Column<Row> = {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Hidden on a phone, where another cell has the same content. */
  readonly isWide?: boolean;
  readonly cell: (row: Row) => ReactNode;
};
type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shown when there are no rows. */
  empty?: string;
  /** Includes the rows in the page's filter. */
  isFiltered?: boolean;
};

const toClass = ({ isNumber, isWide }: Pick<Column<never>, 'isNumber' | 'isWide'>): string | undefined =>
  [isNumber ? 'number' : '', isWide ? 'max-sm:hidden' : ''].filter(Boolean).join(' ') || undefined;

export const Table = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  empty = 'Nothing here yet.',
  isFiltered = false,
}: TableProps<Row>) =>
  rows.length === 0 ? (
    <Empty>{empty}</Empty>
  ) : (
    <div aria-label={caption} className="scroller" role="group" tabIndex={0}>
      <table className="rows">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th className={toClass(column)} key={column.title} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr data-filter-item={isFiltered ? '' : undefined} key={keyOf(row)}>
              {columns.map((column) => (
                <td className={toClass(column)} key={column.title}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
