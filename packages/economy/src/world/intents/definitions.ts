/** Every intent that the world executes. The council's seven intents never reach it. */
import * as business from './business.ts';
import * as civic from './civic.ts';
import * as credit from './credit.ts';
import type { Definition } from './definition.ts';
import * as goods from './goods.ts';
import * as homes from './homes.ts';
import * as self from './self.ts';
import * as social from './social.ts';
import * as work from './work.ts';

const ALL: readonly { readonly name: string; readonly definition: unknown }[] = [
  ...Object.values(work),
  ...Object.values(self),
  ...Object.values(homes),
  ...Object.values(goods),
  ...Object.values(business),
  ...Object.values(credit),
  ...Object.values(civic),
  ...Object.values(social),
];

export const DEFINITIONS: ReadonlyMap<string, Definition<never>> = new Map(
  ALL.map(({ name, definition }) => [name, definition as Definition<never>]),
);
