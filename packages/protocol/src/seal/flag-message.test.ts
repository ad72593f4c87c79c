import { expect, it } from 'vitest';
import { sha256Hex } from './digest.ts';
import { toFlagMessage } from './flag-message.ts';

const FLAG = { certificateId: 'c'.repeat(24), wallet: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', nonce: 'n1' };

it('the flag message contains every statement, independent of member order and wallet case', () => {
  const digest = sha256Hex(new TextEncoder().encode('{"category":"OTHER","severity":"LOW"}'));
  const text = toFlagMessage({ ...FLAG, body: { severity: 'LOW', category: 'OTHER', signature: '0x' } });
  expect(text.split('\n')).toEqual([
    'Assay flag',
    `certificate: ${FLAG.certificateId}`,
    'wallet: 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'nonce: n1',
    `body: ${digest}`,
  ]);
});
