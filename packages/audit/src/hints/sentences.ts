import { isSwaying } from '@assay/analysis/prose/index';
import type { FactOf, Facts, Language } from '@assay/analysis/types';
import { asks, foreignUrls, type Instruction, names } from '../rules/instruction.facts.ts';
import type { Pointed } from './passage-places.ts';

type Reason = { readonly why: string; readonly applies: (fact: Instruction, facts: Facts) => boolean };

/** Reasons to read an instruction, depending on what it names besides the verb. */
const REASONS: readonly Reason[] = [
  {
    why: 'names an address outside',
    applies: (fact, facts) =>
      asks(fact, 'send', 'get', 'run', 'install', 'follow') && foreignUrls(fact, facts.about).length > 0,
  },
  {
    why: 'names credentials',
    applies: (fact) => names(fact, 'secret') && asks(fact, 'read', 'send', 'write', 'tell', 'get'),
  },
  {
    why: "names the agent's own memory, settings or skills",
    applies: (fact) => names(fact, 'agent-file') && asks(fact, 'write', 'remove', 'send', 'install'),
  },
  {
    why: 'names the conversation or the prompt',
    applies: (fact) => names(fact, 'conversation') && asks(fact, 'send', 'tell', 'write'),
  },
  {
    why: 'says what somebody is not to be told or asked',
    applies: (fact) => names(fact, 'user') && fact.value.forbids.includes('tell'),
  },
  {
    why: 'speaks of the rules the agent works under',
    applies: (fact) => names(fact, 'standing-rules') && (asks(fact, 'ignore') || fact.value.forbids.includes('follow')),
  },
  { why: 'speaks to a reviewer about the verdict', applies: ({ value }) => isSwaying(value) },
  {
    why: 'has orders of somebody else followed',
    applies: (fact) => names(fact, 'orders', 'address') && asks(fact, 'follow'),
  },
  { why: 'imitates a turn of the chat', applies: (fact) => names(fact, 'turn-mark') },
  { why: 'gives the password of an archive', applies: (fact) => names(fact, 'archive', 'given-password') },
];

/** Languages in which instructions are unexpected. */
const DATA: ReadonlySet<Language> = new Set(['json', 'yaml', 'toml', 'ini', 'svg', 'html', 'unknown']);
const DOCUMENTS: ReadonlySet<Language> = new Set(['markdown', 'text']);

function standingOf({ unit, context, span }: FactOf<'instruction'>): string | undefined {
  if (context === 'hidden') return 'is hidden from the reader';
  if (unit.origin === 'decoded') return 'was encoded';
  if (DATA.has(unit.lang)) return 'stands in data';
  if (!DOCUMENTS.has(unit.lang)) return 'stands in a comment of code';
  if (unit.reach === 'none') return 'stands in a file nothing mentions';
  return span.start < FRONT_MATTER_CHARS && isFrontMatter(span.view.text, span.start)
    ? 'stands in the front matter'
    : undefined;
}

const FRONT_MATTER_CHARS = 16_384;

const isFrontMatter = (text: string, at: number): boolean => {
  if (!text.startsWith('---')) return false;
  const end = text.indexOf('\n---', 3);
  return end > at;
};

/** Instructions that name something sensitive, with their kind of place. */
export const reasonsToRead = (facts: Facts): Pointed[] =>
  facts.of('instruction').flatMap((fact): Pointed[] => {
    if (!fact.value.isOrder && !names(fact, 'turn-mark') && !names(fact, 'given-password')) return [];
    const why = REASONS.filter(({ applies }) => applies(fact, facts)).map((reason) => reason.why);
    if (why.length === 0) return [];
    const standing = standingOf(fact);
    if (standing === undefined) return [{ span: fact.span, why: why.join(', '), weight: 2 }];
    return [{ span: fact.span, why: [standing, ...why].join(', '), weight: fact.context === 'hidden' ? 0 : 1 }];
  });
