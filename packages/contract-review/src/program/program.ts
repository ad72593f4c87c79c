import type { ContractNode, Fn, SourceUnit, StateVariable, Struct, TypeNode } from '../syntax/ast.ts';

/** A contract with everything it inherits, as far as the sources are available. */
export type Contract = {
  readonly node: ContractNode;
  /** The contract itself first, then its bases in the order of method resolution. */
  readonly line: readonly ContractNode[];
  /** A base contract is missing, so its behaviour is unknown. */
  readonly hasUnknownBase: boolean;
  /** In storage order: bases first. */
  readonly variables: readonly StateVariable[];
  readonly program: Program;
};

export type Program = {
  readonly units: readonly SourceUnit[];
  readonly contracts: readonly Contract[];
  readonly nodes: ReadonlyMap<string, ContractNode>;
  readonly structs: ReadonlyMap<string, Struct>;
  readonly freeFunctions: readonly Fn[];
  readonly constants: readonly StateVariable[];
  /** Files under review. Files that were added to resolve imports are read but not reported. */
  readonly reviewed: ReadonlySet<string>;
  readonly textOf: (file: string) => string;
};

export function linkProgram(units: readonly SourceUnit[], reviewed: ReadonlySet<string>): Program {
  // If two files declare the same name, the file under review takes precedence.
  const ordered = [...units].sort((a, b) => Number(reviewed.has(a.file)) - Number(reviewed.has(b.file)));
  const nodes = new Map(ordered.flatMap(({ contracts }) => contracts.map((node) => [node.name, node] as const)));
  const structs = new Map<string, Struct>();
  for (const unit of ordered) {
    for (const struct of unit.structs) structs.set(struct.name, struct);
    for (const { name, structs: own } of unit.contracts)
      for (const struct of own) structs.set(struct.name, struct).set(`${name}.${struct.name}`, struct);
  }
  const texts = new Map(units.map(({ file, text }) => [file, text]));
  const program: Program = {
    units,
    contracts: [],
    nodes,
    structs,
    freeFunctions: units.flatMap(({ functions }) => functions),
    constants: units.flatMap(({ constants }) => constants),
    reviewed,
    textOf: (file) => texts.get(file) ?? '',
  };
  const own = units.filter(({ file }) => reviewed.has(file)).flatMap(({ contracts }) => contracts);
  return Object.assign(program, { contracts: own.map((node) => linkContract(node, program)) });
}

const plainName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

export const baseOf = (name: string, program: Program): ContractNode | undefined => program.nodes.get(plainName(name));

function linkContract(node: ContractNode, program: Program): Contract {
  const line: ContractNode[] = [];
  let hasUnknownBase = false;
  const add = (one: ContractNode, path: ReadonlySet<string>): void => {
    // Circular inheritance does not compile, but the walk must still terminate.
    if (path.has(one.name)) return;
    if (!line.includes(one)) line.push(one);
    for (const base of [...one.bases].reverse()) {
      const found = baseOf(base.name, program);
      if (found === undefined) hasUnknownBase = true;
      else add(found, new Set([...path, one.name]));
    }
  };
  add(node, new Set());
  const variables = [...line].reverse().flatMap((one) => one.variables);
  return { node, line, hasUnknownBase, variables, program };
}

const byName = new WeakMap<Contract, ReadonlyMap<string, StateVariable>>();

/** The variable that a name resolves to: in the contract before its bases, in either before file-level constants. */
export function findVariable(contract: Contract, name: string): StateVariable | undefined {
  const known = byName.get(contract);
  if (known !== undefined) return known.get(name);
  const constants = [...contract.program.constants].reverse();
  byName.set(contract, new Map([...constants, ...contract.variables].map((one) => [one.name, one])));
  return findVariable(contract, name);
}

const keyOf = ({ kind, name, params }: Fn): string =>
  `${kind} ${name}/${params.map(({ type }) => typeName(type)).join()}`;

/** Functions that the contract exposes or uses, without overridden ones. */
export function functionsOf({ line }: Contract): Fn[] {
  const byKey = new Map<string, Fn>();
  for (const { functions } of line)
    for (const fn of functions) {
      const known = byKey.get(keyOf(fn));
      if (known === undefined || (known.body === null && fn.body !== null)) byKey.set(keyOf(fn), fn);
    }
  return [...byKey.values()];
}

const isOpen = ({ visibility }: Fn): boolean => visibility !== 'internal' && visibility !== 'private';

/** Functions with a body that any account can call. */
export const entriesOf = (contract: Contract): Fn[] =>
  functionsOf(contract).filter(
    (fn) => fn.kind !== 'constructor' && fn.kind !== 'modifier' && isOpen(fn) && fn.body !== null,
  );

export const isReadOnly = ({ mutability }: Fn): boolean => mutability === 'view' || mutability === 'pure';

export function resolveFunction(contract: Contract, name: string, count: number, after?: ContractNode): Fn | undefined {
  const { line, program } = contract;
  const searched = after === undefined ? line : line.slice(line.indexOf(after) + 1);
  const all = searched.flatMap(({ functions }) => functions).filter((fn) => fn.name === name && fn.kind === 'function');
  const fitting = all.filter(({ params }) => params.length === count);
  const free = program.freeFunctions.filter((fn) => fn.name === name && fn.params.length === count);
  return fitting.find(({ body }) => body !== null) ?? fitting[0] ?? free[0];
}

export const resolveModifier = ({ line }: Contract, name: string): Fn | undefined =>
  line
    .flatMap(({ modifiers }) => modifiers)
    .find((modifier) => modifier.name === plainName(name) && modifier.body !== null);

/** A library function, by its qualified name or attached by `using`. */
export function resolveLibrary(
  program: Program,
  library: string | undefined,
  name: string,
  count: number,
): Fn | undefined {
  const libraries = [...program.nodes.values()].filter(
    (node) => node.kind === 'library' && (library === undefined || node.name === library),
  );
  return libraries
    .flatMap(({ functions }) => functions)
    .find((fn) => fn.name === name && fn.params.length === count && fn.body !== null);
}

function typeName(type: TypeNode): string {
  switch (type.kind) {
    case 'mapping':
      return `mapping(${typeName(type.key)}=>${typeName(type.value)})`;
    case 'array':
      return `${typeName(type.base)}[${type.isFixed ? 'n' : ''}]`;
    case 'function':
      return 'function';
    default:
      return type.name;
  }
}
