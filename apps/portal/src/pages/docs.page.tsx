import { toHtml, toLead, toTitle } from '../markdown.ts';
import { NotFound } from '../not-found.ts';
import type { Context, Page } from '../page.ts';
import { Prose, Title } from '../ui/prose.tsx';

type Guide = { readonly name: string; readonly title: string; readonly lead: string };

const ELSEWHERE = [
  ['/docs/agent-guide', 'Guide for agents', 'What an agent does before it uses anything, in the words it is given.'],
  ['/reference', 'API reference', 'Every route with its parameters, answers and refusals.'],
  ['/docs/problems', 'Problem codes', 'What each refusal means and what to do about it.'],
  ['/rules', 'Rules', 'What the engine asks of a bundle.'],
  ['/.well-known/openapi.json', 'OpenAPI 3.1', 'The same as data, for programs.'],
] as const;

const Entries = ({ items }: { items: readonly (readonly [href: string, title: string, lead: string])[] }) => (
  <ul className="mt-4 border-t border-ink">
    {items.map(([href, title, lead]) => (
      <li className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[16rem_1fr]" key={href}>
        <a className="font-semibold" href={href}>
          {title}
        </a>
        <span className="text-muted">{lead}</span>
      </li>
    ))}
  </ul>
);

export const docs: Page<readonly Guide[]> = {
  load: ({ place: { documents } }) =>
    documents.names('guides').map((name) => {
      const text = documents.read('guides', name) ?? '';
      return { name, title: toTitle(text), lead: toLead(text).split(/(?<=[.:])\s/)[0] ?? '' };
    }),
  head: () => ({
    title: 'Docs: Assay',
    description: 'Guides for agents, developers, operators and validators.',
    twin: { type: 'application/json', href: '/docs.json' },
  }),
  body: (guides) => (
    <div className="page">
      <Title lead="For whoever uses it, has something reviewed, or runs it.">Docs</Title>
      <Entries items={ELSEWHERE} />
      <h2 className="mt-10 text-xl font-semibold">Guides</h2>
      <Entries items={guides.map(({ name, title, lead }) => [`/docs/guides/${name}`, title, lead])} />
    </div>
  ),
};

type Text = { readonly name: string; readonly text: string };

const documentPage = (
  load: (context: Context) => Promise<Text> | Text,
  hrefOf: (name: string) => string,
): Page<Text> => ({
  load,
  markdown: ({ text }) => text,
  json: ({ name, text }) => ({ name, title: toTitle(text), markdown: text }),
  head: ({ name, text }) => ({
    title: `${toTitle(text)}: Assay`,
    description: toLead(text).slice(0, 280),
    twin: { type: 'text/markdown', href: hrefOf(name) },
  }),
  body: ({ text }) => (
    <article className="page">
      <Title>{toTitle(text)}</Title>
      <Prose html={toHtml(text)} />
    </article>
  ),
});

const readOr404 = (text: string | undefined, name: string): Text => {
  if (text === undefined) throw new NotFound('No document has this name.');
  return { name, text };
};

export const guide = documentPage(
  ({ params: { name = '' }, place: { documents } }) => readOr404(documents.read('guides', name), name),
  (name) => `/docs/guides/${name}.md`,
);

export const rule = documentPage(
  ({ params: { id = '' }, place: { documents } }) => readOr404(documents.read('rules', id), id),
  (name) => `/rules/${name}.md`,
);

export const agentGuide = documentPage(
  async ({ call }) => {
    const answer: unknown = await call('readAgentGuide');
    const text = typeof answer === 'string' ? answer : (answer as { markdown: string }).markdown;
    return { name: 'agent-guide', text };
  },
  () => '/api/v1/public/agent-guide',
);
