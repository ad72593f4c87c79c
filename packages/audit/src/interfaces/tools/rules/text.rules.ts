import { foldText } from '@assay/analysis/bundle/decode/fold';
import { isSecretName } from '@assay/analysis/models/names/secret-name';
import { classifyPath, isSecretPath } from '@assay/analysis/models/paths/path-class';
import type { Severity } from '@assay/analysis/types';
import { isForeignUrl } from '../../../rules/instruction.facts.ts';
import { findForeignAddresses, findSignals, type Signal } from '../../text/signals.ts';
import { memberOf } from '../json/node.ts';
import { TOOL_LIMITS } from '../limits.ts';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer, Text } from '../server.ts';
import type { Hidden } from '../texts.ts';

/** Members of a schema that contain a value. Sentences are unexpected there. */
const VALUE_MEMBERS: ReadonlySet<string> = new Set([
  'default',
  'const',
  'enum',
  'examples',
  'example',
  'pattern',
  'name',
]);
const VALUE_WORDS_MAX = 7;
const DESCRIPTION_CHARS_MAX = 1_500;
const VARIABLE = /\$\{?(?:env[.:])?([A-Z][A-Z0-9_]{3,})\}?|%([A-Z][A-Z0-9_]{3,})%|process\.env\.(\w+)/g;

const memberName = ({ path }: Text): string => path.findLast((name) => !/^\d+$/.test(name)) ?? '';

const signalsOf = (text: string, isValue: boolean, { about }: ToolFacts): Signal[] => [
  ...findSignals(text),
  ...findForeignAddresses(text, isValue, (url) => isForeignUrl(url, about)),
];

const secretVariables = (text: string): Signal[] =>
  [...text.matchAll(VARIABLE)]
    .filter((match) => match.slice(1).some((name) => name !== undefined && isSecretName(name)))
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length, note: 'It names a secret variable.' }));

/** Structure in one text that a description, a label or a value does not need. */
function textHits(text: Text, facts: ToolFacts, isOffer: boolean): ToolHit[] {
  const { view, isKey } = text;
  if (view.text.length > TOOL_LIMITS.textCharsMax) return [];
  const whole = { view, start: 0, end: view.text.length };
  const words = view.text.trim().split(/[\s_-]+/).length;
  const isValue = isKey || VALUE_MEMBERS.has(memberName(text)) || text.path.includes('enum');
  return [
    ...[
      ...signalsOf(view.text, isOffer && isValue, facts),
      // Settings outside the offers refer to host variables on purpose.
      ...(isOffer ? secretVariables(view.text) : []),
    ].map(({ start, end, note }): ToolHit => ({ at: { view, start, end }, confidence: 'firm', note })),
    ...(isValue && words > VALUE_WORDS_MAX
      ? [{ at: whole, confidence: 'firm', note: 'A sentence stands where a name or a value belongs.' } as const]
      : []),
    ...(view.text.length > DESCRIPTION_CHARS_MAX
      ? [{ at: whole, confidence: 'firm', severity: 'LOW', note: 'The text is longer than users read.' } as const]
      : []),
  ];
}

const directive = toolRule({
  id: 'MCP-01',
  title: 'Instructions for the agent',
  question:
    'Does a text carry prompt markup, a command, an address of another host, a path to credentials, or a sentence in place of a value?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-MCP03', 'CWE-1427'],
  why: 'The agent trusts every text of a list. The user sees at most the name.',
  fix: 'Describe what the tool does and needs, and remove the rest.',
  blindTo:
    'The rule checks structure only, in any language, and gives only hints. A reader judges the meaning of a sentence. A long description is LOW.',
  check: (facts) => [
    ...facts.tools.flatMap(({ texts }) => texts.flatMap((text) => textHits(text, facts, true))),
    ...facts.card.flatMap((text) => textHits(text, facts, false)),
  ],
});

/** Invisible characters have no purpose except concealment. */
const INVISIBLE: ReadonlySet<Hidden['technique']> = new Set([
  'tag-characters',
  'variation-selectors',
  'zero-width',
  'bidi',
]);

/** Comments and encoded values are common, so their decoded content decides. */
function weightOf({ technique, carries, revealed }: Hidden, facts: ToolFacts): Severity | undefined {
  if (INVISIBLE.has(technique) || signalsOf(revealed, false, facts).length > 0) return 'CRITICAL';
  if (technique === 'encoded-run') return carries === 'command' ? 'HIGH' : carries === 'url' ? 'MEDIUM' : undefined;
  return technique === 'html-comment' ? 'MEDIUM' : 'HIGH';
}

const hiddenHits = (texts: readonly Text[], facts: ToolFacts): ToolHit[] =>
  facts.hidden(texts).flatMap((one): ToolHit[] => {
    const severity = weightOf(one, facts);
    const note = `It is concealed by ${one.technique.replaceAll('-', ' ')}.`;
    return severity === undefined ? [] : [{ at: one.at, confidence: 'certain', severity, isHidden: true, note }];
  });

/** A word with characters of two scripts. */
const MIXED = /(?<!\p{L})(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{4,}/u;
const mixedScripts = (texts: readonly Text[]): ToolHit[] =>
  texts
    .filter(({ view, isKey }) => isKey && MIXED.test(view.text) && foldText(view.text) !== undefined)
    .map(({ view }) => ({
      at: { view, start: 0, end: view.text.length },
      confidence: 'firm',
      severity: 'HIGH',
      note: 'A name is written in letters of two scripts.',
    }));

const hiddenText = toolRule({
  id: 'MCP-02',
  title: 'Hidden text in the list',
  question: 'Does the list contain invisible Unicode or other hidden text?',
  severity: 'CRITICAL',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-MCP03', 'CWE-451', 'CWE-1007'],
  why: 'The user who approves a tool sees the list as it is displayed; the agent reads every character.',
  fix: 'Write in visible characters, and delete the rest.',
  blindTo:
    'Invisible characters are CRITICAL, and so is any hidden text that matches MCP-01. Text out of view and terminal controls are HIGH. Comments and encoded text are MEDIUM to HIGH.',
  check: (facts) => [
    ...facts.tools.flatMap(({ texts }) => [...hiddenHits(texts, facts), ...mixedScripts(texts)]),
    ...hiddenHits(facts.card, facts),
  ],
});

/** A prompt message with the role of the agent. */
function putIntoMouth({ kind, at, node }: Offer): ToolHit[] {
  const messages = memberOf(node, 'messages');
  const isPut = (messages?.kind === 'array' ? messages.items : []).some((message) => {
    const role = memberOf(message, 'role');
    return role?.kind === 'string' && role.value === 'assistant';
  });
  const note = 'It contains a message in the name of the agent.';
  return kind === 'prompt' && isPut ? [{ at, confidence: 'firm', severity: 'MEDIUM', note }] : [];
}

function secretResource({ kind, at, name, node }: Offer): ToolHit[] {
  const uri = memberOf(node, 'uri') ?? memberOf(node, 'uriTemplate');
  const path = (uri?.kind === 'string' ? uri.value : name).replace(/^file:\/\//i, '');
  return kind === 'resource' && isSecretPath(classifyPath(path))
    ? [{ at, confidence: 'firm', severity: 'HIGH', note: 'It offers a file of credentials.' }]
    : [];
}

const otherOffers = toolRule({
  id: 'MCP-14',
  title: 'Instructions in a prompt or resource',
  question: 'Do prompts or resources contain hidden text, matches of MCP-01, or a credential file?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-MCP03', 'CWE-1427'],
  why: "The agent trusts prompts and resources as much as the user's own words.",
  fix: 'Limit prompts to the task their name states, and resources to the data.',
  blindTo: 'Prompts that are fetched later are not in the list. A reader judges the instructions of a prompt.',
  check: (facts) =>
    [...facts.prompts, ...facts.resources].flatMap((offer) => [
      ...offer.texts.flatMap((text) => textHits(text, facts, true)),
      ...hiddenHits(offer.texts, facts),
      ...secretResource(offer),
      ...putIntoMouth(offer),
    ]),
});

export const TEXT_RULES: readonly ToolRule[] = [directive, hiddenText, otherOffers];
