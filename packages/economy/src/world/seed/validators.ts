/** The service's own validators as residents of the default world. Their ids are the same in every deployment. */
import { createHash } from 'node:crypto';

const FAMILIES = [
  { family: 'instruction', title: 'Instruction', size: 4 },
  { family: 'code-taint', title: 'Code flow', size: 3 },
  { family: 'supply-chain', title: 'Supply chain', size: 3 },
  { family: 'sandbox', title: 'Sandbox', size: 3 },
] as const;

/** A version 8 UUID, whose bits the application chooses. */
function idOf(name: string): string {
  const digits = createHash('sha256').update(`assay built-in validator ${name}`).digest('hex');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}

export const MERIDIAN_VALIDATORS: readonly { readonly actorId: string; readonly name: string }[] = FAMILIES.flatMap(
  ({ family, title, size }) =>
    Array.from({ length: size }, (_, index) => ({
      actorId: idOf(`${family}-${index + 1}`),
      name: `${title} ${index + 1}`,
    })),
);
