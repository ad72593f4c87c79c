import type { World } from '../world.ts';
import type { Library } from './call.ts';
import { callLibrary } from './library.ts';
import { children, field, type SyntaxNode, unescapeText } from './syntax.ts';
import {
  type CallArguments,
  fillIn,
  flatten,
  join,
  listValue,
  refValue,
  textValue,
  UNKNOWN,
  VALUE_LIMITS,
  type Value,
} from './value.ts';

const PYTHON_LIMITS = { stepsMax: 40_000, callDepthMax: 12, loopItemsMax: 8, generatedCodeMax: 4 } as const;

type PythonInput = {
  world: World;
  args: string[];
  parse(code: string): SyntaxNode;
  /** Output of a command, or undefined when it has yet to be run. */
  runCommand(command: string, stdin: string): string | undefined;
};

type Scope = { names: Map<string, Value>; outer?: Scope; returned?: Value };
class StepLimit extends Error {}

/**
 * Follows constants, files, variables and calls through every branch and every function, and acts out what it
 * understands in the fake world. Nothing is executed; what is not understood is an empty value.
 */
export function interpretPython(root: SyntaxNode, input: PythonInput): void {
  const interpreter = new Interpreter(input);
  try {
    interpreter.runModule(root);
  } catch (error) {
    if (error instanceof StepLimit || error instanceof RangeError) input.world.limit('python steps');
    else throw error;
  }
}

/** Statements whose parts are simply gone through, one after the other. */
const BLOCKS = new Set(
  'with_statement if_statement elif_clause else_clause while_statement try_statement except_clause finally_clause match_statement case_clause block with_clause module'.split(
    ' ',
  ),
);

const STATEMENTS: Record<string, (interpreter: Interpreter, node: SyntaxNode, scope: Scope) => void> = {
  import_statement: (interpreter, node, scope) => interpreter.importNames(node, '', scope),
  import_from_statement: (interpreter, node, scope) =>
    interpreter.importNames(node, field(node, 'module_name')?.text ?? '', scope),
  function_definition: (interpreter, node, scope) => interpreter.define(node, scope),
  class_definition: (interpreter, node, scope) => interpreter.defineClass(node, scope),
  for_statement: (interpreter, node, scope) => interpreter.loop(node, scope),
  decorated_definition(interpreter, node, scope) {
    const definition = field(node, 'definition');
    if (definition !== undefined) interpreter.statement(definition, scope);
  },
  return_statement(interpreter, node, scope) {
    scope.returned = join(scope.returned, interpreter.first(node, scope));
  },
};

class Interpreter {
  readonly #input: PythonInput;
  readonly #library: Library;
  readonly #uncalled = new Map<SyntaxNode, Scope>();
  #steps = 0;
  #depth = 0;
  #generated = 0;

  constructor(input: PythonInput) {
    this.#input = input;
    this.#library = { ...input, evaluateCode: (code) => this.#runGenerated(code) };
  }

  runModule(root: SyntaxNode): void {
    const scope: Scope = {
      names: new Map([
        ['__name__', textValue('__main__')],
        ['__file__', textValue('script.py')],
      ]),
    };
    this.#block(root, scope);
    // Functions nobody called are still code somebody can call.
    for (const [definition, outer] of this.#uncalled)
      this.#invoke(definition, outer, { positional: [], named: new Map() });
  }

  #runGenerated(code: string): void {
    this.#generated += 1;
    if (this.#generated > PYTHON_LIMITS.generatedCodeMax) return;
    this.#block(this.#input.parse(code), { names: new Map() });
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > PYTHON_LIMITS.stepsMax) throw new StepLimit();
  }

  #block(node: SyntaxNode | undefined, scope: Scope): void {
    for (const child of node ? children(node) : []) this.statement(child, scope);
  }

  statement(node: SyntaxNode, scope: Scope): void {
    this.#step();
    const handle = STATEMENTS[node.type];
    if (handle !== undefined) handle(this, node, scope);
    else if (BLOCKS.has(node.type)) this.compound(node, scope);
    else this.evaluate(node, scope);
  }

  /** Every part in turn, so every branch. A name assigned in two branches keeps what both gave it. */
  compound(node: SyntaxNode, scope: Scope): void {
    for (const child of children(node)) {
      const before = new Map(scope.names);
      this.statement(child, scope);
      if (node.type !== 'if_statement' && node.type !== 'try_statement') continue;
      for (const [name, value] of scope.names) {
        const earlier = before.get(name);
        if (earlier !== undefined && earlier !== value) scope.names.set(name, join(earlier, value));
      }
    }
  }

  importNames(node: SyntaxNode, from: string, scope: Scope): void {
    const prefix = from === '' ? '' : `${from}.`;
    for (const child of children(node)) {
      if (child === field(node, 'module_name')) continue;
      const name = child.type === 'aliased_import' ? (field(child, 'name')?.text ?? '') : child.text;
      if (name === from || name === '') continue;
      const alias = child.type === 'aliased_import' ? field(child, 'alias')?.text : undefined;
      const bound = alias ?? (from === '' ? (name.split('.')[0] ?? name) : name);
      scope.names.set(bound, refValue(alias === undefined && from === '' ? bound : prefix + name));
    }
  }

  define(node: SyntaxNode, scope: Scope): void {
    const name = field(node, 'name')?.text ?? '';
    this.#uncalled.set(node, scope);
    scope.names.set(name, { text: '', call: (args) => this.#invoke(node, scope, args) });
  }

  defineClass(node: SyntaxNode, scope: Scope): void {
    const self: Value = { text: '', fields: new Map() };
    const inner: Scope = { names: new Map([['self', self]]), outer: scope };
    this.#block(field(node, 'body'), inner);
    for (const [name, value] of inner.names) if (name !== 'self') self.fields?.set(name, value);
    const construct = (args: CallArguments): Value => {
      self.fields?.get('__init__')?.call?.({ ...args, positional: [self, ...args.positional] });
      return self;
    };
    scope.names.set(field(node, 'name')?.text ?? '', { text: '', call: construct, fields: self.fields ?? new Map() });
  }

  #invoke(definition: SyntaxNode, outer: Scope, args: CallArguments): Value {
    if (this.#depth >= PYTHON_LIMITS.callDepthMax) return UNKNOWN;
    this.#uncalled.delete(definition);
    const scope: Scope = { names: new Map(), outer };
    const parameters = children(field(definition, 'parameters') ?? definition).filter(
      (child) => child.type !== 'comment',
    );
    const self = this.#look('self', outer);
    const isMethod = parameters[0]?.text === 'self' && self !== undefined;
    const given = isMethod && args.positional[0] !== self ? [self, ...args.positional] : args.positional;
    for (const [index, parameter] of parameters.entries()) {
      const name =
        field(parameter, 'name')?.text ??
        (parameter.type === 'identifier' ? parameter.text : (children(parameter)[0]?.text ?? ''));
      const preset = field(parameter, 'value');
      const value = args.named.get(name) ?? given[index] ?? (preset ? this.evaluate(preset, outer) : UNKNOWN);
      scope.names.set(name, value);
    }
    this.#depth += 1;
    this.#block(field(definition, 'body'), scope);
    this.#depth -= 1;
    return scope.returned ?? UNKNOWN;
  }

  loop(node: SyntaxNode, scope: Scope): void {
    const over = this.evaluate(field(node, 'right'), scope);
    const items = over.items?.slice(0, PYTHON_LIMITS.loopItemsMax) ?? [
      over.text === '' ? UNKNOWN : textValue(over.text),
    ];
    for (const item of items.length > 0 ? items : [UNKNOWN]) {
      this.#assign(field(node, 'left'), item, scope);
      this.#block(field(node, 'body'), scope);
    }
  }

  #assign(target: SyntaxNode | undefined, value: Value, scope: Scope): void {
    if (target === undefined) return;
    if (target.type === 'identifier') {
      scope.names.set(target.text, value);
    } else if (target.type === 'attribute') {
      this.evaluate(field(target, 'object'), scope).fields?.set(field(target, 'attribute')?.text ?? '', value);
    } else if (target.type === 'subscript') {
      const container = this.evaluate(field(target, 'value'), scope);
      const key = flatten(this.evaluate(field(target, 'subscript'), scope));
      if (container === UNKNOWN) return;
      container.fields ??= new Map();
      container.fields.set(key, value);
    } else {
      for (const [index, part] of children(target).entries()) this.#assign(part, value.items?.[index] ?? value, scope);
    }
  }

  #look(name: string, scope: Scope | undefined): Value | undefined {
    for (let at = scope; at !== undefined; at = at.outer) {
      const value = at.names.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  first(node: SyntaxNode, scope: Scope): Value {
    const [child] = children(node);
    return child ? this.evaluate(child, scope) : UNKNOWN;
  }

  evaluate(node: SyntaxNode | undefined, scope: Scope): Value {
    if (node === undefined) return UNKNOWN;
    this.#step();
    switch (node.type) {
      case 'string':
        return textValue(this.#string(node, scope));
      case 'concatenated_string':
        return textValue(
          children(node)
            .map((part) => flatten(this.evaluate(part, scope)))
            .join(''),
        );
      case 'integer':
      case 'float':
        return textValue(node.text);
      case 'identifier':
        return this.#look(node.text, scope) ?? refValue(node.text);
      case 'attribute':
        return this.#attribute(this.evaluate(field(node, 'object'), scope), field(node, 'attribute')?.text ?? '');
      case 'subscript':
        return this.#subscript(node, scope);
      case 'call':
        return this.#call(node, scope);
      case 'assignment':
      case 'augmented_assignment':
      case 'named_expression':
        return this.#assignment(node, scope);
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
        return listValue(children(node).map((child) => this.evaluate(child, scope)));
      case 'dictionary':
        return this.#dictionary(node, scope);
      case 'binary_operator':
        return this.#operate(node, scope);
      case 'boolean_operator':
      case 'conditional_expression':
        return children(node)
          .map((child) => this.evaluate(child, scope))
          .reduce(join, UNKNOWN);
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
      case 'dictionary_comprehension':
        return this.#comprehension(node, scope);
      case 'as_pattern':
        return this.#alias(node, scope);
      case 'lambda':
        return { text: '', call: () => this.evaluate(field(node, 'body'), scope) };
      case 'comment':
        return UNKNOWN;
      default:
        return children(node)
          .map((child) => this.evaluate(child, scope))
          .reduce(join, UNKNOWN);
    }
  }

  #string(node: SyntaxNode, scope: Scope): string {
    const isRaw = /^[a-z]*r/i.test(node.text.slice(0, 3).replace(/["'].*/s, ''));
    const parts = children(node).map((part) => {
      if (part.type === 'interpolation')
        return flatten(this.evaluate(field(part, 'expression') ?? children(part)[0], scope));
      if (part.type === 'escape_sequence') return isRaw ? part.text : unescapeText(part.text);
      if (part.type !== 'string_content') return '';
      if (isRaw) return part.text;
      return part.text.replace(
        /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])/g,
        unescapeText,
      );
    });
    return parts.join('');
  }

  #attribute(object: Value, name: string): Value {
    const own = object.fields?.get(name);
    if (own !== undefined) return own;
    if (object.ref !== undefined) return { ...object, text: object.text, ref: `${object.ref}.${name}` };
    return { ...object, ref: `.${name}` };
  }

  #subscript(node: SyntaxNode, scope: Scope): Value {
    const container = this.evaluate(field(node, 'value'), scope);
    const index = field(node, 'subscript');
    if (index?.type === 'slice')
      return /^::-1$/.test(index.text) ? textValue([...container.text].reverse().join('')) : container;
    const key = flatten(this.evaluate(index, scope));
    if (container.ref === 'os.environ')
      return callLibrary(this.#library, 'os.getenv', { positional: [textValue(key)], named: new Map() }, UNKNOWN);
    return (
      container.fields?.get(key) ??
      container.items?.at(Number(key) || 0) ??
      (container.text === '' ? UNKNOWN : container)
    );
  }

  #assignment(node: SyntaxNode, scope: Scope): Value {
    const target = field(node, 'left') ?? field(node, 'name');
    const value = this.evaluate(field(node, 'right') ?? field(node, 'value'), scope);
    const isAdding = node.type === 'augmented_assignment';
    const before = isAdding ? this.evaluate(target, scope) : UNKNOWN;
    this.#assign(
      target,
      isAdding ? { ...value, text: (before.text + flatten(value)).slice(0, VALUE_LIMITS.textCharsMax) } : value,
      scope,
    );
    return value;
  }

  #dictionary(node: SyntaxNode, scope: Scope): Value {
    const fields = new Map<string, Value>();
    for (const pair of children(node)) {
      if (pair.type === 'pair')
        fields.set(flatten(this.evaluate(field(pair, 'key'), scope)), this.evaluate(field(pair, 'value'), scope));
      else for (const [name, value] of this.first(pair, scope).fields ?? []) fields.set(name, value);
    }
    return { text: '', fields };
  }

  #operate(node: SyntaxNode, scope: Scope): Value {
    const left = this.evaluate(field(node, 'left'), scope);
    const right = this.evaluate(field(node, 'right'), scope);
    const operator = field(node, 'operator')?.text ?? node.text.slice(field(node, 'left')?.text.length).trim()[0];
    if (operator === '/' && (left.path !== undefined || left.ref !== undefined)) {
      const path = `${left.path ?? left.text}/${right.text}`;
      return { text: path, path };
    }
    if (operator === '%') return textValue(fillIn(left.text, right));
    if (operator === '*' && left.text.length * Number(right.text) > VALUE_LIMITS.textCharsMax) return left;
    return textValue(flatten(left) + flatten(right));
  }

  #comprehension(node: SyntaxNode, scope: Scope): Value {
    const inner: Scope = { names: new Map(), outer: scope };
    const clauses = children(node).filter((child) => child.type === 'for_in_clause');
    const source = clauses.map((clause) => ({ clause, over: this.evaluate(field(clause, 'right'), inner) }));
    const results: Value[] = [];
    const rows = source[0]?.over.items?.slice(0, PYTHON_LIMITS.loopItemsMax) ?? [source[0]?.over ?? UNKNOWN];
    for (const row of rows) {
      this.#assign(field(source[0]?.clause ?? node, 'left'), row, inner);
      for (const { clause, over } of source.slice(1))
        this.#assign(field(clause, 'left'), over.items?.[0] ?? over, inner);
      results.push(this.evaluate(field(node, 'body'), inner));
    }
    return listValue(results);
  }

  #alias(node: SyntaxNode, scope: Scope): Value {
    const [source, target] = children(node);
    const value = this.evaluate(source, scope);
    this.#assign(target ? (children(target)[0] ?? target) : undefined, value, scope);
    return value;
  }

  #call(node: SyntaxNode, scope: Scope): Value {
    const callee = this.evaluate(field(node, 'function'), scope);
    const args: CallArguments = { positional: [], named: new Map() };
    const list = field(node, 'arguments');
    for (const child of list && list.type !== 'generator_expression' ? children(list) : list ? [list] : []) {
      if (child.type === 'keyword_argument')
        args.named.set(field(child, 'name')?.text ?? '', this.evaluate(field(child, 'value'), scope));
      else if (child.type === 'dictionary_splat')
        for (const [name, value] of this.first(child, scope).fields ?? []) args.named.set(name, value);
      else if (child.type === 'list_splat') args.positional.push(...(this.first(child, scope).items ?? []));
      else if (child.type !== 'comment') args.positional.push(this.evaluate(child, scope));
    }
    if (callee.call !== undefined) return callee.call(args);
    // A function handed over (a thread's target, a callback) will be called by somebody.
    for (const value of [...args.positional, ...args.named.values()]) {
      value.call?.({ positional: args.named.get('args')?.items ?? [], named: new Map() });
    }
    return callLibrary(this.#library, callee.ref ?? '', args, callee);
  }
}
