import { createHash } from 'node:crypto';
import type { Track, VerdictValue } from '@assay/protocol';
import type { BundleFile } from '../submissions/index.ts';
import { composeApiCase } from './api-cases.ts';
import type { Choose, ComposeCase } from './compose-case.ts';
import { composeContractCase } from './contract-cases.ts';
import { composeSkillCase } from './skill-cases.ts';
import { composeToolCase } from './tool-cases.ts';

type KnownCase = { readonly track: Track; readonly expected: VerdictValue };

const COMPOSE: Readonly<Record<Track, ComposeCase>> = {
  SKILL: composeSkillCase,
  API: composeApiCase,
  TOOL: composeToolCase,
  CONTRACT: composeContractCase,
};

/** Composes the files of a case from the templates of its track. The same seed gives the same case, and seeds are secret. */
export const toKnownCase = (seed: Uint8Array, { track, expected }: KnownCase): readonly BundleFile[] =>
  COMPOSE[track](expected, createDice(seed));

/** Draws from lists with bytes derived from the seed. */
function createDice(seed: Uint8Array): Choose {
  let turn = 0;
  return <T>(from: readonly T[]): T => {
    const digest = createHash('sha256').update(seed).update(String(turn++)).digest();
    const drawn = from[digest.readUInt32BE(0) % from.length];
    if (drawn === undefined) throw new Error('There is nothing to choose from.');
    return drawn;
  };
}
