import { MARKDOWN_LIMITS } from '../languages/markdown/index.ts';
import type { Reach, Unit } from '../types/index.ts';
import type { ReadLimits } from './read-limits.ts';

/** Characters read per bundle. Code that something reaches has its own, larger share: padding must not starve it. */
export const PARSE_BUDGET = {
  codeCharsMax: 3_145_728,
  idleCodeCharsMax: 1_048_576,
  /** Set aside for units this small: nothing long may keep a short script from being read. */
  smallCharsMax: 16_384,
  smallCodeCharsMax: 1_048_576,
  /** A character of shell costs as much as this many of other code. */
  shellFactor: 2,
  nestedDepthMax: 5,
  nestedCharsMax: 524_288,
  /** Text read as documents, in the order files matter; of the rest only what needs no reading is known. */
  documentCharsMax: 3_145_728,
  /** Code no grammar can read costs twenty times as much as other code; past this the rest is read without one. */
  unreadableCharsMax: 32_768,
} as const;

/** Counts what was read, and names the file where a limit was met. */
export class ReadBudget {
  private codeChars = 0;
  private smallChars = 0;
  private documentChars = 0;
  private readonly documents = new Set<string>();
  private readonly limits: ReadLimits;

  /** Second looks at a text that was read already: without them the file is still read. */
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

  /** The first document is always read, as far as the parser goes. */
  spendDocument(unit: Unit): boolean {
    const { length } = unit.span.view.text;
    const chars = Math.min(length, MARKDOWN_LIMITS.readCharsMax);
    // Copies of a document come with plugins and mirrors: a text that was read once was read.
    const isCopy = this.documents.has(unit.span.view.text) && !this.spare(unit);
    this.documents.add(unit.span.view.text);
    if (isCopy && this.documentChars > PARSE_BUDGET.documentCharsMax / COPIES_FROM) return false;
    const isOver = this.documentChars > 0 && this.documentChars + chars > PARSE_BUDGET.documentCharsMax;
    if (isOver || chars < length) this.limits.note('document text', this.spare(unit) ? '' : unit.file);
    if (!isOver) this.documentChars += chars;
    return !isOver;
  }

  /** Decoded text may be anything, mostly pictures: what of it is left out is no part that somebody runs or follows. */
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

/** Copies are left out once this part of what may be read was read. */
const COPIES_FROM = 4;

const isIdle = (reach: Reach): boolean => reach === 'none';

const COMMENT_LINE = /^[ \t]*#[^\n]*$|^[ \t]+$/gm;

/** Comments cost the reader of shell next to nothing. */
const actingChars = (text: string): number =>
  text.length < COUNTED_FROM ? text.length : text.replace(COMMENT_LINE, '').length;

const COUNTED_FROM = 16_384;

/** Pictures and tables inside strings: however long, each is one token to a parser. */
const PACKED_RUN = /[A-Za-z0-9+/=%_-]{200,}/g;

const tokenChars = (text: string): number => text.replace(PACKED_RUN, '').length;
