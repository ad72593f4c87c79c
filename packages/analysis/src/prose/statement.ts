import { isSecretName } from '../models/names/secret-name.ts';
import { classifyPath, isSecretPath } from '../models/paths/path-class.ts';
import { type InstructionValue, NAMED, type Named, type PathClass, VERBS, type Verb } from '../types/index.ts';
import { findAddresses } from './addresses.ts';
import { isForbiddenAt } from './polarity.ts';
import type { Sentence } from './sentence.ts';
import { ENGLISH_VERBS, NAMES, OTHER_VERBS } from './words.data.ts';

/** What a sentence asks for and names; `undefined` if it names nothing relevant or asks for nothing. */
export function readStatement(sentence: Sentence): InstructionValue | undefined {
  const addresses = findAddresses(sentence.raw).map(({ text }) => text);
  const names = namesIn(sentence, addresses);
  if (names.length === 0) return undefined;
  const acts = actsIn(sentence);
  if (acts.length === 0 && !SPEAKING.some((name) => names.includes(name))) return undefined;
  const of = (isForbidden: boolean): Verb[] =>
    VERBS.filter((verb) => acts.some((act) => act.verb === verb && act.isForbidden === isForbidden));
  return { asks: of(false), forbids: of(true), names, addresses, isOrder: acts.some(({ isOrder }) => isOrder) };
}

/** Names that count without a verb. */
const SPEAKING: readonly Named[] = ['turn-mark', 'given-password', 'reviewer'];

const WORD_NAMES = Object.entries(NAMES) as [Named, RegExp][];

function namesIn({ raw }: Sentence, addresses: readonly string[]): Named[] {
  const found = new Set<Named>();
  if (addresses.length > 0) found.add('address');
  for (const [name, shape] of WORD_NAMES) if (shape.test(raw)) found.add(name);
  for (const name of namedPaths(raw)) found.add(name);
  for (const match of raw.matchAll(VARIABLE)) if (isSecretName(match[0])) found.add('secret');
  const named = NAMED.filter((name) => found.has(name));
  return named.every((name) => EVERYDAY.has(name)) ? [] : named;
}

/** Names that occur in every document; they count only in combination with others. */
const EVERYDAY: ReadonlySet<Named> = new Set(['orders', 'self', 'verdict', 'terminal', 'archive']);

const VARIABLE = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]{2,60}\b/g;
const PATH = /(?<![\w:/])(?:[~.$%]|\b)[\w.$%{}~-]{0,60}(?:[/\\][\w.*$%{}~-]{1,80}){0,8}/g;
const PATH_MARK = /[/\\]|(?:^|[^\w])\.\w|\.md\b/i;
const PATHS_MAX = 12;
const AGENT_FILES: ReadonlySet<PathClass> = new Set([
  'agent-memory',
  'agent-config',
  'skill-folder',
  'agent-transcript',
]);

function namedPaths(text: string): Named[] {
  if (!PATH_MARK.test(text)) return [];
  const paths = (text.match(PATH) ?? []).filter((path) => path.length > 3 && PATH_MARK.test(path)).slice(0, PATHS_MAX);
  return paths.flatMap((path): Named[] => {
    const kind = classifyPath(path.replace(/[.,;:]+$/, ''));
    if (isSecretPath(kind)) return ['secret'];
    return AGENT_FILES.has(kind) ? ['agent-file'] : [];
  });
}

type Act = { readonly verb: Verb; readonly isForbidden: boolean; readonly isOrder: boolean };

const ENGLISH = VERBS.map((verb) => ({
  verb,
  shape: new RegExp(`(?<![\\p{L}\\p{N}_/.-])(?:${ENGLISH_VERBS[verb]})(?![\\p{L}\\p{N}_/-]|\\.\\w)`, 'gu'),
}));
const OTHERS = VERBS.map((verb) => ({ verb, shape: OTHER_VERBS[verb] }));
const ACTS_MAX = 24;

function actsIn(sentence: Sentence): Act[] {
  const { text } = sentence;
  const found: Act[] = [];
  for (const { verb, shape } of ENGLISH) {
    for (const { index } of text.matchAll(shape)) {
      if (found.length >= ACTS_MAX || !isVerbAt(text, index)) continue;
      found.push({ verb, isForbidden: isForbiddenAt(text, index), isOrder: isOrderAt(text, index) });
    }
  }
  if (!FOREIGN.test(text)) return found;
  for (const { verb, shape } of OTHERS) {
    const index = text.search(shape);
    if (index >= 0) found.push({ verb, isForbidden: isForbiddenAt(text, index), isOrder: true });
  }
  return found;
}

/** Characters or function words that English does not have. */
const FOREIGN = /[\u0370-\u1fff\u3040-\ud7ff]|[áéíóúñçãõâêôàèùäöüß]|\b(?:el|los|das|der|les|des|uma|para|und)\b/;

const NOUN_BEFORE =
  /(?:\b(?:a|an|the|this|that|each|every|its|his|her|their|our|your|of|no|another|any|some|which|last|first|next|per|in|on|at|by|from|with)\s+|[\w'’][-/'’])$/;

/** "a post", "the run", "its list": a noun that looks like a verb. */
const isVerbAt = (text: string, at: number): boolean => !NOUN_BEFORE.test(text.slice(Math.max(0, at - 14), at));

const ORDER_BEFORE =
  /(?:^|[.:;,!?(|>\]*_—–-]|\b(?:and|then|or|please|also|always|never|now|first|next|must|should|shall|will|you|not|don['’]t|can|just|simply|immediately|quietly|silently|automatically|secretly|\w+ly|(?:need|have|has|want|required|sure|instructed|asked|told|allowed|permitted|remember|used?|\S+) to))\s*[\d.)`*"'“(\s]*$/;

/** Position of an imperative: at the start of a clause, after a modal, or joined to another imperative. */
const isOrderAt = (text: string, at: number): boolean => ORDER_BEFORE.test(text.slice(Math.max(0, at - 32), at));
