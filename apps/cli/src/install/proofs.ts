import { join } from 'node:path';
import { AssayError, type FilesVerification, toSealedFacts, type VerifyRecord } from '@assay/client';
import { UsageError } from '../exit-codes.ts';
import type { Service } from '../service/connect.ts';
import { readRegularText } from '../skills/regular-file.ts';
import { writeWhole } from './lock.ts';
import { requireInside } from './place.ts';

const PROOF_BYTES_MAX = 16_777_216;
const PROOFS = '.assay/proofs';

const pathOf = (project: string, certificateId: string): string => join(project, PROOFS, `${certificateId}.json`);

/** The proof bundle from the service; `undefined` if there is none (yet). */
export async function fetchProof(certificateId: string, { api }: Service): Promise<unknown> {
  try {
    return await api.call('readProofBundle', { params: { id: certificateId } });
  } catch (error) {
    if (error instanceof AssayError) return undefined;
    throw error;
  }
}

export function writeProof(project: string, certificateId: string, proof: unknown): void {
  requireInside(project, pathOf(project, certificateId));
  writeWhole(pathOf(project, certificateId), `${JSON.stringify(proof, null, 1)}\n`);
}

export function readProof(project: string, certificateId: string): unknown {
  const path = pathOf(project, certificateId);
  try {
    return JSON.parse(readRegularText(path, PROOF_BYTES_MAX));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${path} cannot be read. Restore it from version control, or run: assay ci`, { cause: error });
  }
}

/** The payload of a bundle with a verified seal, in the form that policies are checked against. */
export function verificationOf(proof: unknown, payloadHash: string): FilesVerification {
  const { payload } = proof as { payload: Record<string, unknown> };
  const record = {
    ...payload,
    ...toSealedFacts(payload),
    payloadHash,
    status: 'APPROVED',
    activeFlagCount: 0,
    onChain: null,
  };
  return {
    outcome: 'valid',
    valid: true,
    reasons: [],
    warnings: [],
    record: record as unknown as VerifyRecord,
    drift: null,
  };
}
