import type { LocalAccount } from '@assay/chain';
import { type CertificateId, PaymentIntent, SubmissionAccepted, SubmissionId } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type Buyer, type ChainServer, newBuyer, sendTokens, startChainServer } from '../../testing/chain-server.ts';
import { clientWith, DEV, registerDeveloper } from '../../testing/developer.ts';
import { signTerms, toBase64Json } from '../../testing/payer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import type { Answer } from '../../testing/test-server.ts';
import { paymentMessage } from '../payments/index.ts';

let house: ChainServer;
let buyer: Buyer;
let wallet: LocalAccount;
beforeAll(async () => {
  house = await startChainServer({ env: { ASSAY_ROLES: 'api' } });
  buyer = await newBuyer(house.server);
  wallet = await house.chain.newAccount({ usdc: 100_000_000n });
});
afterAll(() => house.close());

const pathOf = (id: string, act: string) => `/certsvc/v1/certificates/${id}/${act}`;
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

/** A certificate of the buyer or another owner, as the council would have issued it. */
async function certified(owner = buyer.principal): Promise<{ id: CertificateId; submissionId: string }> {
  const { app, clock } = house.server;
  const submissionId = SubmissionId.parse(await submitSkill({ app, clock }, { owner }));
  await app.inTransaction(async (tx) => {
    for (const trigger of ['taken', 'sandboxed', 'decided_safe'] as const)
      await app.lifecycle.moveIn(tx, submissionId, trigger, null);
  });
  return { id: await issueCertificate(house.server, { submissionId, owner }), submissionId };
}
const suspend = (id: string, act = 'suspend') =>
  house.server.operate(`/api/v1/operator/certificates/${id}/${act}`, { reason: 'Reviewed again by a person.' });

describe('deprecate', () => {
  it('marks a version as deprecated by its owner, once', async () => {
    const { id } = await certified();
    const thirdParty = await newBuyer(house.server);

    const foreign = await thirdParty.post(pathOf(id, 'deprecate'), {});
    const first = await buyer.post(pathOf(id, 'deprecate'), { reason: 'The next one is better.' });
    const second = await buyer.post(pathOf(id, 'deprecate'));

    expect(codeOf(foreign)).toEqual([403, 'not_certificate_owner']);
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'DEPRECATED', statusReason: 'OWNER_DEPRECATED', valid: false },
    });
    expect(codeOf(second)).toEqual([409, 'certificate_wrong_state']);
    expect(codeOf(await buyer.post(pathOf('0'.repeat(24), 'deprecate')))).toEqual([404, 'certificate_not_found']);
  });
});

describe('a re-audit', () => {
  it('of a suspended certificate is paid by x402 and opens one round for the same submission', async () => {
    const { id, submissionId } = await certified();
    await suspend(id);

    const asked = await buyer.post(pathOf(id, 're-audit'));
    const header = { ...buyer.headers, 'payment-signature': toBase64Json(await signTerms(asked, wallet)) };
    const paid = await house.server.request('POST', pathOf(id, 're-audit'), header);
    const again = await house.server.request('POST', pathOf(id, 're-audit'), header);
    const another = await buyer.post(pathOf(id, 're-audit'));

    expect([asked.status, paid.status, again.status]).toEqual([402, 202, 202]);
    expect(SubmissionAccepted.parse(paid.body)).toMatchObject({ submissionId, state: 'SUBMITTED' });
    expect(again.body).toEqual(paid.body);
    expect(codeOf(another)).toEqual([409, 're_audit_not_allowed']);
    const { rows } = await house.server.database.pool.query('SELECT type FROM rounds WHERE submission_id = $1', [
      submissionId,
    ]);
    expect(rows).toEqual([{ type: 'RE_AUDIT' }]);
  });

  it('may be paid by the agent whose wallet the account has proven', async () => {
    const developer = await registerDeveloper(house.server, 'owns@example.org');
    const agentWallet = newWallet();
    const linked = await house.server.post('/api/v1/auth/link', await signIn(house.server, agentWallet, 'link'));
    const agent = clientWith(house.server, (linked.body as { apiKey: string }).apiKey);
    await developer.post(`${DEV}/wallets`, await signIn(house.server, agentWallet, 'wallet'));
    const { id, submissionId } = await certified(`account:${developer.accountId}`);
    await suspend(id);

    const asked = await agent.post(pathOf(id, 're-audit'));
    const header = { ...agent.headers, 'payment-signature': toBase64Json(await signTerms(asked, wallet)) };
    const paid = await house.server.request('POST', pathOf(id, 're-audit'), header);

    expect(paid).toMatchObject({ status: 202, body: { submissionId } });
  });

  it('may be prepaid by a transfer', async () => {
    const { id, submissionId } = await certified();
    await suspend(id);
    const intent = PaymentIntent.parse(
      (await buyer.post('/certsvc/v1/payments/intents', { purpose: 'RE_AUDIT', certificateId: id })).body,
    );
    const { payTo, amount } = intent.direct;
    const txHash = await sendTokens(house.chain, wallet, { to: payTo, amount: String(amount) });
    const signature = await wallet.signMessage({ message: paymentMessage(intent.id) });
    await buyer.post(`/certsvc/v1/payments/${intent.id}/confirm`, { txHash, signature });

    const paid = await buyer.post(pathOf(id, 're-audit'), { paymentIntentId: intent.id });

    expect(paid).toMatchObject({ status: 202, body: { submissionId, payment: { method: 'DIRECT', txHash } } });
  });

  it('is rejected before any payment for a certificate that is valid, revoked, unknown or of another owner', async () => {
    const [valid, suspended, revoked] = [await certified(), await certified(), await certified()];
    await suspend(suspended.id);
    await suspend(revoked.id, 'revoke');
    const thirdParty = await newBuyer(house.server);

    const answers = [
      await buyer.post(pathOf(valid.id, 're-audit')),
      await buyer.post(pathOf(revoked.id, 're-audit')),
      await thirdParty.post(pathOf(suspended.id, 're-audit')),
      await buyer.post(pathOf('0'.repeat(24), 're-audit')),
      await buyer.post('/certsvc/v1/payments/intents', { purpose: 'RE_AUDIT', certificateId: valid.id }),
    ];

    expect(answers.map(codeOf)).toEqual([
      [409, 're_audit_not_allowed'],
      [409, 'certificate_revoked'],
      [403, 'not_certificate_owner'],
      [404, 'certificate_not_found'],
      [409, 're_audit_not_allowed'],
    ]);
  });
});
