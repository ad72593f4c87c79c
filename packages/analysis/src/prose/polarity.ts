import type { Hit } from './grammar.ts';
import { hitsOf, type Sentence } from './sentence.ts';

/**
 * Whether the words at a place are forbidden. `conditional`: "never … unless", "not … without": allowed after all.
 * Negation covers its own clause only; idioms, double negation and mockery forbid nothing.
 */
type Polarity = 'positive' | 'negated' | 'conditional';

export function polarityAt(sentence: Sentence, at: number): Polarity {
  if (hitsOf(sentence, 'sarcasm').length > 0) return 'positive';
  // "Do not skip the check": the verb inside the idiom is what is forbidden.
  if (hitsOf(sentence, 'idiom').some((idiom) => idiom.start <= at && at < idiom.end)) return 'negated';
  const negators = governingNegators(sentence, at);
  const first = negators[0];
  if (!first || negators.length % 2 === 0) return 'positive';
  const hasException = hitsOf(sentence, 'exception').some((hit) => hit.start > first.start);
  const isWithout = WITHOUT.test(sentence.text.slice(at));
  return hasException || isWithout ? 'conditional' : 'negated';
}

const WITHOUT =
  /\bwithout\b[^.;]{0,40}\b(?:asking|user|users|confirm\w*|permission|approval|consent|authori[sz]ation|review\w*|first|explicit\w*|backup|checking|showing)\b|\b(?:sans|ohne|sin|sem)\b|без /;
const HARD_BREAK = /[;:—–)]|\((?!["'“]|e\.g|i\.e|such as|like|for example)|\s-\s|\.\s|[。；：]/g;
const PARENTHESIS =
  /,?\s*(?:under (?:any|no) circumstances|in any case|ever|at any (?:time|point)|for any reason)\s*,?/g;

function governingNegators(sentence: Sentence, at: number): Hit[] {
  const idioms = hitsOf(sentence, 'idiom');
  const from = clauseStart(sentence, at);
  const before = hitsOf(sentence, 'negator').filter(
    (hit) =>
      hit.start >= from &&
      hit.end <= Math.max(at, 0) + (isVerbFinal(hit) ? sentence.text.length : 0) &&
      !idioms.some((idiom) => idiom.start <= hit.start && hit.end <= idiom.end),
  );
  return before.filter((hit) => !isCutByComma(sentence, hit, at));
}

/** Japanese and Korean negate at the end of the clause, after the verb. */
const isVerbFinal = (hit: Hit): boolean => hit.language === 'ja' || hit.language === 'ko';

function clauseStart(sentence: Sentence, at: number): number {
  let start = 0;
  for (const match of sentence.text.slice(0, at).matchAll(HARD_BREAK)) start = match.index + match[0].length;
  for (const hit of hitsOf(sentence, 'clause-break')) if (hit.end <= at && hit.start > start) start = hit.start;
  return start;
}

/** A comma ends the reach of a negation unless it only separates what is enumerated: "do not read, copy or send". */
function isCutByComma(sentence: Sentence, negator: Hit, at: number): boolean {
  if (isVerbFinal(negator)) return false;
  const between = sentence.text.slice(negator.end, at).replace(PARENTHESIS, ' ');
  if (!/[,，、]/.test(between)) return false;
  return !ENUMERATION.test(sentence.text.slice(negator.end));
}

const ENUMERATION = /(?:,\s*|\s)(?:or|nor|ou|oder|или|或|o)\s|[、或]/;
