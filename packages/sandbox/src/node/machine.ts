import type { World } from '../world/world.ts';
import type { CodeCall, Machine } from './engines.ts';
import type { PythonLine } from './python/line.ts';
import { createShell } from './shell.ts';

export const MACHINE_LIMITS = { programsMax: 40 } as const;

/** Few plans need these engines, and loading one takes longer than most code takes to run. */
const LATE_ENGINES = { script: () => import('./script.ts'), python: () => import('./python.ts') };
export type LateEngine = keyof typeof LATE_ENGINES;

/** Engines that load before write permission is dropped are cached in compiled form for the next process. */
export async function loadEngines(names: readonly string[]): Promise<void> {
  const wanted = Object.entries(LATE_ENGINES).filter(([name]) => names.includes(name));
  await Promise.all(wanted.map(([, load]) => load()));
}

/** Connects the three engines to one fake world and limits how many programs they start through one another. */
export function createMachine(world: World, line?: PythonLine): Machine {
  let programs = 0;
  function bounded<Result>(
    open: () => Promise<(call: CodeCall) => Promise<Result>>,
    otherwise: Result,
  ): (call: CodeCall) => Promise<Result> {
    let opened: ReturnType<typeof open> | undefined;
    return async (call) => {
      programs += 1;
      if (programs <= MACHINE_LIMITS.programsMax) {
        opened ??= open();
        return (await opened)(call);
      }
      world.limit('programs started');
      return otherwise;
    };
  }
  const silence = { stdout: '', stderr: '', exitCode: 1 };
  const machine: Machine = {
    world,
    shell: (call) => shell(call),
    script: (call) => script(call),
    python: (call) => python(call),
    reset: () => {
      programs = 0;
    },
  };
  const shell = bounded(async () => createShell(machine), { ...silence, untaken: [] });
  const script = bounded(async () => (await LATE_ENGINES.script()).createScriptRunner(machine), silence);
  const python = bounded(async () => (await LATE_ENGINES.python()).createPythonRunner(machine, line), silence);
  return machine;
}
