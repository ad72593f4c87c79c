import type { World } from '../../sandbox/world.ts';
import type { CodeCall, Machine } from './engines.ts';
import { createPythonRunner } from './python.ts';
import { createScriptRunner } from './script.ts';
import { createShell } from './shell.ts';

export const MACHINE_LIMITS = { programsMax: 40 } as const;

/** Puts the three engines on one fake world and bounds how many programs they start through one another. */
export function createMachine(world: World): Machine {
  let programs = 0;
  function bounded<Result>(
    run: (call: CodeCall) => Promise<Result>,
    otherwise: Result,
  ): (call: CodeCall) => Promise<Result> {
    return async (call) => {
      programs += 1;
      if (programs <= MACHINE_LIMITS.programsMax) return run(call);
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
  const shell = bounded(createShell(machine), { ...silence, untaken: [] });
  const script = bounded(createScriptRunner(machine), silence);
  const python = bounded(createPythonRunner(machine), silence);
  return machine;
}
