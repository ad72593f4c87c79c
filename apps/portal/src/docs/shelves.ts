/** Documents in the order in which a reader needs them. */
import { toLead, toTitle } from '../markdown.ts';
import type { Place } from '../page.ts';

export type Entry = { readonly href: string; readonly title: string; readonly lead: string };
export type Shelf = { readonly reader: string; readonly note: string; readonly entries: readonly Entry[] };

const AGENT_GUIDE: Entry = {
  href: '/docs/agent-guide',
  title: 'Guide for agents',
  lead: 'What an agent does before it uses anything, in the words it is given.',
};

/** Names of guides; one that is not named here stands with the contributors' until it is. */
const SHELVES = [
  {
    reader: 'Agents and their users',
    note: 'Check before you run.',
    names: ['agents', 'install-with-proof', 'verify-offline', 'agent-flows', 'flags'],
  },
  { reader: 'Developers', note: 'Get a certificate and keep it.', names: ['developers', 'payments', 'ci'] },
  { reader: 'Validators', note: 'Review, earn, and sell what you know.', names: ['validators', 'plugins', 'world'] },
  {
    reader: 'Operators',
    note: 'Run the service, or watch one.',
    names: ['operators', 'models', 'witnesses', 'monitors'],
  },
  { reader: 'Contributors', note: 'Change Assay itself.', names: ['add-a-rule', 'add-a-route'] },
] as const;

export const REFERENCES: readonly Entry[] = [
  { href: '/reference', title: 'API reference', lead: 'Every route with its parameters, answers and refusals.' },
  { href: '/docs/problems', title: 'Problem codes', lead: 'What each refusal means and what to do about it.' },
  { href: '/rules', title: 'Rules', lead: 'What the engine asks of a bundle.' },
  { href: '/.well-known/openapi.json', title: 'OpenAPI 3.1', lead: 'The reference as data, for programs.' },
];

export function readShelves({ documents }: Pick<Place, 'documents'>): readonly Shelf[] {
  const known = new Set(documents.names('guides'));
  const named = new Set<string>(SHELVES.flatMap(({ names }) => names));
  const toEntry = (name: string): Entry => {
    const text = documents.read('guides', name) ?? '';
    return { href: `/docs/guides/${name}`, title: toTitle(text), lead: toLead(text).split(/(?<=[.:])\s/)[0] ?? '' };
  };
  return SHELVES.map(({ reader, note, names }, index) => {
    const further = index === SHELVES.length - 1 ? [...known].filter((name) => !named.has(name)) : [];
    const own = [...names, ...further].filter((name) => known.has(name)).map(toEntry);
    return { reader, note, entries: index === 0 ? [AGENT_GUIDE, ...own] : own };
  });
}
