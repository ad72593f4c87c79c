import { Language, Parser } from 'web-tree-sitter';
import type { ParserAssets } from '../../types/index.ts';
import { CODE_LIMITS, type Program, UNREAD_PROGRAM } from './ir.ts';
import { lowerJsTree } from './js-tree.lower.ts';
import { nestsDeeper } from './nesting.ts';
import { lowerPython } from './python.lower.ts';
import { parseStrict } from './strict.parse.ts';
import { type CopiedTree, copyTree } from './tree.ts';

type Grammar = 'python' | 'javascript' | 'typescript' | 'solidity';

/**
 * Parsers, initialised once and used for many audits. They keep no state between texts. A grammar is compiled with its
 * first text.
 */
export type Parsers = {
  python(text: string): Program;
  javascript(text: string, isTyped: boolean): Program;
  /** `undefined` if the grammar could not parse the text. */
  solidity(text: string): CopiedTree | undefined;
  readonly versions: Readonly<Record<string, string>>;
};

/** A unit whose unreadable share exceeds `errorPermilleMax` is not code of that language. */
export const PARSE_LIMITS = {
  errorPermilleMax: 300,
  /**
   * Limit of the grammar's progress callbacks. Ordinary code needs one callback per 85 characters. The limit grows with
   * the length of the text, between `least` and `most`.
   */
  progressCalls: { least: 2_000, most: 20_000, charsEach: 40 },
  /** At about 5,000 brackets the grammar's own stack overflows, and the parser is unusable afterwards. */
  bracketsMax: 2_000,
  /** Characters that Python does not allow outside strings: each costs the grammar as much as a hundred others. */
  strayMarksMax: 400,
} as const;

export async function createParsers(assets: ParserAssets): Promise<Parsers> {
  await Parser.init({ wasmBinary: assets.runtime });
  const grammars = new Map<Grammar, Language>();
  const languageOf = (grammar: Grammar): Language => {
    const known =
      grammars.get(grammar) ?? Language.loadSync(new WebAssembly.Module(Uint8Array.from(assets[grammar]())));
    grammars.set(grammar, known);
    return known;
  };
  const parser = new Parser();
  const tree = (grammar: Grammar, text: string): CopiedTree | undefined => {
    if (nestsDeeper(text, PARSE_LIMITS.bracketsMax)) return undefined;
    parser.setLanguage(languageOf(grammar));
    const { least, most, charsEach } = PARSE_LIMITS.progressCalls;
    const callsMax = Math.min(most, Math.max(least, text.length / charsEach));
    let calls = 0;
    // The progress counter replaces a time limit, because it is deterministic.
    const progressCallback = () => {
      calls += 1;
      return calls > callsMax;
    };
    const parsed = parser.parse(text.slice(0, CODE_LIMITS.charsMax), null, { progressCallback });
    if (parsed === null) {
      parser.reset();
      return undefined;
    }
    const copy = copyTree(parsed);
    parsed.delete();
    return text.length > CODE_LIMITS.charsMax ? { ...copy, isTruncated: true } : copy;
  };
  return {
    versions: assets.versions,
    solidity: (text) => tree('solidity', text),
    python(text) {
      const copied = strayMarks(text) > PARSE_LIMITS.strayMarksMax ? undefined : tree('python', text);
      return copied === undefined ? UNREAD_PROGRAM : lowerPython(copied, text);
    },
    javascript(text, isTyped) {
      const strict = parseStrict(assets.strict, text.slice(0, CODE_LIMITS.charsMax), isTyped);
      if (strict !== undefined) return strict;
      const copied = tree(isTyped ? 'typescript' : 'javascript', text);
      return copied === undefined ? UNREAD_PROGRAM : lowerJsTree(copied, text);
    },
  };
}

const PYTHON_TEXT = /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*|'(?:\\.|[^'\\\n])*|#[^\n]*/g;
const STRAY_MARK = /!(?!=)|[?$`]/g;

/** Strings are removed only if that could change the answer: nearly every text has few such characters anyway. */
function strayMarks(text: string): number {
  const count = (searched: string): number => searched.match(STRAY_MARK)?.length ?? 0;
  return count(text) <= PARSE_LIMITS.strayMarksMax ? 0 : count(text.replace(PYTHON_TEXT, ''));
}
