import { foldText } from '@assay/analysis/bundle/decode/fold';
import { fetchedBy } from '@assay/analysis/flow/shell/install';
import { findNearMiss, isOneStepApart } from '@assay/analysis/models/packages/near-miss';
import { type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer, ServerFile } from '../server.ts';
import { HOST_TOOLS, KNOWN_SERVERS, KNOWN_TOOLS } from './known-tools.data.ts';

const foldName = (name: string): string =>
  (foldText(name)?.text ?? name).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
/** As letters look: a capital I is an l, rn is an m, 0 is an o. */
const skeletonOf = (name: string): string =>
  foldName(name.replaceAll('I', 'l'))
    .replaceAll('_', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l');
const KNOWN_SKELETONS = new Map([...KNOWN_TOOLS].map((name) => [skeletonOf(name), name]));
const NEAR_CHARS_MIN = 6;
const QUALIFIED = /^mcp__\w+?__\w+/i;

/** One letter exchanged or two swapped. A letter more or less is often a plural. */
const isMisspelt = (name: string, known: string): boolean =>
  name.length >= NEAR_CHARS_MIN && name.length === known.length && name !== known && isOneStepApart(name, known);

function disguised({ name, at }: Offer): ToolHit[] {
  const hit = (severity: 'HIGH' | 'MEDIUM', note: string): ToolHit[] => [{ at, confidence: 'firm', severity, note }];
  if (name === '') return [];
  if (/[^\p{ASCII}]/u.test(name) && foldText(name) !== undefined)
    return hit('HIGH', 'Letters of another script stand in for Latin ones.');
  if (QUALIFIED.test(name)) return hit('HIGH', 'Hosts give such names to tools of other servers.');
  if (HOST_TOOLS.has(name)) return hit('MEDIUM', 'Hosts provide a tool of this name.');
  const folded = foldName(name);
  if (KNOWN_TOOLS.has(folded)) return [];
  const twin = KNOWN_SKELETONS.get(skeletonOf(name));
  if (twin !== undefined) return hit('HIGH', `It looks like "${twin}".`);
  const near = [...KNOWN_TOOLS].find((known) => isMisspelt(folded, known));
  return near === undefined ? [] : hit('MEDIUM', `It is one letter from "${near}".`);
}

const bareName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^@[^/]+\//, '')
    .replaceAll('_', '-');

/** A package whose name nearly is that of the server itself, or of a widely used one. */
function nearlyNamed({ name, packages, launches }: ServerFile): ToolHit[] {
  const fetched = launches.flatMap(({ at, words }) =>
    fetchedBy(words.join(' ')).map((one) => ({ at, name: one.name, ecosystem: one.ecosystem })),
  );
  return [...packages, ...fetched].flatMap(({ at, name: given, ecosystem }): ToolHit[] => {
    const bare = bareName(given);
    const known =
      findNearMiss(ecosystem, given) ??
      (KNOWN_SERVERS.has(bare)
        ? undefined
        : [bareName(name), ...KNOWN_SERVERS].find(
            (one) => one.length >= NEAR_CHARS_MIN && one !== bare && isOneStepApart(bare, one),
          ));
    const note = `"${given.slice(0, 80)}" is one letter from "${known}".`;
    return known === undefined ? [] : [{ at, confidence: 'firm', severity: 'HIGH', note }];
  });
}

/** Letters of another script among Latin ones, in the name a server goes by. */
const dressed = ({ name, card, view }: ServerFile): ToolHit[] =>
  [name, ...card.filter(({ path }) => /^(?:name|title)$/.test(path.at(-1) ?? '')).map((text) => text.view.text)]
    .filter(
      (one) => /[a-z]/i.test(one) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(one) && foldText(one) !== undefined,
    )
    .slice(0, 1)
    .map(() => ({
      at: { view, start: 0, end: 1 },
      confidence: 'firm',
      severity: 'HIGH',
      note: 'Letters of another script stand in for Latin ones in the name of the server.',
    }));

/** Two offers whose names look the same. */
function doubles(offers: readonly Offer[]): ToolHit[] {
  const seen = new Map<string, Offer>();
  return offers.flatMap((offer): ToolHit[] => {
    const key = `${offer.file} ${skeletonOf(offer.name)}`;
    const first = seen.get(key);
    if (first === undefined || offer.name === '') {
      seen.set(key, offer);
      return [];
    }
    const related = [{ at: first.at, role: 'the other one' }];
    return [
      { at: offer.at, confidence: 'certain', severity: 'HIGH', note: `"${first.name}" is offered already.`, related },
    ];
  });
}

const lookalike = toolRule({
  id: 'MCP-04',
  title: 'Tool name collision',
  question: 'Is a name equal or similar to a known tool or to another tool in the list?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-MCP03', 'CWE-1007', 'CWE-349'],
  why: 'An agent selects tools by name. A tool with a confusing name receives calls meant for another tool.',
  fix: 'Choose a distinct name in plain letters.',
  blindTo:
    'Knows the tools of hosts and of widely used servers. The exact name of a host tool and a name one letter away are MEDIUM. A reader judges brand names in server names.',
  check: ({ tools, files }) => [
    ...tools.flatMap(disguised),
    ...files.flatMap(nearlyNamed),
    ...files.flatMap(dressed),
    ...files.flatMap(({ offers }) => doubles(offers.filter(({ kind }) => kind === 'tool'))),
  ],
});

export const NAME_RULES: readonly ToolRule[] = [lookalike];
