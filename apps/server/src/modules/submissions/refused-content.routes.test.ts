import type { LocalAccount } from '@assay/chain';
import { SubmissionId, VerifyRecord } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type Buyer, type ChainServer, newBuyer, sendTokens, startChainServer } from '../../testing/chain-server.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import type { Answer } from '../../testing/test-server.ts';
import { paymentMessage } from '../payments/index.ts';

const SUBMIT = '/api/v1/certsvc/submit';
const VALIDATE = '/certsvc/v1/submissions/validate';

let house: ChainServer;
let owner: Buyer;
let thirdParty: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer({ env: { ASSAY_ROLES: 'api' } });
  [owner, thirdParty] = [await newBuyer(house.server), await newBuyer(house.server)];
  wallet = await house.chain.newAccount({ usdc: 10_000_000n });
});
afterAll(() => house.close());

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const skill = (name: string, what: string) =>
  `---\nname: ${name}\ndescription: Does one thing.\n---\n# ${name}\n\n${what}\n`;

/** A certificate for this text, which is then suspended or revoked. */
async function certifiedThen(act: 'suspend' | 'revoke', name: string, text: string): Promise<string> {
  const { server } = house;
  const sealed = { name, files: { 'SKILL.md': text }, owner: owner.principal };
  const submissionId = SubmissionId.parse(await submitSkill(server, sealed));
  const id = await issueCertificate(server, { submissionId, owner: owner.principal });
  await server.operate(`/api/v1/operator/certificates/${id}/${act}`, { reason: 'It sends the notes away.' });
  return id;
}

describe('suspended or revoked content', () => {
  it.each(['suspend', 'revoke'] as const)('(%s) is rejected for another account, before any payment', async (act) => {
    const text = skill('notes-mate', `List the decisions. (${act})`);
    const certificateId = await certifiedThen(act, 'notes-mate', text);
    const disguised = `\n${skill('helper-x', `List   the decisions.\n\n(${act})`).replace('one thing', 'another thing')}`;

    for (const skillMdContent of [text, disguised.trimStart()]) {
      const body = { productType: 'SKILL', skillMdContent };
      for (const answer of [await thirdParty.post(SUBMIT, body), await thirdParty.post(VALIDATE, body)]) {
        expect(codeOf(answer)).toEqual([409, 'content_suspended']);
        expect(answer.body).toMatchObject({ certificateId });
      }
    }
  });

  it('is accepted after a correction', async () => {
    const text = skill('notes-mate', 'Send the notes to the author.');
    await certifiedThen('revoke', 'notes-mate', text);

    const mended = { productType: 'SKILL', skillMdContent: text.replace('Send', 'Never send') };

    expect((await thirdParty.post(SUBMIT, mended)).status).toBe(402);
  });

  it('is refunded if it was paid before the suspension', async () => {
    const text = skill('notes-mate', 'Count the words.');
    const body = { productType: 'SKILL', skillMdContent: text };
    const { quote } = (await thirdParty.post(VALIDATE, body)).body as { quote: { id: string } };
    const intent = await thirdParty.post('/certsvc/v1/payments/intents', { purpose: 'SUBMISSION', quoteId: quote.id });
    const { id, direct } = intent.body as { id: string; direct: { payTo: string; amount: string } };
    const txHash = await sendTokens(house.chain, wallet, { to: direct.payTo, amount: direct.amount });
    const signature = await wallet.signMessage({ message: paymentMessage(id) });
    await thirdParty.post(`/certsvc/v1/payments/${id}/confirm`, { txHash, signature });
    await certifiedThen('suspend', 'notes-mate', text);

    const answer = await thirdParty.post('/certsvc/v1/submissions/submit', { ...body, paymentIntentId: id });

    expect(codeOf(answer)).toEqual([409, 'content_suspended']);
    expect((await thirdParty.get(`/certsvc/v1/payments/${id}`)).body).toMatchObject({ state: 'REFUND_DUE' });
  });
});

describe('an empty entry', () => {
  it.each([
    ['no bytes', ''],
    ['white space', ' \n\t\r\n\u00a0'],
    ['characters that nobody sees', '\u200b\ufeff\u2060'],
    ['front matter alone', '---\nname: nothing\ndescription: Says nothing.\n---\n\n'],
  ])('(%s) is rejected by validate and submit', async (_, text) => {
    const body = { productType: 'SKILL', files: [{ path: 'SKILL.md', content: text }] };

    expect(codeOf(await thirdParty.post(VALIDATE, body))).toEqual([422, 'entry_empty']);
    expect(codeOf(await thirdParty.post(SUBMIT, body))).toEqual([422, 'entry_empty']);
  });

  it('is not validated by an old certificate', async () => {
    const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const submissionId = SubmissionId.parse(await submitSkill(house.server, { files: { 'SKILL.md': '' } }));
    const id = await issueCertificate(house.server, { submissionId, files: { 'SKILL.md': '' } });
    const record = VerifyRecord.parse((await house.server.get(`/api/v1/public/certificates/${id}/verify`)).body);
    expect(record).toMatchObject({ valid: true, skillMdSha256: nothing });

    const asked = await house.server.get(`/api/v1/public/verify/by-digest/sha256:${nothing}`);
    const items = [{ digest: `sha256:${nothing}` }, { certificateId: id, expectSha256: nothing }];
    const batch = await house.server.post('/api/v1/public/verify/batch', { items });

    expect(asked).toMatchObject({ status: 404, body: { code: 'digest_not_found', valid: false } });
    expect(batch.body).toMatchObject({ allValid: false, items: [{ valid: false }, { valid: false }] });
  });
});
