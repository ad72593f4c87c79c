import { Language, Parser } from 'web-tree-sitter';
import type { ParserAssets } from '../../types/index.ts';
import { CODE_LIMITS, type Program, UNREAD_PROGRAM } from './ir.ts';
import { lowerJsTree } from './js-tree.lower.ts';
import { nestsDeeper } from './nesting.ts';
import { lowerPython } from './python.lower.ts';
import { parseStrict } from './strict.parse.ts';
import { type CopiedTree, copyTree } from './tree.ts';

type Grammar = 'python' | 'javascript' | 'typescript' | 'solidity';

/** Parsers made ready once and used for many audits; they keep no state between texts. A grammar is compiled with its first text. */
export type Parsers = {
  python(text: string): Program;
  javascript(text: string, isTyped: boolean): Program;
  /** Nothing comes back for what no parser can take. */
  solidity(text: string): CopiedTree | undefined;
  readonly versions: Readonly<Record<string, string>>;
};

/** A unit whose opening is mostly unreadable is no code of that language. */
export const PARSE_LIMITS = {
  errorPermilleMax: 300,
  /** How often the grammar may report progress: ordinary code needs one call for some 85 characters; bad text gets the least, long text the most. */
  progressCalls: { least: 2_000, most: 20_000, charsEach: 40 },
  /** From about 5,000 the grammars' own stack runs over, and the parser is of no use from then on. */
  bracketsMax: 2_000,
  /** Characters that no Python holds outside its strings: each costs the grammar as much as a hundred others. */
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
    // The progress counter is the deterministic stand-in for a time limit.
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

/** Strings are taken out only when that could change the answer: nearly every text has few such marks anyway. */
function strayMarks(text: string): number {
  const count = (searched: string): number => searched.match(STRAY_MARK)?.length ?? 0;
  return count(text) <= PARSE_LIMITS.strayMarksMax ? 0 : count(text.replace(PYTHON_TEXT, ''));
}
