import { parse, type ScriptNode, type StatementNode } from 'just-bash';

/** The command with which instrumented shell code reports its progress. */
export const MARK_COMMAND = '__assay_mark';

export type ShellOutline = {
  /** Human-readable place of each branch and function body, by mark number. */
  places: string[];
  /** Source text of each background statement, by mark number. */
  background: string[];
  /** Names of variables the code expands. */
  variables: Set<string>;
};

type Outlining = ShellOutline & { scriptPath: string; firstLine: number };

/**
 * Adds a mark to the start of every branch and function and before every background statement, and inserts the script's
 * own path where it asks for it. Changes the tree in place.
 */
export function instrument(ast: ScriptNode, scriptPath: string, firstLine: number): ShellOutline {
  const outline: Outlining = { places: [], background: [], variables: new Set(), scriptPath, firstLine };
  visit(ast, outline);
  return outline;
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const isStatement = (value: unknown): value is StatementNode => isNode(value) && value.type === 'Statement';

function visit(value: unknown, outline: Outlining): void {
  if (Array.isArray(value)) {
    markBackground(value, outline);
    for (const item of value) visit(item, outline);
    return;
  }
  if (!isNode(value)) return;
  nameOwnPath(value, outline);
  for (const child of Object.values(value)) visit(child, outline);
  // After the children, so that marks themselves are not visited.
  if (value.type === 'If' && Array.isArray(value.clauses)) {
    for (const clause of value.clauses) if (isNode(clause)) markBranch(clause.body, 'branch', outline);
    markBranch(value.elseBody, 'else branch', outline);
  }
  if (value.type === 'CaseItem') markBranch(value.body, 'case', outline);
  if (value.type === 'FunctionDef' && isNode(value.body))
    markBranch(value.body.body, `function ${String(value.name)}`, outline);
}

function markBranch(body: unknown, label: string, outline: Outlining): void {
  if (!Array.isArray(body) || body.length === 0) return;
  const line = firstLineOf(body);
  const mark =
    outline.places.push(`${label}${line === undefined ? '' : ` at line ${line + outline.firstLine - 1}`}`) - 1;
  body.unshift(...parse(`${MARK_COMMAND} branch ${mark}`).statements);
}

function markBackground(body: unknown[], outline: Outlining): void {
  for (let index = body.length - 1; index >= 0; index -= 1) {
    const statement = body[index];
    if (!isStatement(statement) || !statement.background) continue;
    const mark = outline.background.push(statement.sourceText ?? 'background process') - 1;
    body.splice(index, 0, ...parse(`${MARK_COMMAND} background ${mark}`).statements);
  }
}

function nameOwnPath(node: Node, outline: Outlining): void {
  if (node.type !== 'ParameterExpansion' || typeof node.parameter !== 'string') return;
  outline.variables.add(node.parameter);
  if (!/^(?:0|BASH_SOURCE(?:\[0\])?)$/.test(node.parameter) || node.operation) return;
  node.type = 'Literal';
  node.value = outline.scriptPath;
}

function firstLineOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return firstOf(value);
  if (!isNode(value)) return undefined;
  return typeof value.line === 'number' ? value.line : firstOf(Object.values(value));
}
function firstOf(values: unknown[]): number | undefined {
  for (const value of values) {
    const line = firstLineOf(value);
    if (line !== undefined) return line;
  }
  return undefined;
}

/** Functions and variables of a script, without the statements that use them. */
export const definitionsOf = ({ statements }: ScriptNode): StatementNode[] =>
  statements.filter(({ pipelines }) =>
    pipelines.every(({ commands }) =>
      commands.every(
        (command) =>
          command.type === 'FunctionDef' ||
          (command.type === 'SimpleCommand' && (command.name === null || isDeclaration(command.name))),
      ),
    ),
  );

const isDeclaration = (name: unknown): boolean =>
  /"value":"(?:export|readonly|declare|source|\.)"/.test(JSON.stringify(name));
