import type { ArrowFunctionExpression, Function as NamedFunction, Node } from 'oxc-parser';
import {
  type Argument,
  type Expr,
  type FunctionNode,
  fallsBack,
  type ImportedName,
  SHELL_TAG,
  type Stmt,
} from './ir.ts';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Child nodes in source order, for every node type. */
function childrenOf(node: Node): Node[] {
  const members = new Map<string, unknown>(Object.entries(node));
  return (keysOf[node.type] ?? []).flatMap((key) => {
    const value = members.get(key);
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

const op = (node: Node, name: string): Expr => ({
  kind: 'op',
  op: name,
  args: childrenOf(node).map(lowerExpr),
  start: node.start,
  end: node.end,
});

/** Maximum depth of a tree that is lowered: every consumer of the result recurses over it. */
const LOWER_DEPTH_MAX = 1_000;

class DepthError extends Error {}

type ChildKeys = Readonly<Record<string, readonly string[]>>;

let depth = 0;
/** The parser's own table of child keys. It is set when the parser is loaded. */
let keysOf: ChildKeys = {};

/** ESTree statements in the IR; `undefined` if they nest too deep. */
export function lowerProgram(nodes: readonly Node[], childKeys: ChildKeys): Stmt[] | undefined {
  depth = 0;
  keysOf = childKeys;
  try {
    return lowerStatements(nodes);
  } catch (error) {
    if (error instanceof DepthError) return undefined;
    throw error;
  }
}

const lowerStatements = (nodes: readonly Node[]): Stmt[] => nodes.flatMap(lowerStatement);

/** Lowers one level deeper. An explicit counter is deterministic; the stack limit depends on the machine. */
function descend<Lowered>(lower: (node: Node) => Lowered, node: Node): Lowered {
  if (depth >= LOWER_DEPTH_MAX) throw new DepthError('nested too deep');
  depth += 1;
  const lowered = lower(node);
  depth -= 1;
  return lowered;
}

const lowerStatement = (node: Node): Stmt[] => descend(lowerAnyStatement, node);

const lowerExpr = (node: Node): Expr => descend(lowerAnyExpr, node);

function lowerAnyStatement(node: Node): Stmt[] {
  const { start, end } = node;
  switch (node.type) {
    case 'ExpressionStatement':
      return lowerExpressionStatement(node.expression);
    case 'VariableDeclaration':
      return node.declarations.flatMap((one) =>
        one.init === null ? [] : lowerBinding(one.id, lowerExpr(one.init), one.start, one.end),
      );
    case 'FunctionDeclaration':
      return [{ kind: 'function', fn: lowerFunction(node), start, end }];
    case 'ClassDeclaration':
      return [{ kind: 'class', name: node.id?.name ?? '', body: lowerClassBody(node.body.body), start, end }];
    case 'ReturnStatement':
      return [{ kind: 'return', value: node.argument === null ? null : lowerExpr(node.argument), start, end }];
    case 'ImportDeclaration':
      return [lowerImport(node)];
    case 'ExportNamedDeclaration':
      return node.declaration === null ? [] : lowerStatement(node.declaration);
    case 'ExportDefaultDeclaration':
      return lowerStatement(node.declaration);
    case 'ForOfStatement':
    case 'ForInStatement':
      return lowerForEach(node);
    case 'IfStatement':
      return [lowerBlock(node, 'if')];
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return [lowerBlock(node, 'loop')];
    case 'TryStatement':
      return [lowerBlock(node, 'try')];
    case 'SwitchStatement':
      return [lowerBlock(node, 'if')];
    case 'BlockStatement':
    case 'SwitchCase':
    case 'CatchClause':
    case 'LabeledStatement':
    case 'StaticBlock':
      return [lowerBlock(node, 'plain')];
    default:
      return [{ kind: 'do', value: lowerExpr(node), start, end }];
  }
}

function lowerExpressionStatement(node: Node): Stmt[] {
  const { start, end } = node;
  if (node.type === 'AssignmentExpression') return lowerAssignment(node);
  if (node.type === 'SequenceExpression') return node.expressions.flatMap(lowerExpressionStatement);
  if (node.type === 'YieldExpression' && node.argument !== null) {
    // A yielded value is one of the values that the generator returns.
    const value = lowerExpr(node.argument);
    return [
      { kind: 'return', value: node.delegate ? value : { kind: 'list', items: [value], start, end }, start, end },
    ];
  }
  return [{ kind: 'do', value: lowerExpr(node), start, end }];
}

function lowerAssignment(node: Extract<Node, { type: 'AssignmentExpression' }>): Stmt[] {
  const { start, end } = node;
  const right = lowerExpr(node.right);
  if (node.operator === '=') {
    const chained = node.right.type === 'AssignmentExpression' ? lowerAssignment(node.right) : [];
    return [...chained, ...lowerBinding(node.left, right, start, end)];
  }
  const target = lowerExpr(node.left);
  return [
    { kind: 'assign', targets: [target], value: { kind: 'join', parts: [target, right], start, end }, start, end },
  ];
}

const isStatement = (node: Node): boolean => /(?:Statement|Declaration|Clause|SwitchCase)$/.test(node.type);

function lowerBlock(node: Node, role: 'if' | 'loop' | 'try' | 'plain'): Stmt {
  const children = childrenOf(node);
  return {
    kind: 'block',
    role,
    head: children.filter((child) => !isStatement(child)).map(lowerExpr),
    body: children.filter(isStatement).flatMap(lowerStatement),
    start: node.start,
    end: node.end,
  };
}

function lowerForEach(node: Extract<Node, { type: 'ForOfStatement' | 'ForInStatement' }>): Stmt[] {
  const { start, end } = node;
  const each: Expr = { kind: 'op', op: 'each', args: [lowerExpr(node.right)], start, end: node.right.end };
  const [declared] = node.left.type === 'VariableDeclaration' ? node.left.declarations : [];
  const target = declared?.id ?? node.left;
  const body = lowerStatement(node.body);
  return [...lowerBinding(target, each, start, end), { kind: 'block', role: 'loop', head: [], body, start, end }];
}

/** One assignment for a plain name, or one per name of a destructuring pattern. */
function lowerBinding(target: Node, value: Expr, start: number, end: number): Stmt[] {
  switch (target.type) {
    case 'ObjectPattern':
      return target.properties.flatMap((property): Stmt[] => {
        if (property.type === 'RestElement') return lowerBinding(property.argument, value, start, end);
        const key = property.key.type === 'Identifier' ? property.key.name : '';
        return lowerBinding(property.value, { kind: 'member', on: value, name: key, start, end }, start, end);
      });
    case 'ArrayPattern':
      return target.elements.flatMap((element, index): Stmt[] => {
        if (element === null) return [];
        const key: Expr = { kind: 'number', value: index, start, end };
        return lowerBinding(element, { kind: 'index', on: value, key: [key], isSlice: false, start, end }, start, end);
      });
    case 'AssignmentPattern':
      return lowerBinding(target.left, value, start, end);
    default:
      return [{ kind: 'assign', targets: [lowerExpr(target)], value, start, end }];
  }
}

function paramName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'AssignmentPattern') return paramName(node.left);
  if (node.type === 'RestElement') return paramName(node.argument);
  if (node.type === 'TSParameterProperty') return paramName(node.parameter);
  return '';
}

type FunctionLike = NamedFunction | ArrowFunctionExpression;

function lowerFunction(node: FunctionLike): FunctionNode {
  const { start, end } = node;
  const name = node.type === 'ArrowFunctionExpression' ? '' : (node.id?.name ?? '');
  const params = node.params.map(paramName);
  // The names of a destructured parameter read from the parameter itself, so that taint of the argument reaches them.
  const unpack = node.params.flatMap((param, index): Stmt[] => {
    const pattern = param.type === 'AssignmentPattern' ? param.left : param;
    if (pattern.type !== 'ObjectPattern' && pattern.type !== 'ArrayPattern') return [];
    params[index] = `#${index}`;
    return lowerBinding(pattern, { kind: 'name', name: `#${index}`, start, end }, start, end);
  });
  const body = node.body;
  if (body === null || body === undefined) return { name, params, body: [], start, end };
  const isExpression = body.type !== 'BlockStatement';
  const inner: Stmt[] = isExpression
    ? [{ kind: 'return', value: lowerExpr(body), start: body.start, end: body.end }]
    : childrenOf(body).flatMap(lowerStatement);
  const defaults = node.params.flatMap((param): Stmt[] =>
    param.type === 'AssignmentPattern' ? [fallsBack(paramName(param), lowerExpr(param.right))] : [],
  );
  const restAt = node.params.findIndex(({ type }) => type === 'RestElement');
  return {
    name,
    params,
    body: [...defaults, ...unpack, ...inner],
    ...(restAt === -1 ? {} : { restAt }),
    start,
    end,
  };
}

function lowerClassBody(members: readonly Node[]): Stmt[] {
  return members.flatMap((member): Stmt[] => {
    const { start, end } = member;
    if (member.type === 'MethodDefinition') {
      const name = member.key.type === 'Identifier' ? member.key.name : '';
      const isGetter = member.kind === 'get';
      return [{ kind: 'function', fn: { ...lowerFunctionValue(member.value), name, isGetter }, start, end }];
    }
    if (member.type === 'PropertyDefinition' && member.value !== null) {
      const name = member.key.type === 'Identifier' ? member.key.name : '';
      const on: Expr = { kind: 'name', name: 'this', start, end };
      return [
        {
          kind: 'assign',
          targets: [{ kind: 'member', on, name, start, end }],
          value: lowerExpr(member.value),
          start,
          end,
        },
      ];
    }
    return childrenOf(member).flatMap(lowerStatement);
  });
}

function lowerFunctionValue(node: Node): FunctionNode {
  if (
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionDeclaration'
  )
    return lowerFunction(node);
  return { name: '', params: [], body: [], start: node.start, end: node.end };
}

function lowerImport(node: Extract<Node, { type: 'ImportDeclaration' }>): Stmt {
  const names: ImportedName[] = [];
  let as = '';
  for (const specifier of node.specifiers) {
    if (specifier.type === 'ImportSpecifier') {
      const name = specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
      names.push({ name, as: specifier.local.name });
    } else as = specifier.local.name;
  }
  return { kind: 'import', module: node.source.value, names, as, start: node.start, end: node.end };
}

function lowerAnyExpr(node: Node): Expr {
  const { start, end } = node;
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return { kind: 'name', name: node.name, start, end };
    case 'ThisExpression':
      return { kind: 'name', name: 'this', start, end };
    case 'Literal':
      if (typeof node.value === 'string') return { kind: 'text', value: node.value, start, end };
      if (typeof node.value === 'number') return { kind: 'number', value: node.value, start, end };
      return { kind: 'name', name: String(node.value), start, end };
    case 'TemplateLiteral':
      return lowerTemplate(node);
    case 'MemberExpression':
      return lowerMember(node);
    case 'CallExpression':
    case 'NewExpression':
      return { kind: 'call', callee: lowerExpr(node.callee), args: node.arguments.map(toArgument), start, end };
    case 'TaggedTemplateExpression':
      return lowerTagged(node);
    case 'ImportExpression': {
      const callee: Expr = { kind: 'name', name: 'import', start, end };
      return { kind: 'call', callee, args: [toArgument(node.source)], start, end };
    }
    case 'BinaryExpression':
      if (node.operator === '+')
        return { kind: 'join', parts: [lowerExpr(node.left), lowerExpr(node.right)], start, end };
      return op(node, node.operator);
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return op(node, 'either');
    case 'ArrayExpression':
      return { kind: 'list', items: node.elements.filter((item) => item !== null).map(lowerExpr), start, end };
    case 'ObjectExpression':
      return lowerObject(node);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return { kind: 'function', fn: lowerFunction(node), start, end };
    case 'AssignmentExpression':
      return op(node, 'bind');
    case 'SpreadElement':
      return op(node, 'spread');
    case 'AwaitExpression':
    case 'YieldExpression':
    case 'UnaryExpression':
      return node.argument === null ? op(node, node.type) : lowerExpr(node.argument);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return lowerExpr(node.expression);
    default:
      return op(node, node.type);
  }
}

const toArgument = (node: Node): Argument => ({ name: null, value: lowerExpr(node) });

function lowerTemplate(node: Extract<Node, { type: 'TemplateLiteral' }>): Expr {
  const parts: Expr[] = [];
  for (const [index, quasi] of node.quasis.entries()) {
    const value = quasi.value.cooked ?? quasi.value.raw;
    if (value !== '') parts.push({ kind: 'text', value, start: quasi.start, end: quasi.end });
    const slot = node.expressions[index];
    if (slot !== undefined && isNode(slot)) parts.push(lowerExpr(slot));
  }
  const { start, end } = node;
  const [only] = parts;
  if (only === undefined) return { kind: 'text', value: '', start, end };
  return parts.length === 1 && only.kind === 'text' ? { ...only, start, end } : { kind: 'join', parts, start, end };
}

/** `$`, `zx.$`, `$({ cwd })`, `$.sync`: the template tag that runs commands, in any library. */
function isShellTag(tag: Node): boolean {
  if (tag.type === 'CallExpression') return isShellTag(tag.callee);
  if (tag.type === 'MemberExpression')
    return (!tag.computed && tag.property.type === 'Identifier' && tag.property.name === '$') || isShellTag(tag.object);
  return tag.type === 'Identifier' && tag.name === '$';
}

/**
 * A tag function receives the texts and the interpolated values. The analysis sees both the call and the complete text.
 */
function lowerTagged(node: Extract<Node, { type: 'TaggedTemplateExpression' }>): Expr {
  const { start, end, quasi } = node;
  const texts = quasi.quasis.map(
    (one): Expr => ({ kind: 'text', value: one.value.cooked ?? one.value.raw, start: one.start, end: one.end }),
  );
  if (isShellTag(node.tag)) {
    const callee: Expr = { kind: 'name', name: SHELL_TAG, start, end };
    return { kind: 'call', callee, args: [{ name: null, value: lowerTemplate(quasi) }], start, end };
  }
  const args: Argument[] = [
    { name: null, value: { kind: 'list', items: texts, start, end } },
    ...quasi.expressions.map(toArgument),
  ];
  const call: Expr = { kind: 'call', callee: lowerExpr(node.tag), args, start, end };
  return { kind: 'op', op: node.type, args: [lowerExpr(node.tag), lowerTemplate(quasi), call], start, end };
}

function lowerMember(node: Extract<Node, { type: 'MemberExpression' }>): Expr {
  const { start, end } = node;
  const on = lowerExpr(node.object);
  if (!node.computed) return { kind: 'member', on, name: node.property.name, start, end };
  const key = lowerExpr(node.property);
  if (key.kind === 'text') return { kind: 'member', on, name: key.value, start, end };
  return { kind: 'index', on, key: [key], isSlice: false, start, end };
}

function lowerObject(node: Extract<Node, { type: 'ObjectExpression' }>): Expr {
  const entries = node.properties.map((property) => {
    if (property.type === 'SpreadElement') return { key: null, value: lowerExpr(property.argument) };
    const { key } = property;
    const isName = key.type === 'Identifier' && !property.computed;
    const name: Expr = isName ? { kind: 'text', value: key.name, start: key.start, end: key.end } : lowerExpr(key);
    const value = lowerExpr(property.value);
    if (property.kind !== 'get' || value.kind !== 'function') return { key: name, value };
    return { key: name, value: { ...value, fn: { ...value.fn, isGetter: true } } };
  });
  return { kind: 'map', entries, start: node.start, end: node.end };
}
