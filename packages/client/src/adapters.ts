/** The guard in front of the tools of an agent: of the AI SDK, and of clients of the Model Context Protocol. */
import type { Subject } from './client.ts';
import type { Guarded } from './guard.ts';
import { AssayError } from './reasons.ts';

type Guard = (subject: Subject) => Promise<Guarded>;

export type ToolPolicy = {
  /** `client.guard(policy)`. */
  readonly guard: Guard;
  /** What a tool is certified as; `undefined` refuses the tool. */
  readonly subjectOf: (tool: string) => Subject | undefined;
  /** Asks a person where the guard says ask. Without it, ask means no. */
  readonly onAsk?: (tool: string, guarded: Guarded) => boolean | Promise<boolean>;
};

/** Throws AssayError unless this tool may be used now. Nothing is remembered: a certificate can be withdrawn between two calls. */
async function requireAllowed(tool: string, { guard, subjectOf, onAsk }: ToolPolicy): Promise<void> {
  const subject = subjectOf(tool);
  if (subject === undefined) throw new AssayError('not_found', `No certificate is known for the tool ${tool}.`);
  const guarded = await guard(subject);
  if (guarded.decision === 'allow') return;
  if (guarded.decision === 'ask' && onAsk !== undefined && (await onAsk(tool, guarded)) === true) return;
  const [first] = guarded.reasons;
  const why = guarded.reasons.map(({ detail }) => detail).join(' ');
  throw new AssayError(first?.code ?? 'not_valid', `The tool ${tool} may not be used: ${why || guarded.decision}`);
}

/** The tools of `generateText` or `streamText`: each `execute` runs after the guard has allowed it. */
export function guardTools<Tools extends object>(tools: Tools, policy: ToolPolicy): Tools {
  const guarded = Object.entries(tools).map(([name, tool]: [string, unknown]) => {
    const execute = (tool as { execute?: unknown } | null)?.execute;
    // A tool without `execute` runs elsewhere, where no guard can stand in front of it.
    if (typeof execute !== 'function') throw new TypeError(`The tool ${name} has no execute function to guard.`);
    const run = async (...args: unknown[]): Promise<unknown> => {
      await requireAllowed(name, policy);
      return Reflect.apply(execute, tool, args);
    };
    return [name, { ...(tool as object), execute: run }];
  });
  return Object.fromEntries(guarded) as Tools;
}

type ToolCaller = { callTool: (params: { name: string }, ...rest: never[]) => unknown };

/** A client of an MCP server whose `callTool` asks the guard first. Every other member is that of the client. */
export function guardMcpClient<Client extends ToolCaller>(client: Client, policy: ToolPolicy): Client {
  const callTool = async (params: { name: string }, ...rest: unknown[]): Promise<unknown> => {
    const { name } = params;
    await requireAllowed(name, policy);
    return Reflect.apply(client.callTool, client, [{ ...params, name }, ...rest]);
  };
  return new Proxy(client, {
    get: (target, member) => {
      if (member === 'callTool') return callTool;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
