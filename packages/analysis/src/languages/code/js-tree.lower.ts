import type { Argument, Expr, FunctionNode, ImportedName, Program, Stmt } from './ir.ts';
import { unescapeLiteral } from './python.lower.ts';
import { type CopiedTree, childAt, type TreeNode } from './tree.ts';

/**
 * Lowers JavaScript with a syntax error from the tolerant tree to the IR, so that one bad line does not hide the rest.
 */
export function lowerJsTree(tree: CopiedTree, text: string): Program {
  const body = new JsTreeLowering(text).statements(tree.root.children);
  return { body, errorPermille: tree.errorPermille, isTruncated: tree.isTruncated };
}

const WRAPPERS = new Set([
  'await_expression',
  'parenthesized_expression',
  'spread_element',
  'as_expression',
  'non_null_expression',
  'unary_expression',
]);
const LOOPS = new Set(['for_statement', 'while_statement', 'do_statement']);

class JsTreeLowering {
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

  private statement(node: TreeNode): Stmt[] {
    const { start, end } = node;
    switch (node.type) {
      case 'comment':
        return [];
      case 'expression_statement':
        return node.children.flatMap((child) => this.expressionStatement(child));
      case 'lexical_declaration':
      case 'variable_declaration':
        return node.children.flatMap((one) => this.declarator(one));
      case 'function_declaration':
      case 'generator_function_declaration':
      case 'method_definition':
        return [{ kind: 'function', fn: this.fn(node), start, end }];
      case 'class_declaration':
        return [
          {
            kind: 'class',
            name: this.nameOf(node),
            body: this.statements(childAt(node, 'body')?.children ?? []),
            start,
            end,
          },
        ];
      case 'return_statement':
        return [{ kind: 'return', value: node.children[0] ? this.expr(node.children[0]) : null, start, end }];
      case 'import_statement':
        return [this.importStatement(node)];
      case 'for_in_statement':
        return this.forEach(node);
      case 'if_statement':
        return [this.block(node, 'if')];
      default:
        if (LOOPS.has(node.type)) return [this.block(node, 'loop')];
        if (this.isStatement(node)) return [this.block(node, 'plain')];
        return [{ kind: 'do', value: this.expr(node), start, end }];
    }
  }

  private isStatement(node: TreeNode): boolean {
    return /_(?:statement|declaration|block|clause|case|default|body)$|^(?:ERROR|program)$/.test(node.type);
  }

  private block(node: TreeNode, role: 'if' | 'loop' | 'plain'): Stmt {
    const isLoose = node.type === 'ERROR';
    const body = node.children.filter((child) => isLoose || this.isStatement(child));
    const head = node.children.filter((child) => !isLoose && !this.isStatement(child) && child.type !== 'comment');
    return {
      kind: 'block',
      role,
      head: head.map((child) => this.expr(child)),
      body: this.statements(body),
      start: node.start,
      end: node.end,
    };
  }

  private forEach(node: TreeNode): Stmt[] {
    const { start, end } = node;
    const left = childAt(node, 'left');
    const right = childAt(node, 'right');
    const body = childAt(node, 'body');
    const inner: Stmt = { kind: 'block', role: 'loop', head: [], body: body ? this.statement(body) : [], start, end };
    if (left === undefined || right === undefined) return [inner];
    return [...this.bind(left, { kind: 'op', op: 'each', args: [this.expr(right)], start, end }, node), inner];
  }

  private expressionStatement(node: TreeNode): Stmt[] {
    const { start, end } = node;
    const left = childAt(node, 'left');
    const right = childAt(node, 'right');
    if (left !== undefined && right !== undefined && node.type === 'assignment_expression')
      return this.bind(left, this.expr(right), node);
    if (left !== undefined && right !== undefined && node.type === 'augmented_assignment_expression') {
      const target = this.expr(left);
      return [
        {
          kind: 'assign',
          targets: [target],
          value: { kind: 'join', parts: [target, this.expr(right)], start, end },
          start,
          end,
        },
      ];
    }
    return [{ kind: 'do', value: this.expr(node), start, end }];
  }

  private declarator(node: TreeNode): Stmt[] {
    const name = childAt(node, 'name');
    const value = childAt(node, 'value');
    return name === undefined || value === undefined ? [] : this.bind(name, this.expr(value), node);
  }

  private bind(target: TreeNode, value: Expr, at: TreeNode): Stmt[] {
    const { start, end } = at;
    if (target.type === 'object_pattern' || target.type === 'array_pattern') {
      return target.children.flatMap((child, index): Stmt[] => {
        const name = childAt(child, 'value') ?? childAt(child, 'left') ?? child;
        const member: Expr =
          target.type === 'object_pattern'
            ? { kind: 'member', on: value, name: this.raw(childAt(child, 'key') ?? name), start, end }
            : {
                kind: 'index',
                on: value,
                key: [{ kind: 'number', value: index, start, end }],
                isSlice: false,
                start,
                end,
              };
        return this.bind(name, member, at);
      });
    }
    const to: Expr = target.type.includes('identifier')
      ? { kind: 'name', name: this.raw(target), start, end }
      : this.expr(target);
    return [{ kind: 'assign', targets: [to], value, start, end }];
  }

  private nameOf(node: TreeNode): string {
    const name = childAt(node, 'name');
    return name === undefined ? '' : this.raw(name);
  }

  private fn(node: TreeNode): FunctionNode {
    const { start, end } = node;
    const list = childAt(node, 'parameters')?.children ?? node.children.filter(({ field }) => field === 'parameter');
    const params = list.map((param) =>
      this.raw(childAt(param, 'left') ?? childAt(param, 'pattern') ?? param.children[0] ?? param),
    );
    const body = childAt(node, 'body');
    if (body === undefined) return { name: this.nameOf(node), params, body: [], start, end };
    const inner: Stmt[] =
      body.type === 'statement_block'
        ? this.statements(body.children)
        : [{ kind: 'return', value: this.expr(body), start: body.start, end: body.end }];
    return { name: this.nameOf(node), params, body: inner, start, end };
  }

  private importStatement(node: TreeNode): Stmt {
    const source = childAt(node, 'source');
    const names: ImportedName[] = [];
    let as = '';
    const clause = node.children.find(({ type }) => type === 'import_clause');
    for (const child of clause?.children ?? []) {
      if (child.type === 'identifier') as = this.raw(child);
      else if (child.type === 'namespace_import') as = this.raw(child.children[0] ?? child);
      else
        for (const one of child.children)
          names.push({ name: this.nameOf(one), as: this.raw(childAt(one, 'alias') ?? childAt(one, 'name') ?? one) });
    }
    return {
      kind: 'import',
      module: source ? this.raw(source).slice(1, -1) : '',
      names,
      as,
      start: node.start,
      end: node.end,
    };
  }

  private op(node: TreeNode, name = node.type): Expr {
    const args = node.children.filter(({ type }) => type !== 'comment').map((child) => this.expr(child));
    return { kind: 'op', op: name, args, start: node.start, end: node.end };
  }

  private expr(node: TreeNode): Expr {
    const { start, end } = node;
    if (WRAPPERS.has(node.type) && node.children[0]) return this.expr(node.children[0]);
    switch (node.type) {
      case 'identifier':
      case 'true':
      case 'false':
      case 'this':
      case 'property_identifier':
      case 'shorthand_property_identifier':
        return { kind: 'name', name: this.raw(node), start, end };
      case 'number':
        return { kind: 'number', value: Number(this.raw(node).replaceAll('_', '')), start, end };
      case 'string':
        return { kind: 'text', value: unescapeLiteral(this.raw(node).slice(1, -1)), start, end };
      case 'template_string':
        return this.template(node);
      case 'member_expression':
        return this.member(node);
      case 'subscript_expression':
        return this.subscript(node);
      case 'call_expression':
      case 'new_expression':
        return this.call(node);
      case 'binary_expression':
        return this.binary(node);
      case 'ternary_expression':
        return this.op(node, 'either');
      case 'array':
        return { kind: 'list', items: node.children.map((child) => this.expr(child)), start, end };
      case 'object':
        return this.object(node);
      case 'arrow_function':
      case 'function_expression':
      case 'function':
        return { kind: 'function', fn: this.fn(node), start, end };
      case 'assignment_expression':
        return this.op(node, 'bind');
      default:
        return this.op(node);
    }
  }

  private template(node: TreeNode): Expr {
    const parts = node.children.map((child): Expr => {
      if (child.type === 'template_substitution' && child.children[0]) return this.expr(child.children[0]);
      return { kind: 'text', value: unescapeLiteral(this.raw(child)), start: child.start, end: child.end };
    });
    return { kind: 'join', parts, start: node.start, end: node.end };
  }

  private member(node: TreeNode): Expr {
    const on = childAt(node, 'object');
    const name = childAt(node, 'property');
    if (on === undefined || name === undefined) return this.op(node);
    return { kind: 'member', on: this.expr(on), name: this.raw(name), start: node.start, end: node.end };
  }

  private subscript(node: TreeNode): Expr {
    const on = childAt(node, 'object');
    const key = childAt(node, 'index');
    if (on === undefined || key === undefined) return this.op(node);
    return {
      kind: 'index',
      on: this.expr(on),
      key: [this.expr(key)],
      isSlice: false,
      start: node.start,
      end: node.end,
    };
  }

  private call(node: TreeNode): Expr {
    const callee = childAt(node, 'function') ?? childAt(node, 'constructor');
    if (callee === undefined) return this.op(node);
    const given = childAt(node, 'arguments')?.children ?? [];
    const args = given
      .filter(({ type }) => type !== 'comment')
      .map((arg): Argument => ({ name: null, value: this.expr(arg) }));
    return { kind: 'call', callee: this.expr(callee), args, start: node.start, end: node.end };
  }

  private binary(node: TreeNode): Expr {
    const left = childAt(node, 'left');
    const right = childAt(node, 'right');
    if (left === undefined || right === undefined) return this.op(node);
    const operator = this.text.slice(left.end, right.start).trim();
    if (operator === '+')
      return { kind: 'join', parts: [this.expr(left), this.expr(right)], start: node.start, end: node.end };
    return this.op(node, operator === '||' || operator === '&&' || operator === '??' ? 'either' : operator);
  }

  private object(node: TreeNode): Expr {
    const entries = node.children
      .filter(({ type }) => type !== 'comment')
      .map((child) => {
        const key = childAt(child, 'key');
        const value = childAt(child, 'value');
        if (key === undefined || value === undefined) {
          const isShorthand = child.type === 'shorthand_property_identifier';
          const name: Expr | null = isShorthand
            ? { kind: 'text', value: this.raw(child), start: child.start, end: child.end }
            : null;
          return { key: name, value: this.expr(child) };
        }
        const name: Expr =
          key.type === 'property_identifier'
            ? { kind: 'text', value: this.raw(key), start: key.start, end: key.end }
            : this.expr(key);
        return { key: name, value: this.expr(value) };
      });
    return { kind: 'map', entries, start: node.start, end: node.end };
  }
}
