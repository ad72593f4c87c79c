import { foldText } from '@assay/analysis/bundle/decode/fold';
import { type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer, ServerFile } from '../server.ts';

const foldName = (name: string): string =>
  (foldText(name)?.text ?? name).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
const QUALIFIED = /^mcp__\w+?__\w+/i;

function disguised({ name, at }: Offer): ToolHit[] {
  const hit = (note: string): ToolHit[] => [{ at, confidence: 'firm', severity: 'HIGH', note }];
  if (/[^\p{ASCII}]/u.test(name) && foldText(name) !== undefined)
    return hit('Letters of another script stand in for Latin ones.');
  if (QUALIFIED.test(name)) return hit('Hosts give such names to tools of other servers.');
  return [];
}

/** A server name that mixes Latin characters with look-alikes of another script. */
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
    const key = `${offer.file} ${foldName(offer.name)}`;
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
  question: 'Is a name qualified like one of a host, spelled in letters of another script, or given to two tools?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-MCP03', 'CWE-1007', 'CWE-349'],
  why: 'An agent selects tools by name. A tool with a confusing name receives calls meant for another tool.',
  fix: 'Choose a distinct name in plain letters.',
  blindTo: 'A reader judges names that resemble those of other servers and brands.',
  check: ({ tools, files }) => [
    ...tools.flatMap(disguised),
    ...files.flatMap(dressed),
    ...files.flatMap(({ offers }) => doubles(offers.filter(({ kind }) => kind === 'tool'))),
  ],
});

export const NAME_RULES: readonly ToolRule[] = [lookalike];
