import type { Word } from './ast.ts';

/** Deterministic limits. The lexical scan covers the rest of the text. Comments cost no nodes. */
export const SHELL_LIMITS = { charsMax: 4_194_304, depthMax: 24, nodesMax: 100_000 } as const;

export const WORD_END: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', ';', '|', '&', '(', ')', '<', '>', '']);

type HereDoc = {
  readonly delimiter: string;
  readonly isLiteral: boolean;
  readonly strip: boolean;
  fill: (body: Word) => void;
};

/**
 * A position in a script that moves forward over blanks, comments and lines, and collects here-documents at the end of
 * their line.
 */
export abstract class ShellCursor {
  protected at = 0;
  protected depth = 0;
  protected isTruncated = false;
  /** Number of open substitutions. */
  protected substitutions = 0;
  protected readonly pending: HereDoc[] = [];
  protected readonly text: string;
  protected readonly end: number;
  private nodes = 0;

  /** PowerShell or cmd text, in which a backslash separates folders. */
  protected readonly isWindows: boolean;

  constructor(text: string, isWindows: boolean) {
    this.isWindows = isWindows;
    this.text = text;
    this.end = Math.min(text.length, SHELL_LIMITS.charsMax);
  }

  /** The body of a here-document. */
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
      // Exact comparison, as in every shell: with a blank after the word, the line is text and the document continues.
      const plain = doc.strip ? line.replace(/^\t+/, '') : line;
      // The end of the enclosing substitution also ends the here-document.
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
