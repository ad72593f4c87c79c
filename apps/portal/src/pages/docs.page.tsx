import type { ReactNode } from 'react';
import { type Hit, searchDocuments } from '../docs/search.ts';
import { type Entry, REFERENCES, readShelves, type Shelf } from '../docs/shelves.ts';
import { type Heading, toContents, toHtml, toLead, toTitle, withAddress } from '../markdown.ts';
import { NotFound } from '../not-found.ts';
import type { Context, Page } from '../page.ts';
import { toPlural } from '../ui/format.ts';
import { Empty } from '../ui/parts.tsx';
import { Prose, Title } from '../ui/prose.tsx';
import { SearchHint } from '../ui/search-hint.tsx';

const Entries = ({ items }: { items: readonly Entry[] }) => (
  <ul className="mt-3 border-t border-ink">
    {items.map(({ href, title, lead }) => (
      <li className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[16rem_1fr]" key={href}>
        <a className="font-semibold" href={href}>
          {title}
        </a>
        <span className="text-muted">{lead}</span>
      </li>
    ))}
  </ul>
);

/** Beside a guide there is space for the field only; the Enter key searches. */
const Search = ({ query, isWide }: { query: string; isWide?: boolean }) => (
  <form action="/docs" className={isWide ? 'mt-6 flex max-w-2xl gap-2' : undefined} role="search">
    <input
      aria-label="Search guides, rules and problem codes"
      className="input min-w-0"
      data-search
      defaultValue={query}
      maxLength={200}
      name="q"
      placeholder={isWide ? 'Guides, rules, problem codes' : 'Search the docs'}
      type="search"
    />
    {isWide ? (
      <button className="button shrink-0" type="submit">
        Search
      </button>
    ) : null}
  </form>
);

type Docs = { readonly query: string; readonly hits: readonly Hit[]; readonly shelves: readonly Shelf[] };

export const docs: Page<Docs> = {
  load: ({ place, query }) => {
    const asked = (query.get('q') ?? '').slice(0, 200).trim();
    return { query: asked, hits: searchDocuments(place, asked), shelves: readShelves(place) };
  },
  head: ({ query }) => ({
    title: query === '' ? 'Docs: Assay' : `${query}: Assay docs`,
    description: 'Guides for agents, developers, validators and operators.',
    twin: { type: 'application/json', href: query === '' ? '/docs.json' : `/docs.json?q=${encodeURIComponent(query)}` },
    isIndexed: query === '',
  }),
  body: ({ query, hits, shelves }) => (
    <div className="page">
      <Title lead="Guides for each kind of reader, and the reference.">Docs</Title>
      <Search isWide query={query} />
      <SearchHint />
      {query === '' ? (
        <>
          {shelves.slice(0, -1).map((shelf) => (
            <ShelfList key={shelf.reader} shelf={shelf} />
          ))}
          <h2 className="mt-10 text-xl font-semibold">Reference</h2>
          <Entries items={REFERENCES} />
          {shelves.slice(-1).map((shelf) => (
            <ShelfList key={shelf.reader} shelf={shelf} />
          ))}
        </>
      ) : (
        <Hits hits={hits} query={query} />
      )}
    </div>
  ),
};

const ShelfList = ({ shelf: { reader, note, entries } }: { shelf: Shelf }) => (
  <section lang="en">
    <h2 className="mt-10 text-xl font-semibold">{reader}</h2>
    <p className="text-muted">{note}</p>
    <Entries items={entries} />
  </section>
);

const Hits = ({ hits, query }: Pick<Docs, 'hits' | 'query'>) => (
  <section className="mt-8">
    <h2 className="text-xl font-semibold">
      {toPlural(hits.length, 'result')} for “{query}”
    </h2>
    {hits.length === 0 ? (
      <div className="mt-4">
        <Empty>
          No guide, rule or problem code has all these words. Try fewer, or <a href="/docs">see all guides</a>.
        </Empty>
      </div>
    ) : (
      <ol className="mt-4 max-w-3xl border-t border-ink" data-results lang="en">
        {hits.map(({ href, title, within, text }) => (
          <li className="border-b border-line py-3" key={href}>
            <a className="font-semibold" href={href}>
              {title}
            </a>
            {within === '' ? null : <span className="text-muted"> · {within}</span>}
            <span className="mt-0.5 block text-muted">{text}</span>
          </li>
        ))}
      </ol>
    )}
  </section>
);

type Text = { readonly name: string; readonly text: string; readonly shelves: readonly Shelf[] };

/** The list of all guides beside the current one, collapsed on a phone. */
const Shelves = ({ shelves, path }: { shelves: readonly Shelf[]; path: string }) => (
  <nav aria-label="Docs" className="text-sm">
    {shelves.map(({ reader, entries }) => (
      <div className="mb-5" key={reader} lang="en">
        <p className="label">{reader}</p>
        <ul className="mt-1">
          {entries.map(({ href, title }) => (
            <li key={href}>
              <a
                aria-current={href === path ? 'page' : undefined}
                className="block border-l-2 border-line py-1 pl-3 no-underline hover:underline aria-[current=page]:border-brass aria-[current=page]:font-semibold"
                href={href}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

const Contents = ({ headings }: { headings: readonly Heading[] }) =>
  headings.length < 2 ? null : (
    <nav aria-label="On this page" className="mt-5 max-w-3xl border border-line bg-sheet px-4 py-3">
      <p className="label">On this page</p>
      <ul className="mt-1 gap-x-8 text-sm sm:columns-2" lang="en">
        {headings.map(({ anchor, text }) => (
          <li className="break-inside-avoid py-0.5" key={anchor}>
            <a href={`#${anchor}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );

const Neighbours = ({ shelves, path }: { shelves: readonly Shelf[]; path: string }) => {
  const all = shelves.flatMap(({ entries }) => entries);
  const at = all.findIndex(({ href }) => href === path);
  if (at < 0) return null;
  const link = (entry: Entry | undefined, word: string, className: string): ReactNode =>
    entry === undefined ? null : (
      <a className={`border border-line px-4 py-3 no-underline hover:border-ink ${className}`} href={entry.href}>
        <span className="label block">{word}</span>
        <span className="font-semibold" lang="en">
          {entry.title}
        </span>
      </a>
    );
  return (
    <nav aria-label="Previous and next guide" className="mt-12 grid max-w-3xl gap-3 sm:grid-cols-2">
      {link(all[at - 1], 'Previous', '')}
      {link(all[at + 1], 'Next', 'sm:col-start-2 sm:text-right')}
    </nav>
  );
};

const documentPage = (
  load: (context: Context) => Promise<Omit<Text, 'shelves'>>,
  hrefOf: (name: string) => string,
): Page<Text> => ({
  load: async (context) => {
    const { name, text } = await load(context);
    return { name, text: withAddress(text, context.place.apiUrl), shelves: readShelves(context.place) };
  },
  markdown: ({ text }) => text,
  json: ({ name, text }) => ({ name, title: toTitle(text), markdown: text }),
  head: ({ name, text }) => ({
    title: `${toTitle(text)}: Assay`,
    description: toLead(text).slice(0, 280),
    twin: { type: 'text/markdown', href: hrefOf(name) },
  }),
  body: ({ text, shelves }, { path }) => (
    <div className="page gap-x-12 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <aside className="mt-11 hidden lg:block">
        <div className="mb-6">
          <Search query="" />
        </div>
        <Shelves path={path} shelves={shelves} />
      </aside>
      <article className="min-w-0">
        <details className="mt-6 lg:hidden">
          <summary>All guides</summary>
          <div className="mt-3">
            <Shelves path={path} shelves={shelves} />
          </div>
        </details>
        <div lang="en">
          <Title>{toTitle(text)}</Title>
        </div>
        <Contents headings={toContents(text)} />
        <Prose html={toHtml(text)} />
        <Neighbours path={path} shelves={shelves} />
      </article>
    </div>
  ),
});

const readOr404 = async (text: string | undefined, name: string): Promise<Omit<Text, 'shelves'>> => {
  if (text === undefined) throw new NotFound('No document has this name.');
  return { name, text };
};

export const guide = documentPage(
  ({ params: { name = '' }, place: { documents } }) => readOr404(documents.read('guides', name), name),
  (name) => `/docs/guides/${name}.md`,
);

export const policy = documentPage(
  ({ params: { name = '' }, place: { documents } }) => readOr404(documents.read('policies', name), name),
  (name) => `/docs/policies/${name}.md`,
);

const ownPage = (name: string): Page<Text> =>
  documentPage(
    ({ place: { documents } }) => readOr404(documents.read('.', name), name),
    () => `/docs/${name}.md`,
  );
export const runbooks = ownPage('runbooks');
export const privacy = ownPage('privacy');
export const trust = ownPage('trust');
export const threatModel = ownPage('threat-model');

export const agentGuide = documentPage(
  async ({ call }) => {
    const answer: unknown = await call('readAgentGuide');
    const text = typeof answer === 'string' ? answer : (answer as { markdown: string }).markdown;
    return { name: 'agent-guide', text };
  },
  () => '/api/v1/public/agent-guide',
);
