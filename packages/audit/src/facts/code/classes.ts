import type { Expr, Stmt } from '../../parse/code/ir.ts';

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

/** Which class of a program a place belongs to, and which of them may hold what another one does. */
export class OwnClasses {
  private readonly all: readonly OwnClass[];
  /** Where the fields of objects were given something; `null` for a place outside of every class. */
  private readonly homes = new Map<string, Set<OwnClass | null>>();
  /** An object was put into another one by whoever made that: which holds which, nobody can tell any more. */
  isMixed = false;

  constructor(body: readonly Stmt[], source: string) {
    this.all = collected(body, source);
  }

  /** The class that the object behind this word is of, where the word is the one for the object itself. */
  private of(object: Expr | undefined): OwnClass | undefined {
    if (object?.kind !== 'name' || !OWN_OBJECT.test(object.name)) return undefined;
    return this.all.findLast(({ start, end }) => start <= object.start && object.start < end);
  }

  /** `self.field = …`: the field is one of that class. Without an object it stays where it was. */
  noteField(field: string, object?: Expr): void {
    const homes = this.homes.get(field) ?? new Set();
    if (object !== undefined || homes.size === 0) homes.add(this.of(object) ?? null);
    this.homes.set(field, homes);
  }

  /** What says of a field whether the object may have it; `undefined` where any may. */
  fieldsOf(object: Expr | undefined): ((field: string) => boolean) | undefined {
    const own = this.isMixed ? undefined : this.of(object);
    if (own === undefined) return undefined;
    return (field) =>
      [...(this.homes.get(field) ?? [null])].some((other) => other === null || other === own || mayHold(own, other));
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
    const own = { name, start, end, words: new Set(text.match(WORD)), head: new Set(HEAD.exec(text)?.[0].match(WORD)) };
    return [own, ...collected(stmt.body, source)];
  });
}
