import type { World } from '../world.ts';
import type { CallArguments, Value } from './value.ts';

/** What calls of library functions need: the world to act in, and the way back into the interpreter. */
export type Library = {
  world: World;
  args: string[];
  runCommand(command: string, stdin: string): string | undefined;
  evaluateCode(code: string): void;
};
export type LibraryCall = { library: Library; ref: string; name: string; args: CallArguments; callee: Value };
