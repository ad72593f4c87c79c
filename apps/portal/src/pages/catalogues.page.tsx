/** Rules and problem codes: generated documents of the repository, shown as tables. */
import { Fragment } from 'react';
import { NotFound } from '../not-found.ts';
import type { Context, Page, Place } from '../page.ts';
import { toWords } from '../ui/format.ts';
import { Hash, Section, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import { SearchHint } from '../ui/search-hint.tsx';
import { LevelMark } from '../ui/verdict.tsx';

/** The cells of all Markdown table rows in a text, without headers. */
const toRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

export type Rule = {
  readonly id: string;
  readonly asks: string;
  readonly kind: string;
  readonly severity: string;
  readonly nature: string;
};

export const readRules = (documents: Place['documents']): readonly Rule[] =>
  toRows(documents.read('rules', 'README') ?? '').flatMap(
    ([link = '', asks = '', kind = '', severity = '', nature = '']) => {
      const [, id] = /^\[([^\]]+)\]/.exec(link) ?? [];
      return id === undefined ? [] : [{ id, asks, kind, severity, nature }];
    },
  );

export const rules: Page<readonly Rule[]> = {
  load: ({ place: { documents } }) => readRules(documents),
  head: () => ({
    title: 'Rules: Assay',
    description: 'The questions that the engine answers about a bundle, with their kind and severity.',
    twin: { type: 'application/json', href: '/rules.json' },
  }),
  body: (items) => (
    <div className="page">
      <Title lead="The questions that the engine answers about a bundle. A critical proof in text that is an instruction, executable or hidden blocks certification; hints do not. Context can change the severity.">
        Rules
      </Title>
      <search className="mt-6 block max-w-xl" data-needs-scripts>
        <label className="label block" htmlFor="rules-filter">
          Search rules
        </label>
        <input autoComplete="off" className="input" data-filter="rules-list" id="rules-filter" type="search" />
        <output className="mt-1 block text-sm text-muted" data-filter-count htmlFor="rules-filter" />
        <SearchHint />
      </search>
      <nav aria-label="Groups" className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
        {NATURES.map(([nature, title]) => (
          <a href={`#${nature}`} key={nature}>
            {title} ({items.filter((one) => one.nature === nature).length})
          </a>
        ))}
      </nav>
      <div data-results id="rules-list">
        {NATURES.map(([nature, title, note]) => (
          <div data-filter-group key={nature}>
            <Section id={nature} note={note} title={title}>
              <RuleTable caption={title} rules={items.filter((one) => one.nature === nature)} />
            </Section>
          </div>
        ))}
      </div>
    </div>
  ),
};

const NATURES = [
  ['malice', 'Malice', 'Harm that the author intends.'],
  ['weakness', 'Weakness', 'Mistakes that others can exploit.'],
  ['opacity', 'Opacity', 'Content that cannot be read or checked.'],
  ['hygiene', 'Hygiene', 'Deviations from good practice.'],
] as const;

const RuleTable = ({ caption, rules: rows }: { caption: string; rules: readonly Rule[] }) => (
  <Table
    caption={caption}
    columns={[
      {
        title: 'Rule',
        cell: ({ id }) => (
          <a className="whitespace-nowrap" href={`/rules/${id}`}>
            {id}
          </a>
        ),
      },
      { title: 'Question', cell: ({ asks }) => <span className="block sm:min-w-64">{asks}</span> },
      { title: 'Kind', isWide: true, cell: ({ kind }) => toWords(kind) },
      { title: 'Severity', cell: ({ severity }) => <LevelMark level={severity} /> },
    ]}
    isFiltered
    keyOf={({ id }) => id}
    rows={rows}
  />
);

type Code = { readonly status: number; readonly code: string; readonly title: string };

const readCodes = ({ place: { documents } }: Context): Code[] =>
  toRows(documents.read('.', 'problems') ?? '').flatMap(([status = '', code = '', title = '']) =>
    /^\d+$/.test(status) ? [{ status: Number(status), code: code.replaceAll('`', ''), title }] : [],
  );

/** A code that breaks only after an underscore. */
const Breakable = ({ children }: { children: string }) =>
  children.split('_').map((word, at) => (
    <Fragment key={word}>
      {at === 0 ? '' : '_'}
      {at === 0 ? null : <wbr />}
      {word}
    </Fragment>
  ));

export const problems: Page<readonly Code[]> = {
  load: readCodes,
  head: () => ({
    title: 'Problem codes: Assay',
    description: 'The codes of application/problem+json responses. Codes never change.',
    twin: { type: 'application/json', href: '/docs/problems.json' },
  }),
  body: (codes) => (
    <div className="page">
      <Title lead="Every error response names its code. Codes never change; programs can rely on them.">
        Problem codes
      </Title>
      <div className="mt-6">
        <Table
          caption="Problem codes"
          columns={[
            { title: 'Status', isNumber: true, cell: ({ status }) => status },
            {
              title: 'Code',
              cell: ({ code }) => (
                <a className="hash [overflow-wrap:normal]" href={`/docs/problems/${code}`}>
                  <Breakable>{code}</Breakable>
                </a>
              ),
            },
            { title: 'Meaning', cell: ({ title }) => title },
          ]}
          keyOf={({ code }) => code}
          rows={codes}
        />
      </div>
    </div>
  ),
};

const RETRIED = new Set([429, 502, 503, 504]);
/** After a payment, a login or a change of state, the same request can succeed. */
const CHANGED_FIRST = new Set([401, 402, 409]);

function toRetryAdvice(status: number, code: string): string {
  if (RETRIED.has(status) || code === 'idempotency_in_flight') return 'Retry later, after the time in Retry-After.';
  return CHANGED_FIRST.has(status) ? '' : 'Sending the same request again returns the same response.';
}

const ADVICE: Readonly<Record<number, string>> = {
  400: 'The request is malformed. Change it before you send it again.',
  401: 'Send a valid credential, or log in again.',
  402: 'Pay, then send the same request again. Nothing has been charged.',
  403: 'This credential does not have the permission. Use another one.',
  404: 'No resource has this id or path. For a certificate this means: do not use the product.',
  409: 'The resource is not in the required state. Read its current state first.',
  410: 'The resource has expired. Request a new one.',
  422: 'A value in the request is invalid. The response lists each location.',
};

export const problem: Page<Code> = {
  load: (context) => {
    const found = readCodes(context).find(({ code }) => code === context.params.code);
    if (found === undefined) throw new NotFound('No problem has this code.');
    return found;
  },
  head: ({ code, title }) => ({
    title: `${title}: Assay`,
    description: `What the problem code ${code} means.`,
    twin: { type: 'application/json', href: `/docs/problems/${code}.json` },
  }),
  body: ({ status, code, title }) => (
    <div className="page">
      <Title>{title}</Title>
      <p className="mt-3">
        Status {status}, code <Hash>{code}</Hash>
      </p>
      <p className="mt-3 max-w-prose">
        {ADVICE[status] ?? 'The service or one of its dependencies is not available.'} {toRetryAdvice(status, code)}
      </p>
      <p className="mt-6">
        <a href="/docs/problems">All codes</a>
      </p>
    </div>
  ),
};
