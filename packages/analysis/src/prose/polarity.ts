const WORDS =
  "do not|don[’']?t|never|must not|mustn[’']t|should not|shouldn[’']t|cannot|can[’']t|may not|will not|won[’']t|not|nor|avoid|avoids|refrain from|instead of|rather than|no|não|nunca|jamás|jamais|evit[ae]|ne|nicht|niemals";
/** A negation, unless it demands an action: "do not forget to …". */
const NEGATION = new RegExp(
  `(?:\\b(?:${WORDS})\\b|不要|不得|禁止|切勿|请勿|不能|避免|не |никогда|нельзя)(?!\\s*(?:forget|hesitate|worry|fail|skip|omit|miss|neglect|delay|wait|stop|only|just|optional)\\b)`,
  'g',
);
/** Japanese and Korean negate after the verb, at the end of the clause. */
const NEGATION_BEHIND = /^[^。.;；]{0,60}(?:しない|ないで|てはいけ|てはなり|하지 마|하지 말|해서는 안|안 됩니다)/;
/** Start of another clause: a negation before it no longer applies. */
const BREAK =
  /[.;:—()。；：]|\b(?:but|just|however|then|simply|still|now|please|so|pero|sino|mas|mais|aber|sondern)\b|但是|而是|然后/g;
const EXCEPTION =
  /\b(?:unless|until|except|only (?:if|when)|a menos que|salvo|sauf|außer)\b|\bwithout\b[^.;]{0,40}\b(?:asking|users?|confirm\w*|permission|approval|consent|review\w*|explicit\w*)\b|除非/;
const PARENTHESIS = /,\s*(?:under (?:any|no) circumstances|in any case|ever|at any time|for any reason)\s*,/g;
/** "Do not read, copy or send": the comma separates items of an enumeration. */
const ENUMERATION = /\s(?:or|nor|ou|oder|или|o)\s|[、或]/;

/** Whether the verb at an offset of a lower-case sentence is forbidden. */
export function isForbiddenAt(text: string, at: number): boolean {
  const behind = text.slice(at);
  if (EXCEPTION.test(behind)) return false;
  if (NEGATION_BEHIND.test(behind)) return true;
  const clause = text.slice(0, at).replace(PARENTHESIS, ' ').split(BREAK).at(-1) ?? '';
  const negations = [...clause.matchAll(NEGATION)];
  const reach = clause.slice(negations[0]?.index ?? 0);
  return negations.length % 2 === 1 && (!/[,，]/.test(reach) || ENUMERATION.test(reach + behind));
}
