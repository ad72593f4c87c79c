import type { DataTag } from '@assay/analysis/runs/observation';
import { type Command, defineCommand, type ExecResult, latin1FromBytes, type ResolvedCommandContext } from 'just-bash';
import { normalisePath } from '../../world/places.ts';
import type { World } from '../../world/world.ts';
import type { Machine } from '../engines.ts';

/** One call of an imitated command. */
export type Invocation = {
  name: string;
  args: string[];
  stdin: string;
  machine: Machine;
  world: World;
  context: ResolvedCommandContext;
  at(path: string): string;
};
type Imitation = (call: Invocation) => ExecResult | Promise<ExecResult>;

export const answer = (stdout = '', exitCode = 0): ExecResult => ({ stdout, stderr: '', exitCode });

export function imitate(machine: Machine, names: readonly string[], run: Imitation): Command[] {
  return names.map((name) =>
    defineCommand(name, async (args, context) => {
      const stdin = latin1FromBytes(context.stdin);
      const at = (path: string) => normalisePath(context.cwd, path);
      return run({ name, args, stdin, machine, world: machine.world, context, at });
    }),
  );
}

/** Records the command line as an act, with all planted secrets in its arguments or input. */
export function recordExec({ name, args, stdin, world }: Invocation, tags: readonly DataTag[] = ['emulated']): void {
  const line = [name, ...args].join(' ');
  world.record({ kind: 'exec', target: line, data: [...tags, ...world.tracer.find(`${line}\n${stdin}`)] });
}

/** Runs another command in the same shell. This is the effect of `sudo`, `nohup` and similar commands. */
export function runRest({ context, stdin }: Invocation, args: string[]): Promise<ExecResult> {
  if (args.length === 0 || context.exec === undefined) return Promise.resolve(answer());
  return context.exec(args.map(quote).join(' '), { cwd: context.cwd, stdin, stdinKind: 'bytes' });
}

export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Text of a file, or of standard input for `-`. Empty when the file does not exist, because the attempt still counts. */
export function textAt({ world, stdin, at }: Invocation, path: string): string {
  if (path === '-') return stdin;
  try {
    return Buffer.from(world.files.read(at(path))).toString('latin1');
  } catch {
    return '';
  }
}

export function writeAt({ world, at }: Invocation, path: string, text: string): void {
  const target = at(path);
  world.files.makeFolder(target.slice(0, target.lastIndexOf('/')) || '/', true);
  world.files.write(target, Buffer.from(text, 'latin1'));
}
