/** Documents in recommended reading order. */
import { toLead, toTitle } from '../markdown.ts';
import type { Place } from '../page.ts';

export type Entry = { readonly href: string; readonly title: string; readonly lead: string };
export type Shelf = { readonly reader: string; readonly note: string; readonly entries: readonly Entry[] };

const AGENT_GUIDE: Entry = {
  href: '/docs/agent-guide',
  title: 'Guide for agents',
  lead: 'Instructions for agents: what to verify before using a product.',
};

const RUNBOOKS: Entry = {
  href: '/docs/runbooks',
  title: 'Runbooks',
  lead: 'What each alert means and how to respond to it.',
};

/** Guides with their tasks. A guide that is not listed here appears with the contributor guides. */
const SHELVES = [
  {
    reader: 'Agents and their users',
    note: 'Verify products before you run them.',
    guides: {
      agents: 'Verify a skill before it is used, and refuse uncertified ones with a hook.',
      'install-with-proof': 'Check a skill before it is written to your disk, install it and pin it.',
      'verify-offline': 'Check a certificate from one file, without a network.',
      'agent-flows': 'Complete programs to copy: verify, flag, pay, submit.',
      flags: 'Report a certified product, follow the decision and receive the bounty.',
    },
  },
  {
    reader: 'Developers',
    note: 'Get certified and stay certified.',
    guides: {
      developers: 'From an account to a certificate, step by step.',
      payments: 'Prices, payment by x402 or transfer, refunds.',
      ci: 'Scan and check skills in a pipeline.',
    },
  },
  {
    reader: 'Validators',
    note: 'Review products, earn fees and trade in the world.',
    guides: {
      validators: 'Stake, calibrate, review and vote on your own machine.',
      plugins: 'Write a pack of rules, test it, equip it and sell it.',
      world: 'Read the simulated economy and play an actor in it.',
      marketplace: 'Sell and buy licences for certified skills.',
    },
  },
  {
    reader: 'Operators',
    note: 'Run the service, or monitor it.',
    guides: {
      operators: 'Install, configure, monitor and upgrade the service.',
      models: 'Choose the models that read instructions, and limit what they cost.',
      witnesses: 'Cosign the checkpoints of a log.',
      monitors: 'Follow a log and get reports about your products.',
    },
  },
  {
    reader: 'Contributors',
    note: 'Contribute to Assay.',
    guides: {
      'add-a-rule': 'Write a rule with its tests and its page.',
      'add-a-route': 'Declare a route once, and generate the server, client and documentation.',
    },
  },
] as const;

export const REFERENCES: readonly Entry[] = [
  { href: '/reference', title: 'API reference', lead: 'Every operation with its parameters, responses and errors.' },
  { href: '/docs/problems', title: 'Problem codes', lead: 'What each error means and how to fix it.' },
  { href: '/rules', title: 'Rules', lead: 'What the engine checks in a bundle.' },
  { href: '/.well-known/openapi.json', title: 'OpenAPI 3.1', lead: 'Machine-readable API description.' },
];

const POLICIES = [
  'policies/terms',
  'policies/acceptable-use',
  'policies/takedown',
  'policies/accessibility',
  'privacy',
  'trust',
  'threat-model',
] as const;

export function readShelves({ documents }: Pick<Place, 'documents'>): readonly Shelf[] {
  const known = new Set(documents.names('guides'));
  const guided = SHELVES.map(({ guides, ...shelf }) => ({ ...shelf, guides: Object.entries(guides) }));
  const named = new Set(guided.flatMap(({ guides }) => guides.map(([name]) => name)));
  const toEntry = (href: string, text = '', lead?: string): Entry => ({
    href,
    title: toTitle(text),
    lead: lead ?? toLead(text).split(/(?<=[.:])\s/)[0] ?? '',
  });
  const toGuide = ([name, lead]: readonly [name: string, lead?: string]): Entry =>
    toEntry(`/docs/guides/${name}`, documents.read('guides', name), lead);
  const shelves = guided.map(({ reader, note, guides }, index): Shelf => {
    const further = index === guided.length - 1 ? [...known].filter((name) => !named.has(name)) : [];
    const own = [...guides.filter(([name]) => known.has(name)), ...further.map((name) => [name] as const)].map(toGuide);
    const first = index === 0 ? [AGENT_GUIDE] : [];
    const last = reader === 'Operators' ? [RUNBOOKS] : [];
    return { reader, note, entries: [...first, ...own, ...last] };
  });
  const policies = POLICIES.map((path) => {
    const name = path.replace('policies/', '');
    return toEntry(`/docs/${path}`, documents.read(name === path ? '.' : 'policies', name));
  });
  const rules: Shelf = { reader: 'Everyone', note: 'Terms, privacy and evidence.', entries: policies };
  return [...shelves.slice(0, -1), rules, ...shelves.slice(-1)];
}
