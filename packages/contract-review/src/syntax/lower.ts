import { type CopiedTree, childAt, childrenAt, type TreeNode } from '@assay/analysis/languages/code/tree';
import type {
  ContractNode,
  Fn,
  FunctionKind,
  Invocation,
  SourceUnit,
  StateVariable,
  Struct,
  Visibility,
} from './ast.ts';
import { StatementLowering } from './lower.statement.ts';

const VISIBILITIES: readonly Visibility[] = ['public', 'external', 'internal', 'private'];
const MUTABILITIES = ['payable', 'view', 'pure'] as const;
const CONTRACTS = {
  contract_declaration: 'contract',
  interface_declaration: 'interface',
  library_declaration: 'library',
} as const;

/** Lowers the tree of one file to the detectors' AST. */
export function lowerSolidity(tree: CopiedTree, text: string, file: string): SourceUnit {
  return new UnitLowering(text, file).unit(tree);
}

class UnitLowering extends StatementLowering {
  private readonly file: string;

  constructor(text: string, file: string) {
    super(text);
    this.file = file;
  }

  unit({ root, errorPermille, isTruncated }: CopiedTree): SourceUnit {
    const of = (type: string): TreeNode[] => root.children.filter((child) => child.type === type);
    return {
      file: this.file,
      text: this.text,
      pragma: this.pragma(of('pragma_directive')),
      imports: of('import_directive').flatMap((node) => {
        const source = childAt(node, 'source');
        if (source === undefined) return [];
        return [{ start: node.start, end: node.end, path: this.raw(source).replace(/^["']|["']$/g, '') }];
      }),
      contracts: root.children.flatMap((node) => this.contract(node)),
      functions: of('function_definition').map((node) => this.fn(node)),
      structs: of('struct_declaration').map((node) => this.struct(node)),
      constants: of('constant_variable_declaration').map((node) => this.stateVariable(node)),
      comments: [...findAll(root, 'comment')].map(({ start, end }) => ({ start, end })),
      errorPermille,
      isTruncated,
      errors: [...findAll(root, 'ERROR')].slice(0, ERRORS_MAX).map(({ start, end }) => ({ start, end })),
    };
  }

  private pragma(nodes: readonly TreeNode[]): string | null {
    const written = nodes.map((node) => /^pragma\s+solidity\s+([^;]+);?$/.exec(this.raw(node))?.[1]);
    return written.find((one) => one !== undefined)?.trim() ?? null;
  }

  private contract(node: TreeNode): ContractNode[] {
    const kind = CONTRACTS[node.type as keyof typeof CONTRACTS];
    const nameAt = childAt(node, 'name');
    if (kind === undefined || nameAt === undefined) return [];
    const members = childAt(node, 'body')?.children ?? [];
    const of = (...types: string[]): TreeNode[] => members.filter(({ type }) => types.includes(type));
    const functions = of('function_definition', 'constructor_definition', 'fallback_receive_definition');
    return [
      {
        kind,
        start: node.start,
        end: node.end,
        name: this.raw(nameAt),
        nameAt: { start: nameAt.start, end: nameAt.end },
        bases: node.children.filter(({ type }) => type === 'inheritance_specifier').map((base) => this.base(base)),
        variables: of('state_variable_declaration').map((member) => this.stateVariable(member)),
        functions: functions.map((member) => this.fn(member, this.raw(nameAt))),
        modifiers: of('modifier_definition').map((member) => this.fn(member)),
        structs: of('struct_declaration').map((member) => this.struct(member)),
        enums: of('enum_declaration').flatMap((member) => this.nameOf(member) ?? []),
        events: of('event_definition').flatMap((member) => this.nameOf(member) ?? []),
        file: this.file,
      },
    ];
  }

  private nameOf(node: TreeNode): string | undefined {
    const name = childAt(node, 'name');
    return name === undefined ? undefined : this.raw(name);
  }

  private base(node: TreeNode): Invocation {
    const ancestor = childAt(node, 'ancestor') ?? node;
    const args = childrenAt(node, 'ancestor_arguments').filter(({ type }) => type === 'call_argument');
    return { start: node.start, end: node.end, name: this.raw(ancestor), args: this.expressions(args) };
  }

  private struct(node: TreeNode): Struct {
    const members = childAt(node, 'body')?.children.filter(({ type }) => type === 'struct_member') ?? [];
    return { name: this.nameOf(node) ?? '', members: members.map((member) => this.variable(member)) };
  }

  private stateVariable(node: TreeNode): StateVariable {
    const value = childAt(node, 'value');
    const type = childAt(node, 'type');
    const words = this.raw({ start: type?.end ?? node.start, end: value?.start ?? node.end }).split(/[^\w]+/);
    return {
      ...this.variable(node),
      start: node.start,
      end: node.end,
      visibility: VISIBILITIES.find((one) => words.includes(one)) ?? null,
      isConstant: words.includes('constant') || node.type === 'constant_variable_declaration',
      isImmutable: words.includes('immutable'),
      value: value === undefined ? null : this.expression(value),
      file: this.file,
    };
  }

  private fn(node: TreeNode, contractName = ''): Fn {
    const nameAt = childAt(node, 'name');
    const body = childAt(node, 'body');
    const written = nameAt === undefined ? '' : this.raw(nameAt);
    const words = node.children
      .filter(({ type }) => type === 'visibility' || type === 'state_mutability')
      .map((child) => this.raw(child));
    const returns = childAt(node, 'return_type');
    return {
      kind: this.kindOf(node, written, contractName),
      name: written,
      nameAt: { start: nameAt?.start ?? node.start, end: nameAt?.end ?? Math.min(node.start + 11, node.end) },
      start: node.start,
      end: node.end,
      params: node.children.filter(({ type }) => type === 'parameter').map((child) => this.variable(child)),
      returns: (returns?.children ?? [])
        .filter(({ type }) => type === 'parameter')
        .map((child) => this.variable(child)),
      visibility: VISIBILITIES.find((one) => words.includes(one)) ?? null,
      mutability: words.includes('constant') ? 'view' : (MUTABILITIES.find((one) => words.includes(one)) ?? ''),
      invocations: node.children
        .filter(({ type }) => type === 'modifier_invocation')
        .map((child) => this.invocation(child)),
      body: body === undefined ? null : this.block(body),
      file: this.file,
    };
  }

  private kindOf(node: TreeNode, name: string, contractName: string): FunctionKind {
    if (node.type === 'modifier_definition') return 'modifier';
    if (node.type === 'constructor_definition') return 'constructor';
    if (node.type === 'fallback_receive_definition')
      return /^\s*receive\b/.test(this.raw(node)) ? 'receive' : 'fallback';
    // Before 0.4.22, a function with the contract's name was its constructor.
    if (name !== '' && name === contractName) return 'constructor';
    return name === '' ? 'fallback' : 'function';
  }

  private invocation(node: TreeNode): Invocation {
    const args = node.children.filter(({ type }) => type === 'call_argument');
    const head = this.raw({ start: node.start, end: args[0]?.start ?? node.end });
    return { start: node.start, end: node.end, name: head.replace(/\(.*$/s, '').trim(), args: this.expressions(args) };
  }
}

const ERRORS_MAX = 20;

function* findAll(node: TreeNode, type: string): Generator<TreeNode> {
  for (const child of node.children) {
    if (child.type === type) yield child;
    yield* findAll(child, type);
  }
}
