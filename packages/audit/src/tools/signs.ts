import { looksLikeCommand } from '../facts/command-shape.ts';
import type { PathClass } from '../model.ts';
import { findAddresses, isSwaying } from '../prose/index.ts';
import { isForeignUrl } from '../rules/instruction.facts.ts';
import { toUrlValue } from '../ruleset/origins/origin.ts';
import { classifyPath, isSecretPath } from '../ruleset/paths/path-class.ts';
import type { ToolFacts } from './rule.ts';
import { isImperative, type Said } from './speech.ts';

/** What a sentence of a list does that a description has no business doing. */
export const SIGNS = {
  override: 'sets aside the rules the agent works under',
  'secret-path': 'has the agent go to a file of credentials',
  conversation: 'has the agent hand over the conversation',
  'agent-file': 'has the agent go to its own memory, settings or skills',
  turn: 'imitates a turn of the chat',
  reviewer: 'tells a reviewer what to find',
  command: 'has the agent run a command',
  secret: 'has the agent handle credentials',
  concealment: 'says what the user is not to be told',
  address: 'has the agent turn to an address outside',
  file: 'has the agent go to files of its user',
} as const;
export type Sign = keyof typeof SIGNS;

/** Enough by itself; the others are ordinary in some descriptions and count for more together. */
export const GRAVE_SIGNS: ReadonlySet<Sign> = new Set([
  'override',
  'secret-path',
  'conversation',
  'agent-file',
  'turn',
  'reviewer',
  'command',
]);

const CODE_SPAN = /`([^`]{4,300})`/g;
const PATH =
  /(?<![\w:/.])(?:~|\$\{?HOME\}?|%\w+%|\/(?:etc|home|root|users|var|proc|opt)\b|[A-Za-z]:\\|\.{1,2}(?=\/)|\.(?=[a-z]))[\w.$%{}~/\\*-]{1,160}/gi;
const READER_PATHS: ReadonlySet<PathClass> = new Set([
  'agent-memory',
  'agent-config',
  'skill-folder',
  'agent-transcript',
]);

export const pathsIn = (text: string): string[] =>
  (text.match(PATH) ?? []).map((path) => path.replace(/[.,;:)]+$/, ''));

/** The signs of one sentence. What it only mentions is for a reader to judge. */
export function signsOf(said: Said, facts: ToolFacts): Sign[] {
  const { value, sentence, isAddressed, isHidden } = said;
  const found = new Set<Sign>();
  const isOrder = isHidden || (value?.isOrder === true && isAddressed) || (isAddressed && isImperative(sentence.text));
  const asks = new Set(value?.asks ?? []);
  const names = new Set(value?.names ?? []);
  const does = (...verbs: readonly Parameters<typeof asks.has>[0][]): boolean => verbs.some((verb) => asks.has(verb));
  if (value !== undefined) {
    const isSubverting = does('ignore', 'remove') || value.forbids.includes('follow');
    if (value.isOrder && isSubverting && names.has('standing-rules')) found.add('override');
    if (isOrder && names.has('conversation') && does('send', 'tell', 'write', 'read') && !isIdentifier(sentence.text))
      found.add('conversation');
    if (isOrder && names.has('agent-file') && does('write', 'remove', 'install', 'read', 'send'))
      found.add('agent-file');
    if (names.has('turn-mark')) found.add('turn');
    if (isSwaying(value)) found.add('reviewer');
    if (isOrder && names.has('secret') && does('read', 'send', 'write', 'tell', 'get', 'run')) found.add('secret');
    if (value.forbids.includes('tell') && names.has('user')) found.add('concealment');
    if (isOrder && does('send', 'get', 'run', 'install', 'follow', 'visit') && hasForeignAddress(sentence.raw, facts))
      found.add('address');
  }
  if (WITHOUT_WORD.test(sentence.text)) found.add('concealment');
  if (!isOrder) return [...found];
  const kinds = pathsIn(sentence.raw).map(classifyPath);
  if (kinds.some(isSecretPath)) found.add('secret-path');
  else if (kinds.some((kind) => READER_PATHS.has(kind)) && does('read', 'write', 'remove', 'send'))
    found.add('agent-file');
  else if (kinds.length > 0 && does('read', 'send', 'write', 'remove', 'get')) found.add('file');
  if (does('run', 'install') && codeSpans(sentence.raw).some(looksLikeCommand)) found.add('command');
  return [...found];
}

/** "without telling the user", "so that nobody is asked": concealment by another construction. */
const WITHOUT_WORD =
  /\b(?:without|avoid|instead of|not)\s+(?:\w+\s+){0,2}(?:telling|mentioning|informing|notifying|showing|asking|alerting|warning|revealing|disclosing|reporting|prompting)\b(?=[^.]{0,60}\b(?:user|users|human|humans|person|people|anyone|them|operator|owner|it|this)\b)/;

const codeSpans = (text: string): string[] => [...text.matchAll(CODE_SPAN)].map((match) => match[1] ?? '');

/** Numbers of conversations are everyday parameters. */
const isIdentifier = (text: string): boolean =>
  /\b(?:conversation|session|chat|transcript|thread)s?[ _-]?(?:ids?|name|url|type|status|title)\b/.test(text);

const hasForeignAddress = (text: string, { about }: ToolFacts): boolean =>
  findAddresses(text).some(({ text: address }) => {
    const url = toUrlValue(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
    return url?.host.includes('.') === true && isForeignUrl(url, about);
  });
