import type { Context, Page } from '../page.ts';
import { CertificateTable } from '../ui/certificates.tsx';
import { SearchHint } from '../ui/search-hint.tsx';
import type { CertificateSummary } from '../wire.ts';

type Data = { items: CertificateSummary[]; nextCursor: string | null };

const KINDS = ['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT'];
const LEVELS = ['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const KEPT = ['q', 'productType', 'securityLevel', 'status', 'limit', 'cursor'];

/** Only the route's own, non-empty parameters. */
const toQuery = (query: URLSearchParams): Record<string, string> => ({
  status: 'ANY',
  ...Object.fromEntries([...query].filter(([name, value]) => KEPT.includes(name) && value !== '')),
});

const toHref = (query: URLSearchParams, change: Record<string, string>): string =>
  `/certificates?${new URLSearchParams({ ...toQuery(query), ...change })}`;

type SelectProps = { name: string; label: string; any: string; options: readonly string[]; value: string };

const Select = ({ name, label, any, options, value }: SelectProps) => (
  <label className="block">
    <span className="label">{label}</span>
    <select className="input mt-1" defaultValue={value} name={name}>
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  </label>
);

const Filters = ({ query }: { query: URLSearchParams }) => (
  <search>
    <form
      action="/certificates"
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_10rem_10rem_10rem_auto]"
      method="get"
    >
      <label className="block max-sm:col-span-2">
        <span className="label">Words in name or description</span>
        <input className="input mt-1" defaultValue={query.get('q') ?? ''} maxLength={200} name="q" type="search" />
      </label>
      <Select any="All kinds" label="Kind" name="productType" options={KINDS} value={query.get('productType') ?? ''} />
      <Select
        any="Any"
        label="Maximum risk"
        name="securityLevel"
        options={LEVELS}
        value={query.get('securityLevel') ?? ''}
      />
      <Select
        any="All states"
        label="State"
        name="status"
        options={['APPROVED', 'DEPRECATED', 'SUSPENDED']}
        value={query.get('status') ?? ''}
      />
      <button className="button" type="submit">
        Search
      </button>
    </form>
  </search>
);

export const search: Page<Data> = {
  load: ({ call, query }) => call('listCertificates', { query: toQuery(query) }),
  head: (_, { query, place }: Context) => ({
    title: 'Certificates: Assay',
    description: 'Every certified skill, API, tool and contract, with its current status.',
    twin: {
      type: 'application/json',
      href: `${place.apiPrefix}/public/certificates?${new URLSearchParams(toQuery(query))}`,
    },
    isIndexed: query.size === 0,
  }),
  body: ({ items, nextCursor }, { query }) => (
    <div className="page">
      <h1 className="mt-10 text-3xl font-semibold tracking-tight sm:text-4xl">Certificates</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        Each row shows the current status. An agent must verify a product again before it uses it.
      </p>
      <Filters query={query} />
      <SearchHint />
      <div className="mt-8" data-results>
        <CertificateTable
          caption="Certificates found"
          empty="No results. Remove a word or a filter; unreviewed products are not listed."
          items={items}
        />
      </div>
      <nav aria-label="Pages" className="mt-5 flex gap-6">
        {query.has('cursor') ? <a href={toHref(query, { cursor: '' }).replace(/&?cursor=/, '')}>First page</a> : null}
        {nextCursor === null ? null : <a href={toHref(query, { cursor: nextCursor })}>Older certificates</a>}
      </nav>
    </div>
  ),
};
