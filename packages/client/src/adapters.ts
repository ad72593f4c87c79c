/** Guards the tools of an agent: of the AI SDK, and of Model Context Protocol clients. */
import type { Subject } from './client.ts';
import type { Guarded } from './guard.ts';
import { AssayError } from './reasons.ts';

type Guard = (subject: Subject) => Promise<Guarded>;

export type ToolPolicy = {
  /** `client.guard(policy)`. */
  readonly guard: Guard;
  /** The certified subject of a tool. `undefined` refuses the tool. */
  readonly subjectOf: (tool: string) => Subject | undefined;
  /** Asks a person when the guard says `ask`. Without it, `ask` means no. */
  readonly onAsk?: (tool: string, guarded: Guarded) => boolean | Promise<boolean>;
};

/** Throws AssayError unless this tool may be used now. Caches nothing, because a certificate can be withdrawn between two calls. */
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

/** The tools of `generateText` or `streamText`: each `execute` runs only after the guard allows it. */
export function guardTools<Tools extends object>(tools: Tools, policy: ToolPolicy): Tools {
  const guarded = Object.entries(tools).map(([name, tool]: [string, unknown]) => {
    const execute = (tool as { execute?: unknown } | null)?.execute;
    // A tool without `execute` runs elsewhere, out of reach of the guard.
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

/** Wraps an MCP client so that `callTool` asks the guard first. All other members stay unchanged. */
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
