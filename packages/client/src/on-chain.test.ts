import { certificateKey as sealedKey } from '@assay/chain';
import { expect, it } from 'vitest';
import { type ChainRpc, certificateKey, verifyOnChain } from './on-chain.ts';
import { sealSkill } from './testing/sealed-skill.ts';

const { submissionId, payloadHash } = sealSkill().record;
const ANCHORED = { submissionId, payloadHash };
const PIN = { chainId: 84_532, registryAddress: `0x${'ab'.repeat(20)}` };

const node =
  (changes: Record<string, unknown> = {}): ChainRpc =>
  async (method) =>
    ({ eth_chainId: '0x14a34', eth_getCode: '0x6000', eth_call: certificateKey(ANCHORED), ...changes })[method];

it('certificateKey computes the same key as the contract', () => {
  expect(certificateKey(ANCHORED)).toBe(sealedKey(submissionId, payloadHash as `0x${string}`));
});

it('verifyOnChain accepts an anchored record', async () => {
  expect(await verifyOnChain(ANCHORED, PIN, node())).toEqual({ key: certificateKey(ANCHORED) });
});

it.each<[string, Parameters<typeof verifyOnChain>, string]>([
  ['another chain', [ANCHORED, PIN, node({ eth_chainId: '0x1' })], 'chain_mismatch'],
  ['an address without a contract', [ANCHORED, PIN, node({ eth_getCode: '0x' })], 'chain_mismatch'],
  ['an empty record', [ANCHORED, PIN, node({ eth_call: `0x${'0'.repeat(64)}` })], 'not_in_registry'],
  ['the record of another payload', [ANCHORED, PIN, node({ eth_call: `0x${'1'.repeat(64)}` })], 'not_in_registry'],
  [
    'another submission',
    [{ ...ANCHORED, submissionId: submissionId.replace('0', '1') }, PIN, node()],
    'not_in_registry',
  ],
  ['no answer', [ANCHORED, PIN, node({ eth_call: undefined })], 'bad_answer'],
  ['true', [ANCHORED, PIN, node({ eth_call: true })], 'bad_answer'],
  ['a node that is down', [ANCHORED, PIN, () => Promise.reject(new Error('down'))], 'unreachable'],
  ['a submission id that is none', [{ ...ANCHORED, submissionId: 'x' }, PIN, node()], 'bad_answer'],
])('verifyOnChain refuses %s', async (_, input, code) => {
  await expect(verifyOnChain(...input)).rejects.toMatchObject({ code });
});
