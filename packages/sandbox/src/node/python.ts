import { type CodeCall, type CodeResult, CodeSyntaxError, type Machine, NotRunError } from './engines.ts';
import { answerPython, type PythonRun } from './python/answers.ts';
import { looksOfPython } from './python/environment-checks.ts';
import type { PythonLine } from './python/line.ts';

/**
 * Runs Python in a separate process without any resources. Each request to the machine is answered here. Python waits
 * while the commands that it starts run. One of them may be Python again.
 */
export function createPythonRunner(machine: Machine, line?: PythonLine): (call: CodeCall) => Promise<CodeResult> {
  return async (call) => {
    if (line === undefined) throw new NotRunError('no interpreter of Python here');
    const run: PythonRun = { machine, call, calls: 0 };
    for (const variant of looksOfPython(call.code)) machine.world.consulted.add(variant);
    const process = line.start();
    line.write({ run: orderFor(run) });
    const isOver = line.limit();
    try {
      // A nested Python run may end the process.
      while (line.is(process)) {
        const message = await line.next();
        if (message.kind === 'gone') return cutShort(run, isOver(), message.reason);
        if (message.kind === 'asked') line.write(await answerPython(run, message.op, message.args));
        else {
          while (message.isLast && line.is(process)) await line.next();
          return toResult(run, message);
        }
      }
      return cutShort(run, isOver());
    } finally {
      isOver.end();
    }
  };
}

function orderFor({ machine: { world }, call }: PythonRun): object {
  const { surroundings, places, env, plantedVariables, clock } = world;
  const { user, uid, hostName, platform } = surroundings;
  return {
    code: call.code,
    path: call.path,
    args: call.args,
    stdin: call.stdin ?? '',
    // The seed does not include the environment: random numbers must not make two environments differ.
    seed: call.path,
    nowMs: clock.nowMs,
    facts: { env, planted: [...plantedVariables], cwd: places.work, home: places.home, user, uid, hostName, platform },
  };
}

function cutShort({ machine }: PythonRun, isOver: boolean, reason?: string): CodeResult {
  if (reason !== undefined) throw new NotRunError(reason);
  machine.world.limit(isOver ? 'python time' : 'python process');
  return { stdout: '', stderr: '', exitCode: 1 };
}

const SYNTAX_ERROR = -1;

function toResult(
  { machine }: PythonRun,
  { stdout, exitCode, limit }: { stdout: string; exitCode: number; limit?: string },
): CodeResult {
  if (exitCode === SYNTAX_ERROR) throw new CodeSyntaxError('does not compile');
  if (limit !== undefined) machine.world.limit(limit);
  return { stdout, stderr: '', exitCode };
}
