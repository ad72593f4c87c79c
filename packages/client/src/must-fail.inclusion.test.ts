import { describe, expect, it } from 'vitest';
import { verifyInclusion } from './proof/index.ts';
import type { ReasonCode } from './reasons.ts';
import { KEYS, LOG_KEY, ORIGIN, OWN_INDEX, POLICY, ROOT, sealProof, signedBy } from './testing/sealed-log.ts';
import { at, NOW, THIRD_PARTY } from './testing/sealed-skill.ts';
import { toRoot } from './testing/trust-roots.ts';

/** The body of an honest `GET …/transparency/proof` answer. */
async function honestProof() {
  const { leafIndex, leaf, hashes, checkpoint } = (await sealProof()).log;
  return { leafIndex, leaf, hashes, checkpoint, treeSize: 10 };
}
type Proof = Awaited<ReturnType<typeof honestProof>>;
type Options = Partial<Parameters<typeof verifyInclusion>[1]>;

const verify = (proof: unknown, options: Options = {}) =>
  verifyInclusion(proof, { trustRoot: ROOT, origin: ORIGIN, now: () => NOW, ...options });
const textOf = ({ checkpoint }: Proof) => `${checkpoint.split('\n\n')[0]}\n`;

const ROWS: readonly (readonly [string, (proof: Proof) => unknown, ReasonCode, Options?])[] = [
  ['nothing', () => undefined, 'proof_malformed'],
  ['no checkpoint', ({ checkpoint: _, ...proof }) => proof, 'proof_malformed'],
  ['another leaf', (proof) => ({ ...proof, leaf: { ...proof.leaf, status: 'SUSPENDED' } }), 'log_inclusion'],
  ['another index', (proof) => ({ ...proof, leafIndex: OWN_INDEX + 1 }), 'log_inclusion'],
  ['a missing hash', (proof) => ({ ...proof, hashes: proof.hashes.slice(1) }), 'log_inclusion'],
  ['hashes in another order', (proof) => ({ ...proof, hashes: proof.hashes.toReversed() }), 'log_inclusion'],
  ['a size that is not that of the checkpoint', (proof) => ({ ...proof, treeSize: 9 }), 'proof_malformed'],
  ['a leaf with one member more', (proof) => ({ ...proof, leaf: { ...proof.leaf, note: 'x' } }), 'log_leaf'],
  [
    'a checkpoint that a third party signed',
    (proof) => ({ ...proof, checkpoint: signedBy(textOf(proof), LOG_KEY, THIRD_PARTY) }),
    'log_signature',
  ],
  [
    'a checkpoint with another root',
    (proof) => ({ ...proof, checkpoint: proof.checkpoint.replace(/\n[^\n]{44}\n/, `\n${'A'.repeat(43)}=\n`) }),
    'log_signature',
  ],
  [
    'a trust root that has ended',
    (proof) => proof,
    'trust_root',
    { trustRoot: toRoot({ keys: KEYS, expiresAt: at(NOW) }) },
  ],
  ['another log', (proof) => proof, 'log_origin', { origin: 'other.example/log' }],
  ['too few witnesses', (proof) => proof, 'log_witnesses', { witnesses: { ...POLICY, threshold: 2 } }],
];

describe('the proof of one leaf', () => {
  it('is accepted unchanged, as a baseline for the refusals below', async () => {
    expect(await verify(await honestProof())).toMatchObject({ leafIndex: OWN_INDEX, origin: ORIGIN, size: 10 });
  });

  for (const [name, change, code, options] of ROWS)
    it(`is refused with ${name}`, async () => {
      await expect(verify(change(await honestProof()), options)).rejects.toMatchObject({ reason: { code } });
    });
});
