import type { FunctionNode, Stmt } from '../../languages/code/ir.ts';
import { type CodeValue, list } from './code-value.ts';

export const CONSTRUCTORS = /^(?:__init__|constructor|initialize|__construct)$/;
/** Functions that add their other arguments to the first one. */
export const INTO_FIRST =
  /^(?:push|unshift|array_push|array_unshift|fmt\.Fprint(?:f|ln)?|io\.WriteString|fwrite|fputs)$/;
/** Functions that convert a whole object. */
export const WHOLE = /^(?:asdict|astuple|vars|dumps|stringify)$/;

/** The definitions of a program at any depth. Constructors are listed by class name. */
type Functions = {
  readonly byName: Map<string, FunctionNode>;
  readonly constructors: Map<string, FunctionNode>;
  readonly classes: Set<string>;
  /** Functions of a class. In Python, their first parameter is the receiver under any name. */
  readonly methods: Set<FunctionNode>;
};

export function collectFunctions(body: readonly Stmt[]): Functions {
  const found: Functions = { byName: new Map(), constructors: new Map(), classes: new Set(), methods: new Set() };
  collect(body, found);
  return found;
}

function collect(body: readonly Stmt[], found: Functions): void {
  for (const stmt of body) {
    if (stmt.kind === 'function') {
      add(found, stmt.fn.name, stmt.fn);
      collect(stmt.fn.body, found);
    } else if (stmt.kind === 'class' || stmt.kind === 'block') {
      if (stmt.kind === 'class') addConstructor(found, stmt.name, stmt.body);
      collect(stmt.body, found);
    } else if (stmt.kind === 'assign' && stmt.value.kind === 'function') {
      const [target] = stmt.targets;
      const name = target?.kind === 'name' || target?.kind === 'member' ? target.name : '';
      add(found, name, { ...stmt.value.fn, name });
    }
  }
}

/** The first definition of a name wins. */
function add({ byName }: Functions, name: string, fn: FunctionNode): void {
  if (name !== '' && !byName.has(name)) byName.set(name, fn);
}

function addConstructor({ constructors, classes, methods }: Functions, name: string, body: readonly Stmt[]): void {
  classes.add(name);
  for (const stmt of body) if (stmt.kind === 'function') methods.add(stmt.fn);
  for (const stmt of body)
    if (stmt.kind === 'function' && CONSTRUCTORS.test(stmt.fn.name)) constructors.set(name, stmt.fn);
}

/** Maps arguments to parameters. A rest parameter takes all arguments from its position on. */
export const wordsFor = ({ restAt }: FunctionNode, words: readonly CodeValue[]): readonly CodeValue[] =>
  restAt === undefined ? words : [...words.slice(0, restAt), list(words.slice(restAt))];
