import type { Variant } from '@assay/analysis/runs/observation';
import type { CodeCall, CodeResult, Machine } from '../engines.ts';
import { answerGuest, type ScriptRun } from '../script-host.ts';
import { looksOfPython } from './environment-checks.ts';

/** One run of Python from the host's view. */
export type PythonRun = { machine: Machine; call: CodeCall; calls: number };

type PythonOperation = (run: PythonRun, args: string[]) => unknown;

/** Operations of Python that scripts do not have. */
const OPERATIONS: Record<string, PythonOperation> = {
  exec: (run, [command = '', stdin = '', first = '']) => runCommand(run, command, stdin, first),
  shell: ({ machine: { world } }, [command = '']) => world.record({ kind: 'exec', target: command, data: ['shell'] }),
  connect: ({ machine: { world } }, [host = '', port = '', sent = '']) =>
    world.network.connect(host, port, sent, sent === '' ? [] : ['upload']),
  limit: ({ machine: { world } }, [name = '']) => world.limit(name.slice(0, 60)),
  stopped: ({ machine: { world } }, [reason = '']) => world.miss(`stopped by an error: ${reason}`),
  decoded: ({ machine: { world } }, [text = '']) => world.noteDecoded(text),
  look: ({ machine: { world } }, [name = '']) => {
    for (const variant of looksAtVariable(name)) world.consulted.add(variant);
  },
  code({ machine: { world } }, [code = '']) {
    for (const variant of looksOfPython(code)) world.consulted.add(variant);
    world.noteMade('python', code);
    const { tags, origin } = world.provenance(code);
    if (tags.length > 0) world.record({ kind: 'exec', target: `exec ${origin || code}`, data: tags });
  },
};

/** Returns the answer to one request as a line. Never throws. */
export async function answerPython(run: PythonRun, op: string, args: unknown[]): Promise<string> {
  const operation = Object.hasOwn(OPERATIONS, op) ? OPERATIONS[op] : undefined;
  const script: ScriptRun = {
    world: run.machine.world,
    call: run.call,
    answers: new Map(),
    wanted: [],
    printed: '',
    calls: run.calls,
    strip: (source) => source,
  };
  run.calls += 1;
  if (operation === undefined) return answerGuest(script, op, JSON.stringify(args));
  try {
    return JSON.stringify({ value: (await operation(run, args.map(String))) ?? null });
  } catch {
    return JSON.stringify({ error: 'failed' });
  }
}

async function runCommand(run: PythonRun, command: string, stdin: string, first: string): Promise<CodeResult> {
  const { machine, call } = run;
  const { world } = machine;
  world.noteMade('command', command);
  world.record({ kind: 'exec', target: command, data: world.tracer.find(`${command}\n${stdin}`) });
  try {
    const { stdout, stderr, exitCode } = await machine.shell({
      code: first === '' ? command : `${first}\n${command}`,
      path: call.path,
      args: [],
      stdin,
    });
    return { stdout, stderr, exitCode };
  } catch {
    world.miss(`command does not parse: ${command}`);
    return { stdout: '', stderr: '', exitCode: 2 };
  }
}

function looksAtVariable(name: string): Variant[] {
  const looks: Variant[] = [];
  if (/^(?:CI|GITHUB_|GITLAB_|BUILD|JENKINS|TRAVIS|CIRCLE)/.test(name)) looks.push('ci');
  if (/^(?:USER|LOGNAME|HOSTNAME)/.test(name)) looks.push('user');
  if (/^OSTYPE/.test(name)) looks.push('platform');
  return looks;
}
