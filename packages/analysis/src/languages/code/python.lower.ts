import {
  type Argument,
  type Expr,
  type FunctionNode,
  fallsBack,
  type ImportedName,
  type Program,
  type Stmt,
} from './ir.ts';
import { type CopiedTree, childAt, childrenAt, type TreeNode } from './tree.ts';

/** Lowers Python's tree to the IR. */
export function lowerPython(tree: CopiedTree, text: string): Program {
  const lowering = new PythonLowering(text);
  const body = lowering.statements(tree.root.children);
  return { body, errorPermille: tree.errorPermille, isTruncated: tree.isTruncated };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
  a: '',
  b: '\b',
  '0': '\0',
};

/** Escapes of Python and JavaScript string literals. */
export const unescapeLiteral = (raw: string): string =>
  raw.replace(
    /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{2,3})|([\s\S]))/g,
    (_, hex?: string, braced?: string, short?: string, long?: string, octal?: string, plain?: string) => {
      const digits = hex ?? braced ?? short ?? long;
      const code = digits === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(digits, 16);
      if (plain !== undefined) return ESCAPES[plain] ?? plain;
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

class PythonLowering {
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  private raw(node: TreeNode): string {
    return this.text.slice(node.start, node.end);
  }

  statements(nodes: readonly TreeNode[]): Stmt[] {
    return nodes.flatMap((node) => this.statement(node));
  }

  private block(node: TreeNode | undefined): Stmt[] {
    return node === undefined ? [] : this.statements(node.children);
  }

  /** A yielded value is one of the values that the generator returns. */
  private yielded(node: TreeNode): Stmt[] {
    const { start, end } = node;
    const items = node.children.map((child) => this.expr(child));
    return [{ kind: 'return', value: { kind: 'list', items, start, end }, start, end }];
  }

  private statement(node: TreeNode): Stmt[] {
    const { start, end } = node;
    switch (node.type) {
      case 'comment':
        return [];
      case 'expression_statement':
        return node.children.flatMap((child) =>
          child.type === 'yield' ? this.yielded(child) : this.expressionStatement(child),
        );
      case 'function_definition':
        return [{ kind: 'function', fn: this.fn(node), start, end }];
      case 'class_definition':
        return [{ kind: 'class', name: this.nameOf(node), body: this.block(childAt(node, 'body')), start, end }];
      case 'decorated_definition':
        return this.decorated(node);
      case 'import_statement':
        return childrenAt(node, 'name').map((name): Stmt => this.importModule(name));
      case 'import_from_statement':
        return [this.importFrom(node)];
      case 'return_statement':
        return [{ kind: 'return', value: node.children[0] ? this.expr(node.children[0]) : null, start, end }];
      case 'with_statement':
        return [...this.withItems(node), ...this.nested(node, 'with')];
      case 'for_statement':
        return [...this.loopTarget(node), ...this.nested(node, 'loop')];
      case 'while_statement':
        return this.nested(node, 'loop');
      case 'try_statement':
        return this.nested(node, 'try');
      case 'if_statement':
        return this.nested(node, this.isMainGuard(node) ? 'guard' : 'if');
      case 'match_statement':
        return this.matched(node);
      case 'ERROR':
      case 'module':
      case 'block':
      case 'else_clause':
      case 'elif_clause':
      case 'except_clause':
      case 'except_group_clause':
      case 'finally_clause':
      case 'case_clause':
        return this.nested(node, 'plain');
      case 'print_statement':
      case 'exec_statement':
        return [{ kind: 'do', value: this.keywordCall(node), start, end }];
      default:
        return [{ kind: 'do', value: this.expr(node), start, end }];
    }
  }

  /** A property runs when its name is read. The result of any other decorator replaces the function. */
  private decorated(node: TreeNode): Stmt[] {
    const marks = node.children.filter(({ type }) => type === 'decorator').flatMap(({ children }) => children);
    const isGetter = marks.some((mark) => /^(?:functools\.)?(?:property|cached_property)$/.test(this.raw(mark)));
    return [
      ...marks.map((one): Stmt => ({ kind: 'do', value: this.expr(one), start: one.start, end: one.end })),
      ...node.children
        .filter(({ type }) => type !== 'decorator')
        .flatMap((child) => this.statement(child))
        .flatMap((stmt): Stmt[] => {
          if (stmt.kind !== 'function') return [stmt];
          if (isGetter) return [{ ...stmt, fn: { ...stmt.fn, isGetter } }];
          return [stmt, ...marks.flatMap((mark) => (mark.type === 'identifier' ? [this.replaced(stmt.fn, mark)] : []))];
        }),
    ];
  }

  private replaced({ name }: FunctionNode, mark: TreeNode): Stmt {
    const { start, end } = mark;
    const own: Expr = { kind: 'name', name, start, end };
    const value: Expr = { kind: 'call', callee: this.expr(mark), args: [{ name: null, value: own }], start, end };
    return { kind: 'assign', targets: [own], value, start, end };
  }

  private keywordCall(node: TreeNode): Expr {
    const { start, end } = node;
    const callee: Expr = { kind: 'name', name: node.type === 'exec_statement' ? 'exec' : 'print', start, end };
    return {
      kind: 'call',
      callee,
      args: node.children.map((child) => ({ name: null, value: this.expr(child) })),
      start,
      end,
    };
  }

  private isMainGuard(node: TreeNode): boolean {
    const condition = childAt(node, 'condition');
    return condition !== undefined && this.raw(condition).includes('__name__');
  }

  private nested(node: TreeNode, role: 'if' | 'loop' | 'try' | 'with' | 'guard' | 'plain'): Stmt[] {
    const head: Expr[] = [];
    const body: Stmt[] = [];
    for (const child of node.children) {
      if (child.type.endsWith('block') || child.type.endsWith('clause')) body.push(...this.statement(child));
      else if (node.type === 'ERROR' || node.type === 'module' || node.type === 'block')
        body.push(...this.statement(child));
      else if (child.field !== 'left' && child.type !== 'with_clause') head.push(this.expr(child));
    }
    return [{ kind: 'block', role, head, body, start: node.start, end: node.end }];
  }

  /** One case of a `match` runs, like one branch of an `if`. */
  private matched(node: TreeNode): Stmt[] {
    const [only, ...others] = this.nested(node, 'if');
    const [inner] = only?.kind === 'block' ? only.body : [];
    return only?.kind === 'block' && only.body.length === 1 && inner?.kind === 'block' && others.length === 0
      ? [{ ...only, body: inner.body }]
      : this.nested(node, 'if');
  }

  private loopTarget(node: TreeNode): Stmt[] {
    const left = childAt(node, 'left');
    const right = childAt(node, 'right');
    if (left === undefined || right === undefined) return [];
    const value: Expr = { kind: 'op', op: 'each', args: [this.expr(right)], start: right.start, end: right.end };
    return [{ kind: 'assign', targets: [this.expr(left)], value, start: left.start, end: right.end }];
  }

  private withItems(node: TreeNode): Stmt[] {
    const clause = node.children.find(({ type }) => type === 'with_clause');
    return (clause?.children ?? []).flatMap((item): Stmt[] => {
      const value = item.children[0];
      if (value === undefined) return [];
      if (value.type !== 'as_pattern')
        return [{ kind: 'do', value: this.expr(value), start: item.start, end: item.end }];
      return this.asPattern(value);
    });
  }

  private asPattern(node: TreeNode): Stmt[] {
    const [what] = node.children;
    const alias = childAt(node, 'alias');
    if (what === undefined) return [];
    const targets = alias?.children[0] ? [this.expr(alias.children[0])] : [];
    return [{ kind: 'assign', targets, value: this.expr(what), start: node.start, end: node.end }];
  }

  private expressionStatement(node: TreeNode): Stmt[] {
    const { start, end } = node;
    if (node.type === 'assignment' || node.type === 'augmented_assignment') {
      const left = childAt(node, 'left');
      const right = childAt(node, 'right');
      if (left === undefined || right === undefined) return [];
      const target = this.expr(left);
      const value = this.expr(right);
      if (node.type === 'assignment') return this.assignment(target, right, value, node);
      return [
        { kind: 'assign', targets: [target], value: { kind: 'join', parts: [target, value], start, end }, start, end },
      ];
    }
    return [{ kind: 'do', value: this.expr(node), start, end }];
  }

  /** `a = b = c` nests to the right. */
  private assignment(target: Expr, right: TreeNode, value: Expr, node: TreeNode): Stmt[] {
    const { start, end } = node;
    if (right.type === 'assignment') {
      const inner = this.expressionStatement(right);
      const last = inner.at(-1);
      if (last?.kind === 'assign')
        return [...inner, { kind: 'assign', targets: [target], value: last.value, start, end }];
    }
    return [{ kind: 'assign', targets: [target], value, start, end }];
  }

  private nameOf(node: TreeNode): string {
    const name = childAt(node, 'name');
    return name === undefined ? '' : this.raw(name);
  }

  private fn(node: TreeNode): FunctionNode {
    const given = childAt(node, 'parameters')?.children ?? [];
    const params = given.map((param) => this.paramName(param));
    const defaults = given.flatMap((param): Stmt[] => {
      const value = childAt(param, 'value');
      return value === undefined ? [] : [fallsBack(this.paramName(param), this.expr(value))];
    });
    const restAt = given.findIndex(({ type }) => type === 'list_splat_pattern');
    return {
      name: this.nameOf(node),
      params,
      ...(restAt === -1 ? {} : { restAt }),
      body: [...defaults, ...this.block(childAt(node, 'body'))],
      start: node.start,
      end: node.end,
    };
  }

  private paramName(node: TreeNode): string {
    if (node.type === 'identifier') return this.raw(node);
    const inner = childAt(node, 'name') ?? node.children[0];
    return inner === undefined ? '' : this.paramName(inner);
  }

  private importModule(name: TreeNode): Stmt {
    const { start, end } = name;
    if (name.type === 'aliased_import') {
      const module = childAt(name, 'name');
      const alias = childAt(name, 'alias');
      return {
        kind: 'import',
        module: module ? this.raw(module) : '',
        names: [],
        as: alias ? this.raw(alias) : '',
        start,
        end,
      };
    }
    const module = this.raw(name);
    return { kind: 'import', module, names: [], as: module.split('.')[0] ?? module, start, end };
  }

  private importFrom(node: TreeNode): Stmt {
    const module = childAt(node, 'module_name');
    const names = childrenAt(node, 'name').map((name): ImportedName => {
      if (name.type !== 'aliased_import') return { name: this.raw(name), as: this.raw(name) };
      const inner = childAt(name, 'name');
      const alias = childAt(name, 'alias');
      return { name: inner ? this.raw(inner) : '', as: alias ? this.raw(alias) : '' };
    });
    const starred = node.children.some(({ type }) => type === 'wildcard_import');
    return {
      kind: 'import',
      module: module ? this.raw(module) : '',
      names: starred ? [{ name: '*', as: '*' }] : names,
      as: '',
      start: node.start,
      end: node.end,
    };
  }

  private all(nodes: readonly TreeNode[]): Expr[] {
    return nodes.filter(({ type }) => type !== 'comment').map((child) => this.expr(child));
  }

  private op(node: TreeNode, op = node.type): Expr {
    return { kind: 'op', op, args: this.all(node.children), start: node.start, end: node.end };
  }

  private expr(node: TreeNode): Expr {
    const { start, end } = node;
    switch (node.type) {
      case 'identifier':
        return { kind: 'name', name: this.raw(node), start, end };
      case 'true':
      case 'false':
      case 'none':
        return { kind: 'name', name: this.raw(node), start, end };
      case 'integer':
      case 'float':
        return { kind: 'number', value: Number(this.raw(node).replaceAll('_', '')), start, end };
      case 'string':
        return this.string(node);
      case 'concatenated_string':
        return { kind: 'join', parts: this.all(node.children), start, end };
      case 'attribute':
        return this.member(node);
      case 'subscript':
        return this.subscript(node);
      case 'call':
        return this.call(node);
      case 'binary_operator':
        return this.binary(node);
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
      case 'pattern_list':
      case 'tuple_pattern':
      case 'list_pattern':
        return { kind: 'list', items: this.all(node.children), start, end };
      case 'dictionary':
        return this.dictionary(node);
      case 'lambda':
        return this.lambda(node);
      case 'list_comprehension':
      case 'set_comprehension':
      case 'generator_expression':
      case 'dictionary_comprehension':
        return this.op(node, 'comprehension');
      case 'for_in_clause':
        return this.op(node, 'each');
      case 'named_expression':
      case 'as_pattern':
        return this.op(node, 'bind');
      case 'assignment':
        return childAt(node, 'right') ? this.expr(childAt(node, 'right') ?? node) : this.op(node);
      case 'conditional_expression':
      case 'boolean_operator':
        return this.op(node, 'either');
      case 'list_splat':
        return this.op(node, 'spread');
      case 'await':
      case 'parenthesized_expression':
      case 'dictionary_splat':
        return node.children.length === 1 && node.children[0] ? this.expr(node.children[0]) : this.op(node);
      default:
        return this.op(node);
    }
  }

  private string(node: TreeNode): Expr {
    const { start, end } = node;
    const opening = this.raw(node.children[0] ?? node);
    const isRaw = /^[a-z]*r/i.test(opening);
    const parts: Expr[] = [];
    for (const child of node.children.slice(1)) {
      if (child.type === 'interpolation')
        parts.push(...this.all(child.children.filter(({ field }) => field === 'expression')));
      else if (child.type === 'string_content') {
        const content = this.raw(child);
        parts.push({
          kind: 'text',
          value: isRaw ? content : unescapeLiteral(content),
          start: child.start,
          end: child.end,
        });
      }
    }
    const [only] = parts;
    if (only === undefined) return { kind: 'text', value: '', start, end };
    if (parts.length === 1 && only.kind === 'text') return { ...only, start, end };
    return { kind: 'join', parts, start, end };
  }

  private member(node: TreeNode): Expr {
    const on = childAt(node, 'object');
    const name = childAt(node, 'attribute');
    if (on === undefined || name === undefined) return this.op(node);
    return { kind: 'member', on: this.expr(on), name: this.raw(name), start: node.start, end: node.end };
  }

  private subscript(node: TreeNode): Expr {
    const on = childAt(node, 'value');
    const keys = childrenAt(node, 'subscript');
    if (on === undefined) return this.op(node);
    const isSlice = keys[0]?.type === 'slice';
    const key = isSlice ? this.slice(keys[0] ?? node) : this.all(keys);
    return { kind: 'index', on: this.expr(on), key, isSlice, start: node.start, end: node.end };
  }

  /** `[a:b:c]` as three expressions; an omitted bound becomes an empty text. */
  private slice(node: TreeNode): Expr[] {
    const inside = this.raw(node).split(':');
    const { start, end } = node;
    return inside.map((piece): Expr => {
      const value = Number(piece.trim());
      if (piece.trim() === '' || Number.isNaN(value)) return { kind: 'text', value: '', start, end };
      return { kind: 'number', value, start, end };
    });
  }

  private call(node: TreeNode): Expr {
    const callee = childAt(node, 'function');
    const list = childAt(node, 'arguments');
    if (callee === undefined) return this.op(node);
    const given = list?.type === 'generator_expression' ? [list] : (list?.children ?? []);
    const args = given.filter(({ type }) => type !== 'comment').map((arg): Argument => this.argument(arg));
    return { kind: 'call', callee: this.expr(callee), args, start: node.start, end: node.end };
  }

  private argument(node: TreeNode): Argument {
    if (node.type !== 'keyword_argument') return { name: null, value: this.expr(node) };
    const name = childAt(node, 'name');
    const value = childAt(node, 'value');
    return { name: name ? this.raw(name) : null, value: value ? this.expr(value) : this.op(node) };
  }

  private binary(node: TreeNode): Expr {
    const left = childAt(node, 'left');
    const right = childAt(node, 'right');
    if (left === undefined || right === undefined) return this.op(node);
    const operator = this.text.slice(left.end, right.start).replace(/[\s()\\]|#.*/g, '');
    const { start, end } = node;
    if (operator === '+') return { kind: 'join', parts: [this.expr(left), this.expr(right)], start, end };
    return { kind: 'op', op: operator, args: [this.expr(left), this.expr(right)], start, end };
  }

  private dictionary(node: TreeNode): Expr {
    const entries = node.children
      .filter(({ type }) => type !== 'comment')
      .map((child) => {
        const key = childAt(child, 'key');
        const value = childAt(child, 'value');
        if (child.type !== 'pair' || key === undefined || value === undefined)
          return { key: null, value: this.expr(child) };
        return { key: this.expr(key), value: this.expr(value) };
      });
    return { kind: 'map', entries, start: node.start, end: node.end };
  }

  private lambda(node: TreeNode): Expr {
    const { start, end } = node;
    const body = childAt(node, 'body');
    const params = (childAt(node, 'parameters')?.children ?? []).map((param) => this.paramName(param));
    const result: Stmt[] = body ? [{ kind: 'return', value: this.expr(body), start: body.start, end: body.end }] : [];
    return { kind: 'function', fn: { name: '', params, body: result, start, end }, start, end };
  }
}
