/**
 * Parses the regular expressions of rule packs, a subset of RE2's syntax, before compilation. It determines the size of
 * the program (a nested repeat can grow without limit) and the literals that every match contains.
 */
import { PACK_LIMITS } from './limits.ts';

type Node =
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'class' }
  | { readonly kind: 'place' } // ^ $ \b: matches no letter
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'any'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number };

export type RegexShape = {
  /** Upper bound of the number of compiled instructions. */
  readonly size: number;
  /** Every match contains one of these, in lower case. Empty when unknown. */
  readonly required: readonly string[];
  /** All literals of the expression, in lower case. */
  readonly words: readonly string[];
};

export class RegexRefused extends Error {}

export function readRegex(pattern: string): RegexShape {
  const root = new Reader(pattern).read();
  const required = requiredOf(root) ?? [];
  const isLong = required.every(({ length }) => length >= PACK_LIMITS.literalCharactersMin);
  return { size: sizeOf(root) + 2, required: isLong ? required : [], words: [...new Set(wordsOf(root))] };
}

const REPEAT_MAX = 1_000;
/** `{1000,1000}` */
const COUNT_CHARACTERS_MAX = 11;
const CLASS_ESCAPES = 'dDsSwW';
const PLACE_ESCAPES = 'bBAz';
const CONTROL: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\u0007' };

class Reader {
  private at = 0;
  /** Whole code points, so that a repeat never splits one. */
  private readonly letters: readonly string[];

  constructor(pattern: string) {
    this.letters = [...pattern];
  }

  read(): Node {
    const node = this.readAny();
    if (this.at < this.letters.length) throw new RegexRefused('a closing parenthesis has no beginning');
    return node;
  }

  private peek(): string {
    return this.letters[this.at] ?? '';
  }

  private readAny(): Node {
    const parts = [this.readAll()];
    while (this.peek() === '|') {
      this.at += 1;
      parts.push(this.readAll());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'any', parts };
  }

  private readAll(): Node {
    const parts: Node[] = [];
    while (this.at < this.letters.length && this.peek() !== '|' && this.peek() !== ')') parts.push(this.readRepeated());
    return { kind: 'all', parts };
  }

  private readRepeated(): Node {
    const part = this.readOne();
    const times = this.readTimes();
    if (times === undefined) return part;
    if (this.peek() === '?') this.at += 1; // lazy: it matches the same characters
    if (this.readTimes() !== undefined) throw new RegexRefused('a repeat is repeated');
    return { kind: 'repeat', part, ...times };
  }

  private readTimes(): { readonly min: number; readonly max: number } | undefined {
    const sign = this.peek();
    const simple = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[sign];
    if (simple !== undefined) {
      this.at += 1;
      return { min: simple[0] ?? 0, max: simple[1] ?? 0 };
    }
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(
      this.letters.slice(this.at, this.at + COUNT_CHARACTERS_MAX).join(''),
    );
    if (counted === null) return undefined;
    this.at += counted[0].length;
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] === '' ? Infinity : Number(counted[3]);
    if (min > REPEAT_MAX || (max !== Infinity && max > REPEAT_MAX) || max < min)
      throw new RegexRefused(`a repeat is over ${REPEAT_MAX}`);
    return { min, max };
  }

  private readOne(): Node {
    const sign = this.peek();
    this.at += 1;
    switch (sign) {
      case '(':
        return this.readGroup();
      case '[':
        return this.readClass();
      case '\\':
        return this.readEscape();
      case '.':
        return { kind: 'class' };
      case '^':
      case '$':
        return { kind: 'place' };
      case '*':
      case '+':
      case '?':
        throw new RegexRefused('a repeat has nothing before it');
      default:
        return { kind: 'letter', letter: sign };
    }
  }

  private readGroup(): Node {
    if (this.peek() === '?') {
      if (this.letters[this.at + 1] !== ':') throw new RegexRefused('groups are written (…) or (?:…)');
      this.at += 2;
    }
    const inner = this.readAny();
    if (this.peek() !== ')') throw new RegexRefused('a group does not end');
    this.at += 1;
    return inner;
  }

  private readClass(): Node {
    if (this.peek() === '^') this.at += 1;
    if (this.peek() === ']') this.at += 1;
    while (this.at < this.letters.length && this.peek() !== ']') {
      const next = this.letters[this.at + 1] ?? '';
      const isEscape = this.peek() === '\\';
      if (isEscape && /[pP]/.test(next)) throw new RegexRefused('\\p is not known here');
      if (this.peek() === '[' && next === ':') throw new RegexRefused('[: is not known here');
      this.at += isEscape ? 2 : 1;
    }
    if (this.peek() !== ']') throw new RegexRefused('a class of letters does not end');
    this.at += 1;
    return { kind: 'class' };
  }

  private readEscape(): Node {
    const sign = this.peek();
    this.at += 1;
    if (CLASS_ESCAPES.includes(sign) && sign !== '') return { kind: 'class' };
    if (PLACE_ESCAPES.includes(sign) && sign !== '') return { kind: 'place' };
    const control = CONTROL[sign];
    if (control !== undefined) return { kind: 'letter', letter: control };
    if (sign === '' || /[A-Za-z0-9]/.test(sign)) throw new RegexRefused(`\\${sign} is not known here`);
    return { kind: 'letter', letter: sign };
  }
}

function sizeOf(node: Node): number {
  switch (node.kind) {
    case 'letter':
    case 'class':
    case 'place':
      return 1;
    case 'all':
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 2);
    case 'any':
      return node.parts.reduce((sum, part) => sum + sizeOf(part) + 1, 2);
    case 'repeat': {
      const { part, min, max } = node;
      const one = sizeOf(part) + 1;
      return max === Infinity ? (min + 1) * one : Math.max(max, 1) * one;
    }
  }
}

/** The only text that the node matches, if there is exactly one. */
function exactOf(node: Node): string | undefined {
  switch (node.kind) {
    case 'letter':
      return node.letter.toLowerCase();
    case 'place':
      return '';
    case 'all': {
      const parts = node.parts.map(exactOf);
      return parts.includes(undefined) ? undefined : parts.join('');
    }
    case 'repeat': {
      const exact = node.min === node.max && node.min <= EXACT_REPEAT_MAX ? exactOf(node.part) : undefined;
      return exact?.repeat(node.min);
    }
    default:
      return undefined;
  }
}

const EXACT_REPEAT_MAX = 16;
const CHOICES_MAX = 16;

/** Every match contains one of these. The set with the longest shortest word wins. */
function requiredOf(node: Node): readonly string[] | undefined {
  const exact = exactOf(node);
  if (exact !== undefined) return exact === '' ? undefined : [exact];
  switch (node.kind) {
    case 'all':
      return node.parts.reduce(
        (best, part) => better(best, requiredOf(part)),
        runsOf(node.parts).reduce<readonly string[] | undefined>((best, run) => better(best, [run]), undefined),
      );
    case 'any': {
      const choices = node.parts.map(requiredOf);
      const all = choices.flatMap((choice) => choice ?? []);
      return choices.includes(undefined) || all.length > CHOICES_MAX ? undefined : all;
    }
    case 'repeat':
      return node.min === 0 ? undefined : requiredOf(node.part);
    default:
      return undefined;
  }
}

const shortest = (words: readonly string[]): number => Math.min(...words.map(({ length }) => length));

const better = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  one === undefined || (other !== undefined && shortest(other) > shortest(one)) ? other : one;

/** Joins neighbours that each match exactly one text. */
function runsOf(parts: readonly Node[]): string[] {
  const runs: string[] = [];
  let run = '';
  for (const part of parts) {
    const exact = exactOf(part);
    if (exact !== undefined) run += exact;
    else {
      if (run !== '') runs.push(run);
      run = '';
    }
  }
  return run === '' ? runs : [...runs, run];
}

function wordsOf(node: Node): string[] {
  const own =
    node.kind === 'all' ? runsOf(node.parts).filter(({ length }) => length >= PACK_LIMITS.literalCharactersMin) : [];
  const inner = node.kind === 'all' || node.kind === 'any' ? node.parts : node.kind === 'repeat' ? [node.part] : [];
  return [...own, ...inner.filter((part) => exactOf(part) === undefined).flatMap(wordsOf)];
}
