import type { StrictParser } from '../../types/index.ts';
import { lowerProgram } from './estree.lower.ts';
import { CODE_LIMITS, type Program } from './ir.ts';
import { nestsDeeper } from './nesting.ts';

/**
 * The strict parser recurses in native code without a limit of its own and crashes when the stack is full (from about
 * 3,000 brackets or 10,000 other steps). Text that could nest so deep goes to the tolerant parser instead.
 */
const STRICT_LIMITS = {
  bracketsMax: 200,
  operatorsMax: 2_000,
  stretchCharsMax: 16_384,
  headsMax: 2_000,
} as const;

/** Parses JavaScript strictly; `undefined` if it has an error or nests deeper than people write. */
export function parseStrict(load: () => StrictParser, text: string, isTyped: boolean): Program | undefined {
  if (couldNestDeep(text)) return undefined;
  const { parseSync, visitorKeys } = load();
  const result = parseSync(isTyped ? 'unit.tsx' : 'unit.jsx', text, { preserveParens: false });
  // After a syntax error the strict parser returns an empty program, so one stray comma would hide the whole file.
  if (result.errors.some(({ severity }) => severity === 'Error')) return undefined;
  const body = lowerProgram(result.program.body, visitorKeys);
  if (body === undefined) return undefined;
  return { body, errorPermille: 0, isTruncated: text.length >= CODE_LIMITS.charsMax };
}

/** Statement heads that nest without a bracket and may hold or follow a semicolon. */
const HEADS = /\b(?:else|for)\b/g;

const couldNestDeep = (text: string): boolean =>
  nestsDeeper(text, STRICT_LIMITS.bracketsMax) ||
  runsOn(text) ||
  (text.match(HEADS)?.length ?? 0) > STRICT_LIMITS.headsMax;

const NEWLINE = 10;
const SEMICOLON = 59;
const CLOSING_BRACE = 125;
/** `+ ! - ~ = ?` */
const isOperator = (code: number): boolean =>
  code === 43 || code === 33 || code === 45 || code === 126 || code === 61 || code === 63;

/** A line of operators, or a long text without the end of a statement, may nest to the left as deep as it is long. */
function runsOn(text: string): boolean {
  let operators = 0;
  let stretchStart = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SEMICOLON || code === NEWLINE) operators = 0;
    else if (isOperator(code)) operators += 1;
    if (code === SEMICOLON || code === CLOSING_BRACE) stretchStart = at;
    if (operators > STRICT_LIMITS.operatorsMax || at - stretchStart > STRICT_LIMITS.stretchCharsMax) return true;
  }
  return false;
}
