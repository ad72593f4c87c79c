import { createPieceWriter } from '@assay/analysis/bundle/decode/view';
import { TOOL_LIMITS } from '../limits.ts';
import type { JsonNode, Member, StringNode } from './node.ts';

type JsonProblem = { readonly at: number; readonly what: string };
export type ParsedJson = {
  /** `undefined` when the text is not JSON. The first problem then states the reason. */
  readonly root: JsonNode | undefined;
  readonly problems: readonly JsonProblem[];
};

class Unreadable extends Error {
  readonly at: number;
  constructor(at: number, what: string) {
    super(what);
    this.at = at;
  }
}

/** Parses JSON as hosts do: comments and trailing commas are accepted. Linear and bounded. Every value has its place. */
export function parsePlacedJson(text: string): ParsedJson {
  if (text.length > TOOL_LIMITS.manifestCharsMax)
    return {
      root: undefined,
      problems: [{ at: 0, what: `it is longer than ${TOOL_LIMITS.manifestCharsMax} characters` }],
    };
  const reader = new Reader(text);
  try {
    return { root: reader.document(), problems: reader.problems };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { root: undefined, problems: [{ at: error.at, what: error.message }, ...reader.problems] };
  }
}

const BLANK = /(?:[ \t\r\n\ufeff]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const LETTERS = /[^"\\\p{Cc}]+/uy;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/y;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class Reader {
  readonly problems: JsonProblem[] = [];
  private at = 0;
  private nodes = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  document(): JsonNode {
    this.skip();
    const root = this.value(0);
    this.skip();
    if (this.at < this.text.length) throw new Unreadable(this.at, 'there is more after the end of the document');
    return root;
  }

  private value(depth: number): JsonNode {
    this.nodes += 1;
    if (this.nodes > TOOL_LIMITS.nodesMax)
      throw new Unreadable(this.at, `it holds more than ${TOOL_LIMITS.nodesMax} values`);
    if (depth > TOOL_LIMITS.depthMax) throw new Unreadable(this.at, `it is nested deeper than ${TOOL_LIMITS.depthMax}`);
    const letter = this.text[this.at];
    if (letter === '{') return this.object(depth);
    if (letter === '[') return this.array(depth);
    if (letter === '"') return this.string();
    return this.plain();
  }

  private object(depth: number): JsonNode {
    const start = this.at++;
    const members: Member[] = [];
    const seen = new Set<string>();
    this.list('}', () => {
      if (this.text[this.at] !== '"') throw new Unreadable(this.at, 'a name in quotation marks is expected here');
      const key = this.string();
      if (seen.has(key.value) && this.problems.length < TOOL_LIMITS.duplicateKeysMax)
        this.problems.push({ at: key.start, what: `the name "${key.value.slice(0, 60)}" stands twice in one object` });
      seen.add(key.value);
      this.skip();
      this.take(':');
      this.skip();
      members.push({ key, value: this.value(depth + 1) });
    });
    return { kind: 'object', start, end: this.at, members };
  }

  private array(depth: number): JsonNode {
    const start = this.at++;
    const items: JsonNode[] = [];
    this.list(']', () => void items.push(this.value(depth + 1)));
    return { kind: 'array', start, end: this.at, items };
  }

  private list(end: string, item: () => void): void {
    this.skip();
    while (this.text[this.at] !== end) {
      item();
      this.skip();
      if (this.text[this.at] !== end) this.take(',');
      this.skip();
    }
    this.at += 1;
  }

  private string(): StringNode {
    const start = this.at++;
    const writer = createPieceWriter(this.text);
    for (;;) {
      const from = this.at;
      if (this.match(LETTERS) !== undefined) writer.copy(from, this.at);
      if (this.text[this.at] === '"') break;
      const escaped = this.text[this.at] === '\\' ? this.match(ESCAPE) : undefined;
      if (escaped === undefined) throw new Unreadable(this.at, 'a string does not end, or holds a letter it may not');
      const [whole, code, short = ''] = escaped;
      const letter = code === undefined ? (ESCAPED[short] ?? short) : String.fromCharCode(Number.parseInt(code, 16));
      writer.replace(letter, this.at - whole.length, this.at);
    }
    this.at += 1;
    const text = writer.finish();
    if (!text.text.isWellFormed()) throw new Unreadable(start, 'a string holds half a letter');
    return { kind: 'string', start, end: this.at, value: text.text, text };
  }

  private plain(): JsonNode {
    const start = this.at;
    const found = this.match(PLAIN)?.[0];
    if (found === undefined)
      throw new Unreadable(start, start >= this.text.length ? 'it ends too early' : 'a value is expected here');
    const value = JSON.parse(found) as number | boolean | null;
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Unreadable(start, 'a number is too large');
    return { kind: 'plain', start, end: this.at, value };
  }

  private match(shape: RegExp): RegExpExecArray | undefined {
    shape.lastIndex = this.at;
    const found = shape.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  private skip(): void {
    this.match(BLANK);
  }

  private take(letter: string): void {
    if (this.text[this.at] !== letter) throw new Unreadable(this.at, `"${letter}" is expected here`);
    this.at += 1;
  }
}
