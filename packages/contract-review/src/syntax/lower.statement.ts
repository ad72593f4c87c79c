import { childAt, childrenAt, type TreeNode } from '@assay/analysis/languages/code/tree';
import type { Expr, Stmt, Variable } from './ast.ts';
import { ExpressionLowering } from './lower.expression.ts';

const NOTHING: Stmt = { kind: 'block', start: 0, end: 0, body: [], isUnchecked: false };
const isCode = ({ type }: TreeNode): boolean => type !== 'comment';

/** Lowers Solidity and Yul statements. */
export class StatementLowering extends ExpressionLowering {
  block(node: TreeNode): Stmt {
    const { start, end, children } = node;
    const body = children.filter((child) => isCode(child) && child.type !== 'unchecked');
    return {
      kind: 'block',
      start,
      end,
      body: body.map((child) => this.statement(child)),
      isUnchecked: children.some(({ type }) => type === 'unchecked'),
    };
  }

  variable(node: TreeNode): Variable {
    const name = childAt(node, 'name');
    const location = /\b(storage|memory|calldata)\b/.exec(
      this.raw({ start: childAt(node, 'type')?.end ?? node.start, end: name?.start ?? node.end }),
    )?.[1];
    return {
      start: name?.start ?? node.start,
      end: name?.end ?? node.end,
      name: name === undefined ? '' : this.raw(name),
      type: this.type(childAt(node, 'type')),
      location: (location ?? '') as Variable['location'],
    };
  }

  statement(node: TreeNode | undefined): Stmt {
    if (node === undefined) return NOTHING;
    const { start, end } = node;
    const code = node.children.filter(isCode);
    switch (node.type) {
      case 'statement':
        return this.statement(code[0]);
      case 'block_statement':
      case 'function_body':
        return this.block(node);
      case 'expression_statement':
        return this.plain(node, this.expression(code[0]));
      case 'if_statement': {
        const [yes, no] = childrenAt(node, 'body');
        return {
          kind: 'if',
          start,
          end,
          test: this.expression(childAt(node, 'condition')),
          yes: this.statement(yes),
          no: no === undefined ? null : this.statement(no),
        };
      }
      case 'for_statement':
      case 'while_statement':
      case 'do_while_statement':
        return this.loop(node);
      case 'variable_declaration_statement':
        return this.declaration(node);
      case 'return_statement':
        return { kind: 'return', start, end, value: code[0] === undefined ? null : this.expression(code[0]) };
      case 'emit_statement':
        return { kind: 'emit', start, end, call: { kind: 'unknown', start, end, parts: this.expressions(code) } };
      case 'revert_statement':
        return { kind: 'revert', start, end, args: this.expressions(code) };
      case 'try_statement':
        return this.attempt(node);
      case 'assembly_statement':
        return { kind: 'assembly', start, end, body: this.yul(code) };
      case 'break_statement':
      case 'continue_statement':
        return { kind: 'leave', start, end };
      default:
        return { kind: 'expr', start, end, expr: { kind: 'unknown', start, end, parts: this.expressions(code) } };
    }
  }

  /** The grammar parses `_`, `throw` and `revert()` as expressions. */
  private plain({ start, end }: TreeNode, expr: Expr): Stmt {
    if (expr.kind === 'id' && expr.name === '_') return { kind: 'placeholder', start, end };
    if (expr.kind === 'id' && expr.name === 'throw') return { kind: 'revert', start, end, args: [] };
    const isRevert = expr.kind === 'call' && expr.callee.kind === 'id' && expr.callee.name === 'revert';
    return isRevert ? { kind: 'revert', start, end, args: expr.args } : { kind: 'expr', start, end, expr };
  }

  private loop(node: TreeNode): Stmt {
    const init = childAt(node, 'initial');
    const test = childAt(node, 'condition');
    const update = childAt(node, 'update');
    const condition = test?.type === 'expression_statement' ? test.children.filter(isCode)[0] : test;
    return {
      kind: 'loop',
      start: node.start,
      end: node.end,
      init: init === undefined ? null : this.statement(init),
      test: condition === undefined ? null : this.expression(condition),
      update: update === undefined ? null : this.expression(update),
      body: this.statement(childAt(node, 'body')),
    };
  }

  private declaration(node: TreeNode): Stmt {
    const { start, end } = node;
    const value = childAt(node, 'value');
    const tuple = node.children.find(({ type }) => type === 'variable_declaration_tuple');
    const single = node.children.find(({ type }) => type === 'variable_declaration');
    const names = tuple === undefined ? (single === undefined ? [] : [this.variable(single)]) : this.names(tuple);
    return { kind: 'declare', start, end, names, value: value === undefined ? null : this.expression(value) };
  }

  /** `(bool ok, )` and `var (a, b)`. */
  private names(tuple: TreeNode): (Variable | null)[] {
    const parts = this.raw(tuple)
      .replace(/^\(|\)$/g, '')
      .split(',');
    const known = tuple.children.filter(isCode).map((child) =>
      child.type === 'identifier'
        ? {
            start: child.start,
            end: child.end,
            name: this.raw(child),
            type: { kind: 'elementary', name: 'var' } as const,
            location: '' as const,
          }
        : this.variable(child),
    );
    if (parts.length <= known.length) return known;
    let next = 0;
    return parts.map((part) => (part.trim() === '' ? null : (known[next++] ?? null)));
  }

  private attempt(node: TreeNode): Stmt {
    const catches = node.children.filter(({ type }) => type === 'catch_clause');
    return {
      kind: 'try',
      start: node.start,
      end: node.end,
      call: this.expression(childAt(node, 'attempt')),
      returns: node.children.filter(({ type }) => type === 'parameter').map((child) => this.variable(child)),
      body: this.statement(childAt(node, 'body')),
      catches: catches.map((clause) => this.statement(childAt(clause, 'body'))),
    };
  }

  private yul(nodes: readonly TreeNode[]): Stmt[] {
    return nodes.filter(isCode).flatMap((node) => this.yulStatement(node));
  }

  private yulBlock(node: TreeNode | undefined): Stmt {
    if (node === undefined) return NOTHING;
    return { kind: 'block', start: node.start, end: node.end, body: this.yul(node.children), isUnchecked: false };
  }

  private yulStatement(node: TreeNode): Stmt[] {
    const { start, end } = node;
    const code = node.children.filter(isCode);
    const blocks = code.filter(({ type }) => type === 'yul_block');
    switch (node.type) {
      case 'assembly_flags':
      case 'string':
        return [];
      case 'yul_block':
        return [this.yulBlock(node)];
      case 'yul_variable_declaration': {
        const right = childAt(node, 'right');
        const names = childrenAt(node, 'left').map((name) => ({
          start: name.start,
          end: name.end,
          name: this.raw(name),
          type: { kind: 'elementary', name: 'uint256' } as const,
          location: '' as const,
        }));
        return [{ kind: 'declare', start, end, names, value: right === undefined ? null : this.expression(right) }];
      }
      case 'yul_assignment': {
        const [left, right] = code;
        if (left === undefined || right === undefined) return [];
        const expr: Expr = {
          kind: 'assign',
          start,
          end,
          op: '=',
          left: this.expression(left),
          right: this.expression(right),
        };
        return [{ kind: 'expr', start, end, expr }];
      }
      case 'yul_if_statement':
        return [{ kind: 'if', start, end, test: this.expression(code[0]), yes: this.yulBlock(blocks[0]), no: null }];
      case 'yul_for_statement':
        return [this.yulLoop(node, code, blocks)];
      case 'yul_switch_statement':
        return [
          { kind: 'expr', start, end: code[0]?.end ?? end, expr: this.expression(code[0]) },
          ...blocks.map((block) => this.yulBlock(block)),
        ];
      case 'yul_function_definition':
        return blocks.map((block) => this.yulBlock(block));
      default:
        return [{ kind: 'expr', start, end, expr: this.expression(node) }];
    }
  }

  private yulLoop({ start, end }: TreeNode, code: readonly TreeNode[], blocks: readonly TreeNode[]): Stmt {
    const [init, update, body] = blocks;
    const test = code.find(({ type }) => type !== 'yul_block');
    const parts = [
      ...(body === undefined ? [] : this.yul(body.children)),
      ...(update === undefined ? [] : this.yul(update.children)),
    ];
    return {
      kind: 'loop',
      start,
      end,
      init: this.yulBlock(init),
      test: test === undefined ? null : this.expression(test),
      update: null,
      body: { kind: 'block', start, end, body: parts, isUnchecked: false },
    };
  }
}
