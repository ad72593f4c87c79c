import { parseSync } from 'oxc-parser';
import { Language, Parser } from 'web-tree-sitter';
import type { ParserAssets } from '../../model.ts';
import { lowerStatements } from './estree.lower.ts';
import { CODE_LIMITS, EMPTY_PROGRAM, type Program } from './ir.ts';
import { lowerJsTree } from './js-tree.lower.ts';
import { lowerPython } from './python.lower.ts';
import { type CopiedTree, copyTree } from './tree.ts';

/** Parsers made ready once and used for many audits; they keep no state between texts. */
export type Parsers = {
  python(text: string): Program;
  javascript(text: string, isTyped: boolean): Program;
  readonly versions: Readonly<Record<string, string>>;
};

/** A unit whose opening is mostly unreadable is no code of that language. */
export const PARSE_LIMITS = { errorPermilleMax: 300, progressCallsMax: 2_000 } as const;

export async function createParsers(assets: ParserAssets): Promise<Parsers> {
  await Parser.init({ wasmBinary: assets.runtime });
  const [python, javascript, typescript] = await Promise.all(
    [assets.python, assets.javascript, assets.typescript].map((bytes) => Language.load(bytes)),
  );
  const parser = new Parser();
  const tree = (language: Language | undefined, text: string): CopiedTree | undefined => {
    if (language === undefined) return undefined;
    parser.setLanguage(language);
    let calls = 0;
    // The progress counter is the deterministic stand-in for a time limit.
    const progressCallback = () => {
      calls += 1;
      return calls > PARSE_LIMITS.progressCallsMax;
    };
    const parsed = parser.parse(text.slice(0, CODE_LIMITS.charsMax), null, { progressCallback });
    if (parsed === null) {
      parser.reset();
      return undefined;
    }
    const copy = copyTree(parsed);
    parsed.delete();
    return copy;
  };
  return {
    versions: assets.versions,
    python(text) {
      const copied = tree(python, text);
      return copied === undefined ? { ...EMPTY_PROGRAM, errorPermille: 1000 } : lowerPython(copied, text);
    },
    javascript(text, isTyped) {
      const strict = parseStrict(text.slice(0, CODE_LIMITS.charsMax), isTyped);
      if (strict !== undefined) return strict;
      const copied = tree(isTyped ? typescript : javascript, text);
      return copied === undefined ? { ...EMPTY_PROGRAM, errorPermille: 1000 } : lowerJsTree(copied, text);
    },
  };
}

/** The strict parser recurses without a limit of its own; a program nested deeper than people write goes elsewhere. */
const NESTING_MAX = 200;
const CHAIN_MAX = 2_000;

function isTooDeep(text: string): boolean {
  let depth = 0;
  let chain = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123 || code === 60) {
      depth += 1;
      if (depth > NESTING_MAX) return true;
    } else if ((code === 41 || code === 93 || code === 125 || code === 62) && depth > 0) depth -= 1;
    // A statement's worth of operators in a row nests to the left just as deep.
    if (code === 59 || code === 10) chain = 0;
    else if (code === 43 || code === 33 || code === 45 || code === 126 || code === 61 || code === 63) {
      chain += 1;
      if (chain > CHAIN_MAX) return true;
    }
  }
  return false;
}

function parseStrict(text: string, isTyped: boolean): Program | undefined {
  if (isTooDeep(text)) return undefined;
  const result = parseSync(isTyped ? 'unit.tsx' : 'unit.jsx', text, { preserveParens: false });
  // After one bad line the strict parser hands back an empty program: a blindfold for the price of a comma.
  if (result.errors.some(({ severity }) => severity === 'Error')) return undefined;
  const comments = result.comments.map(({ value, start, end }) => ({ text: value, start, end }));
  const body = lowerStatements(result.program.body);
  return { body, comments, errorPermille: 0, isTruncated: text.length >= CODE_LIMITS.charsMax };
}
