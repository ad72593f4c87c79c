import { MARKDOWN_LIMITS } from '../languages/markdown/index.ts';
import type { Reach, Unit } from '../types/index.ts';
import type { ReadLimits } from './read-limits.ts';

/** Characters read per bundle. Reachable code has a larger limit, so that padding cannot prevent its analysis. */
export const PARSE_BUDGET = {
  codeCharsMax: 3_145_728,
  idleCodeCharsMax: 1_048_576,
  /** Units up to this size have a reserve, so that long files cannot prevent the analysis of a short script. */
  smallCharsMax: 16_384,
  smallCodeCharsMax: 1_048_576,
  /** The cost of a character of shell code, in characters of other code. */
  shellFactor: 2,
  nestedDepthMax: 5,
  nestedCharsMax: 524_288,
  /** Text read as documents, in the order of reach. Further documents are not parsed. */
  documentCharsMax: 3_145_728,
  /** Code that no grammar reads costs twenty times as much as other code. Past this limit it is only scanned lexically. */
  unreadableCharsMax: 32_768,
} as const;

/** Counts the characters read, and notes the file in which a limit is reached. */
export class ReadBudget {
  private codeChars = 0;
  private smallChars = 0;
  private documentChars = 0;
  private readonly documents = new Set<string>();
  private readonly limits: ReadLimits;

  /** Whether the unit is a second reading of a text. Without it, the file still counts as read. */
  private readonly spare: (unit: Unit) => boolean;

  constructor(limits: ReadLimits, spare: (unit: Unit) => boolean) {
    this.limits = limits;
    this.spare = spare;
  }

  spendShell(unit: Unit): boolean {
    const { view, start, end } = unit.span;
    return this.spend('parsed shell', unit, actingChars(view.text.slice(start, end)) * PARSE_BUDGET.shellFactor);
  }

  spendCode(unit: Unit): boolean {
    const { view, start, end } = unit.span;
    const text = view.text.slice(start, end);
    return this.spend('parsed code', unit, text.length < COUNTED_FROM ? text.length : tokenChars(text));
  }

  private spend(name: string, unit: Unit, chars: number): boolean {
    const max = isIdle(unit.reach) ? PARSE_BUDGET.idleCodeCharsMax : PARSE_BUDGET.codeCharsMax;
    if (this.codeChars + chars <= max) {
      this.codeChars += chars;
      return true;
    }
    const isSmall = chars <= PARSE_BUDGET.smallCharsMax;
    if (!isSmall || this.smallChars + chars > PARSE_BUDGET.smallCodeCharsMax) return this.refuse(name, unit);
    this.smallChars += chars;
    return true;
  }

  /** Always admits the first document, up to the limit of the parser. */
  spendDocument(unit: Unit): boolean {
    const { length } = unit.span.view.text;
    const chars = Math.min(length, MARKDOWN_LIMITS.readCharsMax);
    // Plugins and mirrors contain copies of documents. One reading of each text is enough.
    const isCopy = this.documents.has(unit.span.view.text) && !this.spare(unit);
    this.documents.add(unit.span.view.text);
    if (isCopy && this.documentChars > PARSE_BUDGET.documentCharsMax / COPIES_FROM) return false;
    const isOver = this.documentChars > 0 && this.documentChars + chars > PARSE_BUDGET.documentCharsMax;
    if (isOver || chars < length) this.limits.note('document text', this.spare(unit) ? '' : unit.file);
    if (!isOver) this.documentChars += chars;
    return !isOver;
  }

  /** Decoded text is mostly image data. A skipped part leaves no file unread, because nothing runs or follows it. */
  spendDecoded(unit: Unit): boolean {
    const { length } = unit.span.view.text;
    if (this.documentChars + length > PARSE_BUDGET.documentCharsMax) {
      this.limits.note('decoded text', '');
      return false;
    }
    this.documentChars += length;
    return true;
  }

  private refuse(name: string, unit: Unit): false {
    this.limits.note(name, this.spare(unit) ? '' : unit.file);
    return false;
  }
}

/** Copies are skipped once one quarter of the document budget is spent. */
const COPIES_FROM = 4;

const isIdle = (reach: Reach): boolean => reach === 'none';

const COMMENT_LINE = /^[ \t]*#[^\n]*$|^[ \t]+$/gm;

/** Comments cost the shell interpreter almost nothing. */
const actingChars = (text: string): number =>
  text.length < COUNTED_FROM ? text.length : text.replace(COMMENT_LINE, '').length;

const COUNTED_FROM = 16_384;

/** Encoded images and tables in strings: each is one token to a parser, whatever its length. */
const PACKED_RUN = /[A-Za-z0-9+/=%_-]{200,}/g;

const tokenChars = (text: string): number => text.replace(PACKED_RUN, '').length;
