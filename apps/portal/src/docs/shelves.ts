/** Documents in the order in which a reader needs them. */
import { toLead, toTitle } from '../markdown.ts';
import type { Place } from '../page.ts';

export type Entry = { readonly href: string; readonly title: string; readonly lead: string };
export type Shelf = { readonly reader: string; readonly note: string; readonly entries: readonly Entry[] };

const AGENT_GUIDE: Entry = {
  href: '/docs/agent-guide',
  title: 'Guide for agents',
  lead: 'Instructions for agents: what to verify before using a product.',
};

/** Names of guides; one that is not named here stands with the contributors' until it is. */
const SHELVES = [
  {
    reader: 'Agents and their users',
    note: 'Verify products before you run them.',
    names: ['agents', 'install-with-proof', 'verify-offline', 'agent-flows', 'flags'],
  },
  { reader: 'Developers', note: 'Get certified and stay certified.', names: ['developers', 'payments', 'ci'] },
  {
    reader: 'Validators',
    note: 'Review products, earn fees and sell plugins.',
    names: ['validators', 'plugins', 'world'],
  },
  {
    reader: 'Operators',
    note: 'Run the service, or monitor one.',
    names: ['operators', 'models', 'witnesses', 'monitors'],
  },
  { reader: 'Contributors', note: 'Contribute to Assay.', names: ['add-a-rule', 'add-a-route'] },
] as const;

export const REFERENCES: readonly Entry[] = [
  { href: '/reference', title: 'API reference', lead: 'Every operation with its parameters, responses and errors.' },
  { href: '/docs/problems', title: 'Problem codes', lead: 'What each error means and how to fix it.' },
  { href: '/rules', title: 'Rules', lead: 'What the engine checks in a bundle.' },
  { href: '/.well-known/openapi.json', title: 'OpenAPI 3.1', lead: 'Machine-readable API description.' },
];

const POLICIES = ['policies/terms', 'policies/acceptable-use', 'policies/takedown', 'privacy', 'trust'] as const;

export function readShelves({ documents }: Pick<Place, 'documents'>): readonly Shelf[] {
  const known = new Set(documents.names('guides'));
  const named = new Set<string>(SHELVES.flatMap(({ names }) => names));
  const toEntry = (href: string, text = ''): Entry => ({
    href,
    title: toTitle(text),
    lead: toLead(text).split(/(?<=[.:])\s/)[0] ?? '',
  });
  const shelves = SHELVES.map(({ reader, note, names }, index): Shelf => {
    const further = index === SHELVES.length - 1 ? [...known].filter((name) => !named.has(name)) : [];
    const own = [...names, ...further]
      .filter((name) => known.has(name))
      .map((name) => toEntry(`/docs/guides/${name}`, documents.read('guides', name)));
    return { reader, note, entries: index === 0 ? [AGENT_GUIDE, ...own] : own };
  });
  const policies = POLICIES.map((path) => {
    const name = path.replace('policies/', '');
    return toEntry(`/docs/${path}`, documents.read(name === path ? '.' : 'policies', name));
  });
  const rules: Shelf = { reader: 'Everyone', note: 'Terms, privacy and evidence.', entries: policies };
  return [...shelves.slice(0, -1), rules, ...shelves.slice(-1)];
}
