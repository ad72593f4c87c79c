import type { Word } from './ast.ts';

/** Deterministic bounds: past them the rest of the text is left to the lexical scan. Comments cost no nodes. */
export const SHELL_LIMITS = { charsMax: 4_194_304, depthMax: 24, nodesMax: 100_000 } as const;

export const WORD_END: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', ';', '|', '&', '(', ')', '<', '>', '']);

type HereDoc = {
  readonly delimiter: string;
  readonly isLiteral: boolean;
  readonly strip: boolean;
  fill: (body: Word) => void;
};

/** A place in a script that moves forward: blanks, comments, lines, and the here-documents that wait for a line's end. */
export abstract class ShellCursor {
  protected at = 0;
  protected depth = 0;
  protected isTruncated = false;
  /** How many substitutions are open here. */
  protected substitutions = 0;
  protected readonly pending: HereDoc[] = [];
  protected readonly text: string;
  protected readonly end: number;
  private nodes = 0;

  /** Text of PowerShell or cmd, where a backslash parts folders. */
  protected readonly isWindows: boolean;

  constructor(text: string, isWindows: boolean) {
    this.isWindows = isWindows;
    this.text = text;
    this.end = Math.min(text.length, SHELL_LIMITS.charsMax);
  }

  /** What stands in a here-document. */
  protected abstract bodyWord(start: number, end: number, isLiteral: boolean): Word;

  protected peek(offset = 0): string {
    const index = this.at + offset;
    return index < this.end ? (this.text[index] ?? '') : '';
  }

  protected spend(): void {
    this.nodes += 1;
    if (this.nodes > SHELL_LIMITS.nodesMax) {
      this.isTruncated = true;
      this.at = this.end;
    }
  }

  protected skipBlank(isAcrossLines: boolean): void {
    for (;;) {
      const char = this.peek();
      if (char === ' ' || char === '\t' || char === '\r') this.at += 1;
      else if (char === '\\' && this.peek(1) === '\n') this.at += 2;
      else if (this.isWindows && char === '\\' && this.peek(1) === '\r' && this.peek(2) === '\n') this.at += 3;
      else if (char === '\n' && isAcrossLines) this.newLine();
      else if (char === '#') this.skipComment();
      else return;
    }
  }

  private skipComment(): void {
    const eol = this.text.indexOf('\n', this.at);
    this.at = eol === -1 || eol > this.end ? this.end : eol;
  }

  private newLine(): void {
    this.at += 1;
    for (const doc of this.pending.splice(0)) this.readHereDoc(doc);
  }

  private readHereDoc(doc: HereDoc): void {
    const start = this.at;
    let lineStart = start;
    while (lineStart < this.end) {
      const eol = this.text.indexOf('\n', lineStart);
      const lineEnd = eol === -1 || eol > this.end ? this.end : eol;
      const line = this.text.slice(lineStart, lineEnd);
      // To the letter, as every shell compares it: a blank behind the word is text, and the document goes on.
      const plain = doc.strip ? line.replace(/^\t+/, '') : line;
      // The end of the substitution that it stands in ends it, too.
      const isClosed = this.substitutions > 0 && plain.startsWith(`${doc.delimiter})`);
      if (isClosed || plain === doc.delimiter) {
        doc.fill(this.bodyWord(start, lineStart, doc.isLiteral));
        this.at = isClosed ? lineEnd - plain.length + doc.delimiter.length : lineEnd;
        return;
      }
      lineStart = lineEnd + 1;
    }
    doc.fill(this.bodyWord(start, this.end, doc.isLiteral));
    this.at = this.end;
  }
}
