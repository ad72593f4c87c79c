/**
 * The whole words, in lower case, with one of which every match of a pattern begins; `undefined` when that cannot be
 * told. A text that holds none of them needs no search. Letters are those of `\w`, as for the pattern itself.
 */
export function openingWords({ source, flags }: RegExp): ReadonlySet<string> | undefined {
  // With these flags letters outside ASCII can stand for ASCII ones.
  if (/[uv]/.test(flags)) return undefined;
  const words = new Set<string>();
  for (const opening of new OpeningReader(source).readAlternatives()) {
    const word = FIRST_WORD.exec(opening)?.[1];
    if (word === undefined) return undefined;
    words.add(word);
  }
  return words;
}

/** How a match may begin: letters, a space for whatever ends a word, and `?` for what is not known. */
type Opening = string;

const WORD_END: Opening = ' ';
const UNKNOWN: Opening = '?';

const FIRST_WORD = /^ +(\w+) /;
/** With the end of the first word, or with something unknown, an opening is complete. */
const COMPLETE = /\?|\w /;

const toOpening = (char: string): Opening => (/\w/.test(char) ? char.toLowerCase() : WORD_END);

const LETTERS = /[a-z]+(?![a-z?*+{])/y;
const TIMES = /(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/y;
const ESCAPED_WORD_END = /[bsWnrtfv]/;
const ESCAPED_UNKNOWN = /\w/;
const CLASS_CHARS_MAX = 4;
const OUTSIDE_GROUPS = /(?:[^\\()[|]|\\.|\[(?:[^\\\]]|\\.)*\])+/y;
const INSIDE_GROUPS = /(?:[^\\()[]|\\.|\[(?:[^\\\]]|\\.)*\])+/y;

class OpeningReader {
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Up to the end of the group or of the pattern. */
  readAlternatives(): readonly Opening[] {
    const openings = this.readSequence();
    while (this.take('|')) openings.push(...this.readSequence());
    return openings;
  }

  private readSequence(): Opening[] {
    const complete: Opening[] = [];
    let begun: Opening[] = [''];
    while (begun.length > 0 && !this.isAtEnd()) {
      const next = this.readRepeated();
      const longer = begun.flatMap((opening) => next.map((more) => opening + more));
      begun = longer.filter((opening) => !COMPLETE.test(opening));
      if (begun.length < longer.length) complete.push(...longer.filter((opening) => COMPLETE.test(opening)));
    }
    this.skipSequence();
    return [...complete, ...begun];
  }

  private isAtEnd(): boolean {
    const char = this.source.charAt(this.at);
    return char === '' || char === '|' || char === ')';
  }

  private readRepeated(): readonly Opening[] {
    const letters = this.match(LETTERS);
    if (letters !== null) return [letters[0]];
    const once = this.readAtom();
    const times = this.match(TIMES);
    if (times === null) return once;
    if (times[0].startsWith('?')) return [...once, ''];
    if (times[0].startsWith('*') || Number(times[1]) === 0) return [UNKNOWN];
    return once.map((opening) => (opening === WORD_END ? opening : opening + UNKNOWN));
  }

  private readAtom(): readonly Opening[] {
    if (this.take('(')) return this.readGroup();
    if (this.take('[')) return this.readClass();
    return [this.readChar()];
  }

  private readGroup(): readonly Opening[] {
    const isPlain = this.take('?:') || this.source.charAt(this.at) !== '?';
    const openings = this.readAlternatives();
    this.take(')');
    return isPlain ? openings : [UNKNOWN];
  }

  private readClass(): readonly Opening[] {
    const from = this.at;
    const members = new Set<Opening>();
    while (this.at < this.source.length && !this.take(']')) members.add(this.readChar());
    const text = this.source.slice(from, this.at - 1);
    const isListed = !text.startsWith('^') && !/.-./.test(text) && members.size <= CLASS_CHARS_MAX;
    return isListed ? [...members] : [UNKNOWN];
  }

  private readChar(): Opening {
    const char = this.source.charAt(this.at++);
    if (char === '.') return UNKNOWN;
    if (char !== '\\') return toOpening(char);
    const escaped = this.source.charAt(this.at++);
    if (ESCAPED_WORD_END.test(escaped)) return WORD_END;
    return ESCAPED_UNKNOWN.test(escaped) ? UNKNOWN : toOpening(escaped);
  }

  /** To the end of the sequence: nothing in it is read. */
  private skipSequence(): void {
    for (let depth = 0; depth > 0 ? this.at < this.source.length : !this.isAtEnd(); ) {
      if (this.match(depth > 0 ? INSIDE_GROUPS : OUTSIDE_GROUPS) !== null) continue;
      depth += this.source.charAt(this.at) === '(' ? 1 : -1;
      this.at += 1;
    }
  }

  private take(text: string): boolean {
    const isNext = this.source.startsWith(text, this.at);
    if (isNext) this.at += text.length;
    return isNext;
  }

  private match(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = this.at;
    const found = shape.exec(this.source);
    if (found !== null) this.at = shape.lastIndex;
    return found;
  }
}
