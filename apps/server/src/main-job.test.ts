import { CertificateRegistry, certificateKey, type LocalAccount, readTokenBalance } from '@assay/chain';
import {
  CertificateRecord,
  DigestVerification,
  listOf,
  PublicFlag,
  payloadHash,
  QueueItem,
  Submission,
  SubmissionAccepted,
  VerifyRecord,
} from '@assay/protocol';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inspectionStore, verifyLedger } from './modules/ledger/index.ts';
import { type Buyer, type ChainServer, newBuyer, startChainServer } from './testing/chain-server.ts';
import { createEarlierRules, type EarlierRules } from './testing/earlier-rules.ts';
import { PLANTED_GROUPS, PLANTED_PLACE, PLANTED_SKILL } from './testing/planted-skill.ts';
import { benignSkill } from './testing/submission-builder.ts';
import { OPERATOR } from './testing/test-server.ts';

const ASY = 10n ** 18n;
const BOUNTY = 500n * ASY;
const PRIMARY_SEATS = 5;
const PLAYER = '/certsvc/v1/submissions';

let house: ChainServer;
let rules: EarlierRules;
let buyer: Buyer;
let payer: LocalAccount;
let reporter: LocalAccount;
let submission: Submission;
let certificateId: string;
beforeAll(async () => {
  rules = createEarlierRules(PLANTED_GROUPS);
  house = await startChainServer({ audit: rules });
  buyer = await newBuyer(house.server);
  payer = await house.chain.newAccount({ usdc: 10_000_000n });
  reporter = await house.chain.newAccount();
});
afterAll(() => house.close());
afterEach(async () => {
  expect(await verifyLedger(inspectionStore(house.server.database.db))).toMatchObject({ isIntact: true, findings: [] });
});

/** Each look moves the clock by one second, and a review holds its lease for three, so looks must not outpace the review. */
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 170_000, interval: 400 });
const rowsOf = async (text: string, ...values: unknown[]) =>
  (await house.server.database.pool.query(text, values)).rows;
const inputOf = (files: Readonly<Record<string, string>>) => ({
  productType: 'SKILL',
  files: Object.entries(files).map(([path, content]) => ({ path, content })),
});

/** Pays like a third party with a stock x402 client. */
async function pay(path: string, body: unknown) {
  const client = new x402Client().register('eip155:84532', new ExactEvmScheme(payer));
  const response = await wrapFetchWithPayment(fetch, client)(house.server.url + path, {
    method: 'POST',
    headers: { ...buyer.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return SubmissionAccepted.parse(await response.json());
}
const payFor = async (files: Readonly<Record<string, string>>) =>
  (await pay('/api/v1/certsvc/submit', inputOf(files))).submissionId;
/** Advances the chain too: a draw uses a block that is younger than its subject. */
async function advanceTime(): Promise<void> {
  house.server.clock.advance(1_000);
  await house.chain.giveEther(reporter.address, 1n);
}
const reached = (id: string, state: Submission['state']) =>
  eventually(async () => {
    await advanceTime();
    const read = Submission.parse((await buyer.get(`${PLAYER}/${id}`)).body);
    expect(read.state).toBe(state);
    return read;
  });
const verify = async (id = certificateId) =>
  VerifyRecord.parse((await house.server.get(`/api/v1/public/certificates/${id}/verify`)).body);
const verifyDigest = async () => {
  const { bundleSha256: digest } = await verify();
  return DigestVerification.parse((await house.server.get(`/api/v1/public/verify/by-digest/sha256:${digest}`)).body);
};
const readFlag = async () => {
  const { body } = await house.server.get(`/api/v1/public/certificates/${certificateId}/flags`);
  return listOf(PublicFlag).parse(body).items[0];
};

describe('a skill with an attack that the rules at review time did not detect', () => {
  it('is paid for by a stock x402 client and followed to its certificate', async () => {
    const id = await payFor(PLANTED_SKILL);

    submission = await reached(id, 'CERTIFIED');

    expect(submission).toMatchObject({
      id,
      price: { amount: 900_000n, currency: 'USDC' },
      result: { decision: 'CERTIFIED' },
    });
    certificateId = submission.result?.certificateId ?? '';
    expect(await rowsOf('SELECT id FROM submissions')).toEqual([{ id }]);
  });

  it('is valid by API, by the digest of its bundle and on the chain', async () => {
    const record = await verify();
    expect(record).toMatchObject({ valid: true, status: 'APPROVED', roundType: 'INITIAL_AUDIT' });
    expect(await verifyDigest()).toMatchObject({ valid: true });

    const { payload } = CertificateRecord.parse(
      (await house.server.get(`/api/v1/public/certificates/${certificateId}`)).body,
    );
    expect(payloadHash(payload)).toBe(record.payloadHash);
    const contract = { address: house.chain.registryAddress, abi: CertificateRegistry.abi } as const;
    const args = [`0x${submission.id.replaceAll('-', '')}`] as const;
    await eventually(async () => {
      const found = await house.chain.client.readContract({ ...contract, functionName: 'committedKey', args });
      expect(found).toBe(certificateKey(submission.id, `0x${record.payloadHash.slice(2)}`));
    });
  });

  it("is suspended when a reporter quotes the line and today's rules detect it", async () => {
    rules.update();
    const evidence = [{ kind: 'FILE_LINE', value: 'Sends the key file away.', ...PLANTED_PLACE }];
    const description = 'The script sends the credentials file of the user to a foreign host.';
    const answer = await house.server.post(`/certsvc/v1/certificates/${certificateId}/flag`, {
      walletAddress: reporter.address,
      category: 'CREDENTIAL_THEFT',
      severity: 'HIGH',
      description,
      evidence,
    });
    expect(answer.status).toBe(202);

    await eventually(async () => {
      await advanceTime();
      expect(await readFlag()).toMatchObject({ state: 'CONFIRMED' });
    });

    expect(await readFlag()).toMatchObject({
      decision: {
        outcome: 'CONFIRMED',
        severity: 'CRITICAL',
        suspended: true,
        reason: expect.stringContaining('EXF-01'),
      },
    });
    const record = await verify();
    expect(record).toMatchObject({
      valid: false,
      status: 'SUSPENDED',
      statusReason: 'FLAG_CONFIRMED',
      activeFlagCount: 0,
      roundType: 'RE_AUDIT',
      securityLevel: 'CRITICAL',
      sandboxRiskLevel: 'HIGH',
    });
    const { path } = PLANTED_PLACE;
    // The warning comes from the file and from the sandbox run.
    expect(record.retainedWarnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ruleId: 'EXF-01', path, startLine: 4 }),
        expect.objectContaining({ ruleId: 'EXF-12', path }),
      ]),
    );
    expect(await verifyDigest()).toMatchObject({ valid: false });
  });

  it('earns its reporter a bounty, paid on the chain once an operator approves an amount above the fee', async () => {
    const { body } = await house.server.get('/api/v1/operator/queue?kind=FLAG', OPERATOR);
    const held = (body as { items: { id: string; ref: { type: string } }[] }).items.find(
      ({ ref }) => ref.type === 'bounty',
    );
    expect(held).toBeDefined();

    await house.server.operate(`/api/v1/operator/queue/${held?.id}/decide`, {
      decision: 'CONFIRM',
      reason: 'The defect was not planted by its reporter.',
    });

    const flag = await eventually(async () => {
      const seen = await readFlag();
      expect(seen?.bounty.state).toBe('PAID');
      return seen;
    });
    expect(flag).toMatchObject({
      bounty: { amount: { amount: BOUNTY, currency: 'ASY' } },
      reporter: reporter.address,
    });
    expect(await readTokenBalance(house.chain.client, house.chain.tokenAddress, reporter.address)).toBe(BOUNTY);
  });

  it('costs every validator that voted SAFE a fifth of its stake', async () => {
    const votes = submission.round?.panels.flatMap(({ verdicts }) => verdicts) ?? [];
    const safe = votes.filter(({ verdict }) => verdict === 'SAFE').map(({ validatorId }) => validatorId);
    const slashes = await rowsOf(
      'SELECT validator_id, code, bp, amount FROM slashes WHERE certificate_id = $1',
      certificateId,
    );

    expect(safe).toHaveLength(PRIMARY_SEATS);
    expect(slashes.map(({ validator_id }) => validator_id).toSorted()).toEqual(safe.toSorted());
    for (const slash of slashes) expect(slash).toMatchObject({ code: 'SUSPENDED_CRITICAL', bp: 2_000 });
    const missed = await rowsOf(`SELECT validator_id FROM observations WHERE kind = 'FLAG_MISSED'`);
    expect(missed).toHaveLength(PRIMARY_SEATS);
  });
});

describe('a malicious skill', () => {
  const malicious = { ...PLANTED_SKILL, 'notes/today.md': '# Today\n' };
  let id: string;

  it('is rejected with remediations by file and line', async () => {
    id = await payFor(malicious);

    const rejected = await reached(id, 'REJECTED');

    expect(rejected.result).toMatchObject({ decision: 'REJECTED', certificateId: null });
    expect(rejected.result?.blockingFindings).toContainEqual(
      expect.objectContaining({
        ruleId: 'EXF-01',
        severity: 'CRITICAL',
        path: PLANTED_PLACE.path,
        startLine: PLANTED_PLACE.line,
        reproduced: true,
        remediation: expect.any(String),
      }),
    );
  });

  it('can return only by a dispute, and an appeal panel of eleven upholds the correct rejection', async () => {
    const again = await house.server.post('/api/v1/certsvc/submit', inputOf(malicious), buyer.headers);
    expect(again).toMatchObject({ status: 409, body: { code: 'already_rejected' } });

    const reason = 'The file that is sent holds nothing but test data.';
    expect((await buyer.post(`${PLAYER}/${id}/dispute`, { reason })).status).toBe(202);

    const ended = await eventually(async () => {
      const read = Submission.parse((await buyer.get(`${PLAYER}/${id}`)).body);
      expect(read.dispute?.state).toBe('UPHELD');
      return read;
    });
    expect(ended.state).toBe('REJECTED');
    expect(ended.round?.panels.map(({ phase, seats }) => [phase, seats])).toContainEqual(['APPEAL', 11]);
    expect((await buyer.post(`${PLAYER}/${id}/dispute`, { reason })).body).toMatchObject({ code: 'dispute_exists' });
  });
});

describe('a re-audit that the owner pays for', () => {
  const reAudit = (id: string) => pay(`/certsvc/v1/certificates/${id}/re-audit`, {});
  const suspend = (id: string) =>
    house.server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'Reviewed again by a person.' });
  const waitingRounds = async (): Promise<QueueItem[]> => {
    const { body } = await house.server.get('/api/v1/operator/queue?kind=ROUND', OPERATOR);
    return listOf(QueueItem).parse(body).items;
  };
  let harmless: string;

  it("reinstates a certificate whose bytes are found safe, once a person lifts a person's decision", async () => {
    const id = await payFor({ 'SKILL.md': benignSkill('minutes') });
    harmless = (await reached(id, 'CERTIFIED')).result?.certificateId ?? '';
    await suspend(harmless);
    expect(await verify(harmless)).toMatchObject({ valid: false, status: 'SUSPENDED' });

    expect(await reAudit(harmless)).toMatchObject({ submissionId: id, state: 'SUBMITTED' });

    await eventually(async () => {
      await advanceTime();
      expect(await waitingRounds()).toHaveLength(1);
    });
    expect(await verify(harmless)).toMatchObject({ valid: false, status: 'SUSPENDED' });
    const [round] = await waitingRounds();
    await house.server.operate(`/api/v1/operator/queue/${round?.id}/decide`, {
      decision: 'SAFE',
      reason: 'Read again by a person: nothing in it does what was feared.',
    });
    await eventually(async () => {
      await advanceTime();
      expect(await verify(harmless)).toMatchObject({ valid: true, status: 'APPROVED', roundType: 'RE_AUDIT' });
    });
  });

  it('keeps a certificate suspended whose bytes are found unsafe', async () => {
    await reAudit(certificateId);

    await eventually(async () => {
      await advanceTime();
      const { round } = Submission.parse((await buyer.get(`${PLAYER}/${submission.id}`)).body);
      expect(round).toMatchObject({ type: 'RE_AUDIT', state: 'SETTLED', decision: 'UNSAFE' });
      expect(await rowsOf('SELECT 1 FROM rounds WHERE submission_id = $1', submission.id)).toHaveLength(3);
    });

    expect(await verify()).toMatchObject({ valid: false, status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' });
  });

  it('is refunded when the service cannot finish it', async () => {
    await suspend(harmless);
    rules.breakDown();

    const { payment } = await reAudit(harmless);

    await eventually(async () => {
      await advanceTime();
      const [intent] = await rowsOf('SELECT state FROM payment_intents WHERE id = $1', payment.paymentIntentId);
      expect(intent.state).toBe('REFUND_DUE');
    });
    expect(await verify(harmless)).toMatchObject({ valid: false, status: 'SUSPENDED' });
  });
});
