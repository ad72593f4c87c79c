import type { Bundle } from '@assay/audit';
import { type Attack, dress } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { programSkill, shellStep, skill } from './carrier.ts';
import { TRANSFORMATIONS } from './transformations/index.ts';

/** One attack with one transformation. The expected verdict is UNSAFE. */
export type Cell = { readonly attack: Attack; readonly transformation: string; readonly bundle: Bundle };

/** The undressed row: an attack that is missed plainly says nothing about dresses. */
const plain = dress('plain', 'as it is', {
  shell: (payload) => skill(shellStep(payload)),
  python: (payload) => programSkill('python', payload),
  javascript: (payload) => programSkill('javascript', payload),
  prose: (payload) => skill(payload),
});

export const ROWS = [plain, ...TRANSFORMATIONS];

export const toCells = (): Cell[] =>
  ROWS.flatMap(({ id, apply }) =>
    ATTACKS.map((attack, index) => ({
      attack,
      transformation: id,
      bundle: { productType: 'SKILL', files: apply(attack, index), source: { url: 'local:', ref: '' } },
    })),
  );
