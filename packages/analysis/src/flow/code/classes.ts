import type { Expr, FunctionNode, Stmt } from '../../languages/code/ir.ts';

/** A class of a program, with the words of its source. */
type OwnClass = {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The words of the whole class, and those of its declaration. */
  readonly words: ReadonlySet<string>;
  readonly head: ReadonlySet<string>;
};

/** The names of the receiver inside a method. */
export const OWN_OBJECT = /^(?:self|this|cls)$/;

const HEAD = /^[^:{]{0,400}/;
const WORD = /[\w$]+/g;
/** Docstrings and comments. They only mention names. */
const EXPLAINED = /"""[\s\S]*?"""|'''[\s\S]*?'''|^\s*(?:#|\/\/).*$/gm;
/**
 * Reflection, which sets or reads a field of an object without its name in the source. Also quote sequences that would make code
 * look like a docstring.
 */
const REFLECTS =
  /'"""|"'''|\b(?:setattr|getattr|__setattr__|__getattribute__|__dict__|vars|globals|locals|copy|deepcopy|defineProperty|assign)\b/;

/** Finds the class at a position of the program, and the classes that may hold objects of other classes. */
export class OwnClasses {
  private readonly all: readonly OwnClass[];
  /** The classes in which each field is assigned; `null` for an assignment outside of every class. */
  private readonly homes = new Map<string, Set<OwnClass | null>>();
  /** Classes whose functions have received an object. Their own objects may contain it afterwards. */
  private readonly fed = new Set<OwnClass>();
  /** Whether the program has several classes and no reflection, so that each class shows its fields. */
  readonly areTold: boolean;

  constructor(body: readonly Stmt[], source: string) {
    this.all = collected(body, source);
    this.areTold = this.all.length > 1 && !REFLECTS.test(source);
  }

  private at(position: number): OwnClass | undefined {
    return this.all.findLast(({ start, end }) => start <= position && position < end);
  }

  /** Notes that a call passes an object to a function, or to a class without a constructor. */
  noteFed(called: FunctionNode | string): void {
    const named = (one: OwnClass): boolean => one.name === called;
    const own = typeof called === 'string' ? this.all.filter(named) : [this.at(called.start)];
    for (const one of own) if (one !== undefined) this.fed.add(one);
  }

  /** The class of the receiver, when the expression names the receiver. */
  private of(object: Expr | undefined): OwnClass | undefined {
    if (object?.kind !== 'name' || !OWN_OBJECT.test(object.name)) return undefined;
    return this.at(object.start);
  }

  /** `self.field = …`: the field belongs to that class. Without an object, known classes of the field stay the same. */
  noteField(field: string, object?: Expr): void {
    const homes = this.homes.get(field) ?? new Set();
    if (object !== undefined || homes.size === 0) homes.add(this.of(object) ?? null);
    this.homes.set(field, homes);
  }

  /** Tells whether the object may have a field; `undefined` when it may have any. `objects` are the names of objects. */
  fieldsOf(object: Expr | undefined, objects: readonly string[]): ((field: string) => boolean) | undefined {
    const own = this.areTold ? this.of(object) : undefined;
    if (own === undefined) return undefined;
    const held = this.heldBy(own);
    if (held.some((one) => this.fed.has(one) || objects.some((name) => one.words.has(name)))) return undefined;
    return (field) => [...(this.homes.get(field) ?? [null])].some((other) => other === null || held.includes(other));
  }

  /** The class and all classes that it may hold, directly or through other classes. */
  private heldBy(own: OwnClass): readonly OwnClass[] {
    const held = [own];
    for (const one of held) held.push(...this.all.filter((other) => !held.includes(other) && mayHold(one, other)));
    return held;
  }
}

/** By inheritance, by a field of the other class, or by an object that it creates. */
const mayHold = (own: OwnClass, other: OwnClass): boolean =>
  other.name === '' || own.words.has(other.name) || other.head.has(own.name);

function collected(body: readonly Stmt[], source: string): OwnClass[] {
  return body.flatMap((stmt): OwnClass[] => {
    if (stmt.kind === 'function') return collected(stmt.fn.body, source);
    if (stmt.kind === 'block') return collected(stmt.body, source);
    if (stmt.kind !== 'class') return [];
    const { name, start, end } = stmt;
    const text = source.slice(start, end);
    const own = {
      name,
      start,
      end,
      words: new Set(text.replace(EXPLAINED, '').match(WORD)),
      head: new Set(HEAD.exec(text)?.[0].match(WORD)),
    };
    return [own, ...collected(stmt.body, source)];
  });
}
