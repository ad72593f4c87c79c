/** Certified skills that businesses use. */
import { certificateRow } from '../certificate-rows.ts';
import type { World } from '../state.ts';
import { done, type Input, type InputResult } from './types.ts';

const BONUS_BP: { readonly [level: string]: number } = { CLEAR: 400, LOW: 200 };

/** A certificate that is no longer valid loses its bonus on the next working day. */
export function setCertificate(w: World, input: Extract<Input, { kind: 'certificate.set' }>): InputResult {
  const known = w.side.certificates[certificateRow(w, input.certificateId)];
  const bonusBp = BONUS_BP[input.securityLevel] ?? 0;
  if (known === undefined) {
    w.side.certificates.push({
      id: input.certificateId,
      name: input.name,
      valid: input.isValid,
      bonusBp,
      isFree: input.isFree ?? true,
    });
  } else {
    known.valid = input.isValid;
    known.bonusBp = bonusBp;
    known.isFree = input.isFree ?? known.isFree;
  }
  return done({});
}
