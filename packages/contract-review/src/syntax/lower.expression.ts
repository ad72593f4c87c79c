import { childAt, type TreeNode } from '@assay/analysis/languages/code/tree';
import type { Expr, TypeNode } from './ast.ts';

const WRAPPERS = new Set(['expression', 'call_argument', 'yul_path', 'yul_identifier', 'yul_literal']);

type Text = string;

const unknown = (node: TreeNode, parts: readonly Expr[] = []): Expr => ({
  kind: 'unknown',
  start: node.start,
  end: node.end,
  parts,
});

/** Lowers Solidity expressions from the tree-sitter tree. */
export class ExpressionLowering {
  protected readonly text: Text;

  constructor(text: Text) {
    this.text = text;
  }

  raw({ start, end }: { start: number; end: number }): string {
    return this.text.slice(start, end);
  }

  type(node: TreeNode | undefined): TypeNode {
    if (node === undefined) return { kind: 'elementary', name: '' };
    const value = childAt(node, 'value_type');
    const key = childAt(node, 'key_type');
    if (value !== undefined && key !== undefined)
      return { kind: 'mapping', key: this.type(key), value: this.type(value) };
    if (childAt(node, 'parameters') !== undefined || /^function\b/.test(this.raw(node))) return { kind: 'function' };
    const [first, ...rest] = node.children.filter(({ type }) => type !== 'comment');
    if (node.type === 'type_name' && first?.type === 'type_name')
      return { kind: 'array', base: this.type(first), isFixed: rest.some(({ type }) => type === 'expression') };
    if (node.type === 'user_defined_type' || first?.type === 'user_defined_type')
      return { kind: 'user', name: this.raw(first?.type === 'user_defined_type' ? first : node) };
    if (first !== undefined && node.type === 'type_name') return this.type(first);
    return elementary(this.raw(node));
  }

  expressions(nodes: readonly TreeNode[]): Expr[] {
    return nodes.filter(({ type }) => type !== 'comment').map((node) => this.expression(node));
  }

  /** A missing expression is unknown, which must not be treated as harmless. */
  expression(node: TreeNode | undefined): Expr {
    if (node === undefined) return { kind: 'unknown', start: 0, end: 0, parts: [] };
    const [only, ...more] = node.children.filter(({ type }) => type !== 'comment');
    if (WRAPPERS.has(node.type) && only !== undefined && more.length === 0) return this.expression(only);
    const { start, end } = node;
    switch (node.type) {
      case 'identifier':
      case 'yul_identifier':
      case 'yul_evm_builtin':
        return { kind: 'id', start, end, name: this.raw(node) };
      case 'number_literal':
      case 'yul_decimal_number':
      case 'yul_hex_number':
        return { kind: 'literal', start, end, value: this.raw(node), of: 'number' };
      case 'boolean_literal':
      case 'yul_boolean':
        return { kind: 'literal', start, end, value: this.raw(node), of: 'bool' };
      case 'string_literal':
      case 'hex_string_literal':
      case 'unicode_string_literal':
      case 'yul_string_literal':
      case 'string':
        return { kind: 'literal', start, end, value: this.raw(node).replace(/^\w*["']|["']$/g, ''), of: 'text' };
      case 'parenthesized_expression': {
        const inner = this.expression(only);
        return isOpenEnded(inner) ? { ...inner, isBracketed: true } : inner;
      }
      default:
        return this.compound(node);
    }
  }

  private compound(node: TreeNode): Expr {
    const { start, end } = node;
    switch (node.type) {
      case 'member_expression':
        return lifted(this.expression(childAt(node, 'object')), end, (object, from) => ({
          kind: 'member',
          start: from,
          end,
          object,
          name: this.raw(childAt(node, 'property') ?? { start: end, end }),
        }));
      case 'array_access':
      case 'slice_access': {
        const index = childAt(node, 'index') ?? childAt(node, 'from');
        return lifted(this.expression(childAt(node, 'base')), end, (base, from) => ({
          kind: 'index',
          start: from,
          end,
          base,
          index: index === undefined ? null : this.expression(index),
        }));
      }
      case 'call_expression':
        return lifted(this.expression(childAt(node, 'function')), end, (callee, from) => this.call(callee, node, from));
      case 'struct_expression':
        return lifted(this.expression(childAt(node, 'type')), end, (callee, from) =>
          this.withOptions(callee, node, from),
        );
      case 'type_cast_expression':
      case 'payable_conversion_expression':
        return this.cast(node);
      case 'new_expression':
        return { kind: 'new', start, end, type: this.type(childAt(node, 'name')) };
      case 'meta_type_expression':
        return { kind: 'type', start, end, type: this.type(node.children[0]) };
      case 'primitive_type':
      case 'user_defined_type':
        return { kind: 'type', start, end, type: this.type(node) };
      case 'ternary_expression': {
        const [test, yes, no] = this.expressions(node.children);
        return test && yes && no ? { kind: 'choice', start, end, test, yes, no } : unknown(node);
      }
      case 'tuple_expression':
      case 'inline_array_expression':
        return { kind: 'tuple', start, end, items: this.withHoles(node) };
      default:
        return this.operation(node);
    }
  }

  private operation(node: TreeNode): Expr {
    const { start, end } = node;
    const left = childAt(node, 'left');
    const right = childAt(node, 'right');
    const argument = childAt(node, 'argument');
    switch (node.type) {
      case 'binary_expression':
      case 'augmented_assignment_expression':
      case 'assignment_expression': {
        if (left === undefined || right === undefined) return unknown(node, this.expressions(node.children));
        const op = this.raw({ start: left.end, end: right.start })
          .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
          .trim();
        const kind = node.type === 'binary_expression' ? 'binary' : 'assign';
        return { kind, start, end, op, left: this.expression(left), right: this.expression(right) };
      }
      case 'unary_expression':
      case 'update_expression': {
        if (argument === undefined) return unknown(node, this.expressions(node.children));
        const isPrefix = argument.start > start;
        const op = this.raw(isPrefix ? { start, end: argument.start } : { start: argument.end, end }).trim();
        return { kind: 'unary', start, end, op, arg: this.expression(argument), isPrefix };
      }
      case 'yul_function_call': {
        const [callee, ...args] = node.children.filter(({ type }) => type !== 'comment');
        if (callee === undefined) return unknown(node);
        return {
          kind: 'call',
          start,
          end,
          callee: this.expression(callee),
          args: this.expressions(args),
          options: {},
          isYul: true,
        };
      }
      case 'yul_path':
        return { kind: 'id', start, end, name: this.raw(node) };
      default:
        return unknown(node, this.expressions(node.children));
    }
  }

  private cast(node: TreeNode): Expr {
    const { start, end } = node;
    const argument = node.children.find(({ type }) => type === 'call_argument');
    const named = node.children.find(({ type }) => type === 'primitive_type');
    const type: TypeNode = named === undefined ? { kind: 'elementary', name: 'address payable' } : this.type(named);
    if (argument === undefined) return { kind: 'type', start, end, type };
    return { kind: 'cast', start, end, type, arg: this.expression(argument) };
  }

  private call(callee: Expr, node: TreeNode, start: number): Expr {
    const { end } = node;
    const args = node.children
      .filter(({ type, field }) => type === 'call_argument' && field !== 'function')
      .flatMap((argument) => this.argument(argument));
    // `x.call.value(1).gas(2)(data)`: in the old syntax, options are calls of their own.
    if (callee.kind === 'member' && (callee.name === 'value' || callee.name === 'gas') && args.length === 1) {
      const { object } = callee;
      const [given] = args;
      const isOption = object.kind === 'member' || object.kind === 'new' || isOptioned(object);
      if (isOption && given !== undefined) return optioned(object, { [callee.name]: given }, start, end);
    }
    if (isOptioned(callee)) return { ...callee, start, end, args, callee: callee.callee, isOptions: undefined } as Expr;
    return { kind: 'call', start, end, callee, args, options: {}, isYul: false };
  }

  private argument(node: TreeNode): Expr[] {
    const named = node.children.filter(({ type }) => type === 'call_struct_argument');
    if (named.length > 0) return named.map((one) => this.expression(childAt(one, 'value')));
    return [this.expression(node)];
  }

  private withOptions(callee: Expr, node: TreeNode, start: number): Expr {
    const options: Record<string, Expr> = {};
    for (const field of node.children.filter(({ type }) => type === 'struct_field_assignment')) {
      const name = childAt(field, 'name');
      if (name !== undefined) options[this.raw(name)] = this.expression(childAt(field, 'value'));
    }
    return optioned(callee, options, start, node.end);
  }

  /** `(a, , b)`: the tree omits empty items, so the commas determine their positions. */
  private withHoles(node: TreeNode): (Expr | null)[] {
    const items: (Expr | null)[] = [];
    let at = node.start + 1;
    const commas = (from: number, to: number): number =>
      this.text
        .slice(from, to)
        .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
        .split(',').length - 1;
    for (const child of node.children.filter(({ type }) => type !== 'comment')) {
      const skipped = commas(at, child.start) - (items.length > 0 ? 1 : 0);
      for (let hole = 0; hole < skipped; hole += 1) items.push(null);
      items.push(this.expression(child));
      at = child.end;
    }
    for (let hole = commas(at, node.end - 1); hole > 0; hole -= 1) items.push(null);
    return items;
  }
}

const elementary = (raw: string): TypeNode => {
  const name = raw.replace(/\s+/g, ' ').trim();
  if (name === 'uint') return { kind: 'elementary', name: 'uint256' };
  if (name === 'int') return { kind: 'elementary', name: 'int256' };
  return { kind: 'elementary', name: name === 'byte' ? 'bytes1' : name };
};

/** A callee with options but without arguments yet. */
type Optioned = Extract<Expr, { kind: 'call' }> & { readonly isOptions: true };
const isOptioned = (expr: Expr): expr is Optioned =>
  expr.kind === 'call' && 'isOptions' in expr && expr.isOptions === true;

function optioned(callee: Expr, options: Readonly<Record<string, Expr>>, start: number, end: number): Expr {
  const inner = isOptioned(callee) ? callee : undefined;
  const made: Optioned = {
    kind: 'call',
    start,
    end,
    callee: inner?.callee ?? callee,
    args: [],
    options: { ...inner?.options, ...options },
    isYul: false,
    isOptions: true,
  };
  return made;
}

type OpenEnded = Extract<Expr, { kind: 'unary' | 'binary' | 'assign' | 'choice' }>;
const isOpenEnded = (expr: Expr): expr is OpenEnded =>
  expr.kind === 'unary' || expr.kind === 'binary' || expr.kind === 'assign' || expr.kind === 'choice';

/**
 * The grammar parses `!a.b[c]` as `(!a).b[c]` and `x <= y[z]` as `(x <= y)[z]`, against the precedence of the language.
 */
function lifted(base: Expr, end: number, make: (base: Expr, start: number) => Expr): Expr {
  if (!isOpenEnded(base) || base.isBracketed === true || (base.kind === 'unary' && !base.isPrefix))
    return make(base, base.start);
  if (base.kind === 'unary') return { ...base, end, arg: lifted(base.arg, end, make) };
  if (base.kind === 'choice') return { ...base, end, no: lifted(base.no, end, make) };
  return { ...base, end, right: lifted(base.right, end, make) };
}
