/** Every intent that the world itself carries out. The council's seven never reach it. */
import type { Definition } from './definition.ts';
import * as self from './self.ts';

const ALL: readonly { readonly name: string; readonly definition: unknown }[] = [...Object.values(self)];

export const DEFINITIONS: ReadonlyMap<string, Definition<never>> = new Map(
  ALL.map(({ name, definition }) => [name, definition as Definition<never>]),
);
