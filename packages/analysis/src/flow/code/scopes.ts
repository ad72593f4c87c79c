import type { Expr } from '../../languages/code/ir.ts';
import { isOfSecrets, mergeTaints, type Taint } from '../value.ts';
import { OwnClasses } from './classes.ts';
import { type CodeValue, NOTHING } from './code-value.ts';

export type Scope = Map<string, CodeValue>;

const TAKEN_MAX = 2_000;

/** The number of kept closures per function. Closures with secrets count separately, so that others do not displace them. */
const SURROUNDINGS_MAX = { plain: 3, secret: 32 } as const;

/** The enclosing scopes of a function, one list for each place where it is created. */
export function withSurroundings(
  before: readonly (readonly Scope[])[],
  around: readonly Scope[],
): readonly (readonly Scope[])[] {
  const all = [...before.filter((other) => other.at(-1) !== around.at(-1)), around];
  const { secret = [], plain = [] } = Object.groupBy(all, (one) => (one.some(holdsSecret) ? 'secret' : 'plain'));
  return [...secret.slice(-SURROUNDINGS_MAX.secret), ...plain.slice(-SURROUNDINGS_MAX.plain)];
}

function holdsSecret(scope: Scope): boolean {
  for (const value of scope.values()) if (isOfSecrets(value)) return true;
  return false;
}

/** Methods that add their argument to the content of the receiver. */
export const TAKES_IN = new Set(
  'append push add extend insert unshift update appendleft concat! set_content attach add_attachment set_payload add_alternative set put put_nowait setdefault extendleft set_result writelines set_form_data set_form WriteString WriteByte WriteRune Add Set content'.split(
    ' ',
  ),
);

export const HEADER_CALLS =
  /^(?:add_header|add_unredirected_header|addHeader|setHeader|set_header|setRequestHeader|putheader)$/;

/** Methods with which an object reads a file into itself. */
export const READERS =
  /(?:ConfigParser|IniFile|Properties|Dotenv)\(\)\.(?:read|load|readfp|read_file|read_string|read_dict)$/i;
/** Methods of this kind that take text instead of a file. */
export const TEXT_READER = /^read_(?:string|dict)$/;

/** Whether the value is an object of a class of the program, or a list or map that contains one. */
export const holdsObject = ({ ref, items, entries }: CodeValue): boolean =>
  ref === 'self' || items?.some(holdsObject) === true || [...(entries?.values() ?? [])].some(holdsObject);

const mayBeObject = (value: CodeValue): boolean =>
  holdsObject(value) || value.taints.some(({ class: kind }) => kind === 'parameter');

/** The values of names, in the global scope and in the scopes of the active calls. */
export class Scopes {
  private readonly globals: Scope = new Map();
  private readonly stack: Scope[] = [this.globals];
  private readonly depths: number[] = [];
  /** Counts changes to names outside the current function. After a change, the same call may have another result. */
  changes = 0;
  /** Counts additions to the content of any value. */
  growth = 0;
  /** Names of a scope whose value has received content without a new assignment. */
  private readonly grown = new WeakMap<Scope, Set<string>>();
  /** Names that a function declares as names of an outer scope. */
  private readonly outer = new WeakMap<Scope, Set<string>>();
  /** The classes of the program. Empty until the program is known. */
  classes = new OwnClasses([], '');

  all(): Iterable<readonly [string, CodeValue]> {
    return this.globals;
  }

  private noteChange(before: CodeValue | undefined, { text, taints, isDecoded, fn }: CodeValue): void {
    const isTelling = taints.length > 0 || isDecoded || text !== null || fn !== null;
    const isSame = before?.text === text && before?.taints === taints && before?.fn === fn;
    if (isTelling && !isSame) this.changes += 1;
  }

  /** The scopes that enclose a function created here; empty at the top level of the program. */
  around(): readonly Scope[] {
    return this.stack.slice(1);
  }

  enter(names: readonly string[], values: readonly CodeValue[], around: readonly Scope[] = []): void {
    this.depths.push(this.stack.length);
    this.stack.push(...around);
    this.stack.push(new Map(names.map((name, index) => [name, values[index] ?? NOTHING])));
  }

  /** Returns the names of the function whose content has grown, with their values. */
  leave(): ReadonlyMap<string, CodeValue> {
    const scope = this.stack.at(-1);
    this.stack.length = this.depths.pop() ?? 1;
    const names = scope === undefined ? [] : [...(this.grown.get(scope) ?? [])];
    return new Map(names.map((name) => [name, scope?.get(name) ?? NOTHING]));
  }

  /** `global name`, `nonlocal name`. */
  declareOuter(names: readonly string[]): void {
    const scope = this.stack.at(-1);
    if (scope !== undefined && scope !== this.globals) this.outer.set(scope, new Set(names));
  }

  define(name: string, value: CodeValue): void {
    const scope = this.stack.at(-1);
    if (scope === undefined) return;
    this.grown.get(scope)?.delete(name);
    const home = this.outer.get(scope)?.has(name) ? this.homeOf(name, 1) : scope;
    if (home === this.globals || home !== scope) this.noteChange(home.get(name), value);
    home.set(name, value);
  }

  private homeOf(name: string, skipped: number): Scope {
    return this.stack.slice(0, this.stack.length - skipped).findLast((scope) => scope.has(name)) ?? this.globals;
  }

  /** Stores the value of a name whose content has grown. */
  grow(name: string, value: CodeValue): void {
    this.growth += 1;
    this.redefine(name, value);
    const home = this.homeOf(name, 0);
    this.grown.set(home, (this.grown.get(home) ?? new Set()).add(name));
  }

  /** Assigns in the scope that already has the name, not in a new local name. */
  redefine(name: string, value: CodeValue): void {
    const home = this.stack.findLast((scope) => scope.has(name)) ?? this.stack.at(-1);
    if (home !== this.stack.at(-1) || this.stack.length === 1) this.noteChange(home?.get(name), value);
    home?.set(name, value);
  }

  lookup(name: string): CodeValue | undefined {
    for (let index = this.stack.length - 1; index >= 0; index -= 1) {
      const value = this.stack[index]?.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** A field of the receiver. All objects of a program share one field of each name. */
  field(name: string): CodeValue | undefined {
    return this.globals.get(`self.${name}`);
  }

  /** The taints of all fields of an object. A field that may contain another object includes the taints of all fields. */
  fieldTaints(object: Expr | undefined): readonly Taint[] {
    const fields = [...this.globals].filter(([name]) => name.startsWith('self.'));
    const objects = [...this.globals].filter(([name, value]) => !name.startsWith('self.') && holdsObject(value));
    const isOwn =
      this.classes.fieldsOf(
        object,
        objects.map(([name]) => name),
      ) ?? (() => true);
    const own = fields.filter(([name]) => isOwn(name.slice('self.'.length)));
    return mergeTaints((own.some(([, value]) => mayBeObject(value)) ? fields : own).map(([, { taints }]) => taints));
  }

  setField(name: string, value: CodeValue, object?: Expr): void {
    this.classes.noteField(name, object);
    this.noteChange(this.globals.get(`self.${name}`), value);
    this.globals.set(`self.${name}`, value);
  }

  /** `request.add_header(name, value)`: the value is stored as a header, separate from the URL. */
  addHeader(name: string, [header, value]: readonly CodeValue[]): void {
    const before = this.lookup(name);
    if (before === undefined || header?.text == null || value === undefined) return;
    const headers = before.entries?.get('headers') ?? NOTHING;
    const entries = new Map(headers.entries ?? []).set(header.text, value);
    this.redefine(name, { ...before, entries: new Map(before.entries ?? []).set('headers', { ...headers, entries }) });
  }

  /** `list.append(x)`, `chunks.push(x)`: the receiver contains the argument afterwards. */
  addContent(name: string, isField: boolean, added: readonly CodeValue[]): void {
    const before = (isField ? this.field(name) : this.lookup(name)) ?? NOTHING;
    const sources = added.map((value) => value.taints);
    const after = {
      ...before,
      ...(before.rest === undefined ? {} : { rest: mergeTaints([before.rest, ...sources]) }),
      taints: mergeTaints([before.taints, ...sources]),
      isDecoded: before.isDecoded || added.some((value) => value.isDecoded),
      items: before.items === null || before.items.length > TAKEN_MAX ? before.items : [...before.items, ...added],
    };
    if (isField) this.setField(name, after);
    else this.grow(name, after);
  }
}
