import type { Language } from '../../types/index.ts';
import { type Evidence, mentions, prohibits } from './evidence.ts';
import { isInText } from './literals.ts';

/**
 * Evidence inside code: what a literal is used for, and what the comment above it says. Lexical, for any language; of code
 * that is `executed` only what its language holds for a text is one, whatever marks stand on the line.
 */
export function codeFormEvidence(text: string, at: number, executed?: Language, isSpoken = true): Evidence[] {
  const found: Evidence[] = [];
  const comment = executed === undefined && isSpoken ? commentAbove(text, at) : undefined;
  if (comment !== undefined) {
    if (BAD_COMMENT.test(comment)) found.push(prohibits('code-form', 'comment marks it as bad'));
    else if (ATTACK_COMMENT.test(comment)) found.push(mentions('code-form', 'comment speaks of an attack'));
  }
  const before = text.slice(Math.max(0, at - LOOKBACK_CHARS), at);
  if (executed === undefined ? isInLiteral(text, at) : isInText(text, at, executed)) {
    if (PATTERN_LIST.test(statementHead(before))) found.push(mentions('code-form', 'in a list of patterns'));
    else if (ASSERTION.test(before.slice(-ASSERTION_CHARS)))
      found.push(mentions('code-form', 'argument of an assertion or matcher'));
    else if (REGEX_ESCAPE.test(lineOf(text, at))) found.push(mentions('code-form', 'written as a regular expression'));
  }
  return found;
}

const LOOKBACK_CHARS = 6_000;
const ASSERTION_CHARS = 160;
const BAD_COMMENT =
  /❌|🚫|⛔|✗|✘|\b(?:bad|wrong|don[’']?t|do not|never|vulnerable|insecure|unsafe|dangerous|avoid|incorrect|anti-?pattern|noncompliant|non-compliant)\b/i;
const ATTACK_COMMENT =
  /\b(?:malicious|attack|attacker|exploit|payload|injection|test case|expected to (?:fail|be (?:blocked|rejected))|should (?:be )?(?:block|reject|flag|fail|detect)\w*|(?:is|are|be|gets?) (?:blocked|rejected|refused|denied|caught|flagged|detected|stopped|prevented))\b/i;
const GOOD_COMMENT = /✅|✓|✔|\b(?:good|correct|right|fixed|secure|compliant|instead|better|recommended)\b/i;
const COMMENT = /(?:^|\s)(?:#|\/\/|--|<!--|\/\*|;|%|REM)\s*(.{0,200})$/;
const COMMENT_LINES_ABOVE = 6;

/** The comment on the line and the nearest one above it in the same stretch; a blank line or a praising comment ends it. */
function commentAbove(text: string, at: number): string | undefined {
  let end = text.indexOf('\n', at);
  if (end < 0) end = text.length;
  let own = '';
  for (let count = 0; count < COMMENT_LINES_ABOVE; count += 1) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    if (line.trim() === '' && count > 0) return own === '' ? undefined : own;
    const comment = COMMENT.exec(line.slice(0, 400))?.[1];
    if (comment !== undefined && !(start <= at && at < end && start + line.indexOf(comment) <= at)) {
      if (GOOD_COMMENT.test(comment) && !BAD_COMMENT.test(comment)) return own === '' ? undefined : own;
      if (count > 0) return `${own} ${comment}`.trim();
      own = comment;
    }
    if (start === 0) break;
    end = start - 1;
  }
  return own === '' ? undefined : own;
}

function lineOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end < 0 ? text.length : end).slice(0, 2_000);
}

/** An odd number of quotes before the place on its line, or a triple-quoted or regex literal around it. */
function isInLiteral(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const odd = (mark: string) => (line.split(mark).length - 1) % 2 === 1;
  if (odd('"') || odd("'") || odd('`')) return true;
  if (/(?:^|[\s(,=[:])\/[^/\s][^/]{0,400}$/.test(line) && /^[^\n]{0,400}\/[gimsuy]*/.test(text.slice(at, at + 400)))
    return true;
  return (text.slice(Math.max(0, at - LOOKBACK_CHARS), at).split('"""').length - 1) % 2 === 1;
}

/** Heads of the statements that open the unclosed brackets before the place, innermost first, a few levels deep. */
function statementHead(before: string): string {
  const heads: string[] = [];
  let depth = 0;
  for (let at = before.length - 1; at >= 0 && heads.length < HEADS_MAX; at -= 1) {
    const char = before.charAt(at);
    if (char === ']' || char === '}' || char === ')') depth += 1;
    if (char !== '[' && char !== '{' && char !== '(') continue;
    if (depth > 0) depth -= 1;
    else heads.push(before.slice(before.lastIndexOf('\n', at) + 1, at));
  }
  return heads.length > 0 ? heads.join('\n') : before.slice(before.lastIndexOf('\n') + 1);
}

const HEADS_MAX = 3;
const PATTERN_LIST =
  /\b\w*(?:pattern|regex|signature|indicator|suspicious|malicious|dangerous|forbidden|blocked|blocklist|denylist|deny_list|block_list|blacklist|banned|disallowed|injection|jailbreak|attack|payload|rules?|checks?|keywords?|phrases?|detect|threat|iocs?|needles?|test_?cases?|fixtures?|samples?|expected|cases)\w*\b/i;
const ASSERTION =
  /\b(?:assert\w*|expect|should|must|re\.(?:compile|search|match|findall)|regexp?|RegExp|\.test|\.match(?:All)?|\.includes|\.contains|startswith|endsWith|indexOf|grep|rg|egrep|findstr|search|contains|matches|it|describe|test|describe\.each|raises|throws|scan\w*|detect\w*|is_?(?:safe|malicious|blocked)|check\w*|validate\w*|flag\w*)\s*\(?[^\n]{0,100}$/i;
const REGEX_ESCAPE = /\\[sbdwSBDW][+*?]?|\(\?[:i=!]|\[\^|\.\*\??|\\\(|\\\.|\\\|/;
