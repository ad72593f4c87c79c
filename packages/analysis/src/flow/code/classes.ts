import type { Expr, FunctionNode, Stmt } from '../../languages/code/ir.ts';

/** A class of a program, with what stands in it. */
type OwnClass = {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The words that stand in it, and those of its head. */
  readonly words: ReadonlySet<string>;
  readonly head: ReadonlySet<string>;
};

/** By what name a method calls the object that it belongs to. */
export const OWN_OBJECT = /^(?:self|this|cls)$/;

const HEAD = /^[^:{]{0,400}/;
const WORD = /[\w$]+/g;
/** Texts that explain, and comments: what they name is spoken of. */
const EXPLAINED = /"""[\s\S]*?"""|'''[\s\S]*?'''|^\s*(?:#|\/\/).*$/gm;
/** By these a program gives a field to an object, or takes one from it, without saying which; or a text begins to look like code, and code like a text. */
const REFLECTS =
  /'"""|"'''|\b(?:setattr|getattr|__setattr__|__getattribute__|__dict__|vars|globals|locals|copy|deepcopy|defineProperty|assign)\b/;

/** Which class of a program a place belongs to, and which of them may hold what another one does. */
export class OwnClasses {
  private readonly all: readonly OwnClass[];
  /** Where the fields of objects were given something; `null` for a place outside of every class. */
  private readonly homes = new Map<string, Set<OwnClass | null>>();
  /** Classes whose functions were handed an object: it may lie in theirs from then on. */
  private readonly fed = new Set<OwnClass>();
  /** There are several, and each of them says which fields it has. */
  readonly areTold: boolean;

  constructor(body: readonly Stmt[], source: string) {
    this.all = collected(body, source);
    this.areTold = this.all.length > 1 && !REFLECTS.test(source);
  }

  private at(position: number): OwnClass | undefined {
    return this.all.findLast(({ start, end }) => start <= position && position < end);
  }

  /** An object goes into a function, or into what a class makes without one. */
  noteFed(called: FunctionNode | string): void {
    const named = (one: OwnClass): boolean => one.name === called;
    const own = typeof called === 'string' ? this.all.filter(named) : [this.at(called.start)];
    for (const one of own) if (one !== undefined) this.fed.add(one);
  }

  /** The class that the object behind this word is of, where the word is the one for the object itself. */
  private of(object: Expr | undefined): OwnClass | undefined {
    if (object?.kind !== 'name' || !OWN_OBJECT.test(object.name)) return undefined;
    return this.at(object.start);
  }

  /** `self.field = …`: the field is one of that class. Without an object it stays where it was. */
  noteField(field: string, object?: Expr): void {
    const homes = this.homes.get(field) ?? new Set();
    if (object !== undefined || homes.size === 0) homes.add(this.of(object) ?? null);
    this.homes.set(field, homes);
  }

  /** What says of a field whether the object may have it; `undefined` where any may. Objects of the program go by their names. */
  fieldsOf(object: Expr | undefined, objects: readonly string[]): ((field: string) => boolean) | undefined {
    const own = this.areTold ? this.of(object) : undefined;
    if (own === undefined) return undefined;
    const held = this.heldBy(own);
    if (held.some((one) => this.fed.has(one) || objects.some((name) => one.words.has(name)))) return undefined;
    return (field) => [...(this.homes.get(field) ?? [null])].some((other) => other === null || held.includes(other));
  }

  /** The class, and whatever it may hold over any number of others. */
  private heldBy(own: OwnClass): readonly OwnClass[] {
    const held = [own];
    for (const one of held) held.push(...this.all.filter((other) => !held.includes(other) && mayHold(one, other)));
    return held;
  }
}

/** By a class that it is made from, a field of that kind, or one that it makes itself. */
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
