import { looksLikeCommand } from '../facts/command-shape.ts';
import type { PathClass } from '../model.ts';
import { addressingOf, findAddresses, isSwaying } from '../prose/index.ts';
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
  environment: 'has the agent hand over the environment',
  'system-file': 'has the agent change what the system starts or lets in',
  rider: 'ties something else to the use of the tool',
  speech: 'says what the agent is to say',
  place: 'gives an order where none belongs',
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
  'environment',
  'system-file',
]);

/** What a prompt is made of anyway. */
export const PROMPT_SIGNS: ReadonlySet<Sign> = new Set(['rider', 'speech', 'place', 'file']);

const CODE_SPAN = /`([^`]{4,300})`/g;
const PATH =
  /(?<![\w:/.])(?:~|\$\{?HOME\}?|%\w+%|\/(?:etc|home|root|users|var|proc|opt)\b|[A-Za-z]:\\|\.{1,2}(?=\/)|\.(?=[a-z]))[\w.$%{}~/\\*-]{1,160}/gi;
const SYSTEM_PATHS: ReadonlySet<PathClass> = new Set([
  'authorized-keys',
  'shell-profile',
  'scheduler',
  'service-unit',
  'sudoers',
  'hosts-file',
  'git-hook',
]);
const READER_PATHS: ReadonlySet<PathClass> = new Set([
  'agent-memory',
  'agent-config',
  'skill-folder',
  'agent-transcript',
]);

export const pathsIn = (text: string): string[] =>
  (text.match(PATH) ?? []).map((path) => path.replace(/[.,;:)]+$/, ''));

const known = new WeakMap<Said, readonly Sign[]>();

/** The signs of one sentence, looked for once. What it only mentions is for a reader to judge. */
export function signsOf(said: Said, facts: ToolFacts): readonly Sign[] {
  const found = known.get(said) ?? findSigns(said, facts);
  known.set(said, found);
  return found;
}

function findSigns(said: Said, facts: ToolFacts): Sign[] {
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
  if (isAddressed && [...CONCEALED, ...KEPT_BACK].some((shape) => shape.test(sentence.text))) found.add('concealment');
  const kinds = pathsIn(sentence.raw).map(classifyPath);
  if ((isAddressed || isHidden) && kinds.some(isSecretPath)) found.add('secret-path');
  if (isAddressed && ENVIRONMENT.test(sentence.text) && HANDED.test(sentence.text)) found.add('environment');
  for (const sign of placeSigns(said, facts)) found.add(sign);
  if (!isOrder) return [...found];
  if (kinds.some((kind) => READER_PATHS.has(kind))) found.add('agent-file');
  else if (kinds.some((kind) => SYSTEM_PATHS.has(kind))) found.add('system-file');
  else if (kinds.length > 0 && !kinds.some(isSecretPath)) found.add('file');
  if (does('run', 'install') && codeSpans(sentence.raw).some(looksLikeCommand)) found.add('command');
  return [...found];
}

/** Orders that name nothing grave, by where they stand and what they are tied to. */
function placeSigns(said: Said, facts: ToolFacts): Sign[] {
  const { sentence, value, text, isAddressed, isMention } = said;
  if (isMention) return [];
  const found: Sign[] = [];
  const isOrder = value?.isOrder === true || isImperative(sentence.text);
  const tells = value?.asks.includes('tell') === true && value.names.includes('user');
  const place = placeOf(text);
  const addressing = addressingOf(sentence.raw);
  if (place !== 'prose' && addressing !== undefined) found.push('place');
  if (place === 'label' && (tells || (isAddressed && isOrder))) found.push('place');
  if (place === 'value' && isTied(sentence.text) && isOrder) found.push('place');
  if (place !== 'prose') return found;
  if (isAddressed && ANSWER.test(sentence.text)) found.push('speech');
  const isRider =
    (isTied(sentence.text) && isOrder && isOutside(said, facts)) ||
    SUBJECT.test(sentence.text) ||
    addressing !== undefined ||
    (STANDING.test(sentence.text) && !CALLING.test(sentence.text));
  if (isRider && !CONSENT.test(sentence.text) && !isAboutOwn(sentence.text, facts)) found.push('rider');
  return found;
}

/** Names and labels hold no sentences; defaults and examples may; descriptions do. */
function placeOf({ path, isKey }: Said['text']): 'label' | 'value' | 'prose' {
  const last = path.findLast((name) => !/^\d+$/.test(name)) ?? '';
  if (isKey || /^(?:name|title|enum|const|format|type)$/.test(last) || path.includes('annotations')) return 'label';
  return /^(?:default|examples?|pattern)$/.test(last) ? 'value' : 'prose';
}

const TIED =
  /\b(?:before|after|when(?:ever)?|while|once|prior to|each time|every time|upon|first|also|additionally|in addition|as long as|so long as|for (?:this|the) \w+ to|only (?:complete|valid|accepted|works?))\b/;
const isTied = (text: string): boolean => TIED.test(text);

/** The reader as the one who has to act. */
const SUBJECT =
  /\b(?:the|any|an?|your)\s+(?:\w+\s+)?(?:assistant|agent|model|llm|ai)\b[^.]{0,30}\b(?:must|should|has to|have to|is to|needs to|shall|has first|first)\b/;

/** A rule for always, and the verbs by which descriptions speak of calling the tool itself. */
const STANDING =
  /\b(?:always|never|every time|each time|whenever|from now on|in (?:all|every|any) (?:answers?|repl(?:y|ies)|conversations?|sessions?|cases?)|must (?:also|first|then|always|never))\b[^.]{0,60}\b[a-z]{3,}\b/;
const CALLING =
  /\b(?:us(?:e|es|ed|ing)|call\w*|invok\w*|provid\w*|pass(?:es|ed|ing)?|specif\w*|suppl\w*|set|includ\w*|ensur\w*|returns?|returned|null|empty|default|required|optional|contains?|is|are|be)\b/;

/** Own tools in their order are everyday. */
const isAboutOwn = (text: string, { toolNames }: ToolFacts): boolean =>
  (text.match(NAME) ?? []).some((word) => toolNames.has(word));
const NAME = /[\w.-]{4,}/g;

/** The agent's own words. */
const ANSWER =
  /\b(?:your|the|any|every|each) (?:final |next |own )?(?:summary|answers?|reply|replies|response|message to the user)\b/;
const CONSENT = /\b(?:ask|asks|asked|confirm\w*|approv\w*|consent\w*|permission|agree[sd]?)\b/;
const QUOTED_WORDS = /["“'`][^"”'`]{3,}\s[^"”'`]{2,}["”'`]/;

/** Speaks of something besides the tools and parameters of this list. */
function isOutside({ sentence, value }: Said, facts: ToolFacts): boolean {
  if (value?.names.includes('user') === true || QUOTED_WORDS.test(sentence.raw)) return true;
  return codeSpans(sentence.raw).some((name) => /^[\w.-]+$/.test(name) && !facts.ownNames.has(name.toLowerCase()));
}

const ENVIRONMENT = /\benv(?:ironment)? ?var(?:iable)?s?\b|\bprocess\.env\b|\bthe environment\b/;
const HANDED =
  /\b(?:values?|contents?|print|prints|printed|pass|passed|include|included|copy|copied|dump|send|sent|joined|collect|collected|read|attach|attached|append|appended|put|fill|hold|holds|list)\b/;

/** Silence towards people, in the ways a sentence can ask for it. */
const CONCEALED: readonly RegExp[] = [
  /\b(?:without|avoid|instead of|no need for)\s+(?:\w+\s+){0,2}(?:telling|mentioning|informing|notifying|showing|alerting|warning|revealing|disclosing|reporting|saying|announcing)\b/,
  /\b(?:without|avoid|instead of)\s+(?:\w+\s+){0,2}(?:asking|prompting)\b[^.]{0,40}\b(?:user|users|human|people|person|anyone|confirmation|permission|them)\b/,
  /\b(?:quietly|silently|secretly|discreetly|unnoticed|covertly)\b/,
  /\bso (?:that )?(?:nobody|no ?one|none|the (?:user|person|human|owner) (?:does not|doesn['’]t|will not|won['’]t|cannot|can['’]t|never))\b/,
  /\b(?:omit|leave|keep|hide|exclude|withhold)\b[^.]{0,40}\b(?:from|out of)\b[^.]{0,40}\b(?:user|users|human|summary|answers?|reply|response|report|log|transcript)\b/,
  /\b(?:user|users|human|person|people)\b[^.]{0,30}\b(?:not|never|no)\b[^.]{0,20}\b(?:see|know|notice|learn|hear|aware|told|shown|informed)\b/,
];

const KEPT_BACK: readonly RegExp[] = [
  /\b(?:leave|keep|drop|skip)\b[^.]{0,40}\bout\b[^.]{0,60}\b(?:tell|telling|say|summari[sz]e|report|answer|user|person|people|them)\b/,
  /\b(?:if|when|should) (?:they|the user|the person|anyone|somebody|someone)\b[^.]{0,20}\basks?\b[^.]{0,30}\b(?:say|describe|answer|tell|claim|reply|call)\b/,
];

const codeSpans = (text: string): string[] => [...text.matchAll(CODE_SPAN)].map((match) => match[1] ?? '');

/** Numbers of conversations are everyday parameters. */
const isIdentifier = (text: string): boolean =>
  /\b(?:conversation|session|chat|transcript|thread)s?[ _-]?(?:ids?|name|url|type|status|title)\b/.test(text);

const hasForeignAddress = (text: string, { about }: ToolFacts): boolean =>
  findAddresses(text).some(({ text: address }) => {
    const url = toUrlValue(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
    return url?.host.includes('.') === true && isForeignUrl(url, about);
  });
