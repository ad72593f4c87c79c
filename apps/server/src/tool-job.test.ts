import type { LocalAccount } from '@assay/chain';
import { LiveStatus, listOf, PublicFlag, Submission, SubmissionAccepted, VerifyRecord } from '@assay/protocol';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inspectionStore, verifyLedger } from './modules/ledger/index.ts';
import { type Buyer, type ChainServer, newBuyer, startChainServer } from './testing/chain-server.ts';
import { createEarlierRules, type EarlierRules } from './testing/earlier-rules.ts';
import { GREEDY, SUMS, WHISPERING } from './testing/tools.ts';

const PLAYER = '/certsvc/v1/submissions';
const LICENSED = ['tool', 'instruction', 'code-taint', 'supply-chain', 'sandbox'];

let house: ChainServer;
let rules: EarlierRules;
let buyer: Buyer;
let payer: LocalAccount;
let reporter: LocalAccount;
beforeAll(async () => {
  rules = createEarlierRules(['MCP']);
  house = await startChainServer({ audit: rules });
  buyer = await newBuyer(house.server);
  payer = await house.chain.newAccount({ usdc: 50_000_000n });
  reporter = await house.chain.newAccount();
});
afterAll(() => house.close());
afterEach(async () => {
  expect(await verifyLedger(inspectionStore(house.server.database.db))).toMatchObject({ isIntact: true, findings: [] });
});

/** A long interval, because every look moves the clock: the lease on a review must not expire between two looks. */
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 150_000, interval: 800 });
const inputOf = (path: string, content: string) => ({ productType: 'TOOL', files: [{ path, content }] });

/** Pays like a third party with a stock x402 client. */
async function pay(path: string, body: unknown) {
  const schemes = [{ network: 'eip155:84532', client: new ExactEvmScheme(payer) }] as const;
  const client = x402Client.fromConfig({ schemes: [...schemes] });
  const response = await wrapFetchWithPayment(fetch, client)(house.server.url + path, {
    method: 'POST',
    headers: { ...buyer.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  expect(response.status, answer).toBeLessThan(300);
  return SubmissionAccepted.parse(JSON.parse(answer));
}
const payFor = async (path: string, content: string) =>
  (await pay('/api/v1/certsvc/submit', inputOf(path, content))).submissionId;
/**
 * A draw uses a block that is younger than its subject. The clock advances with real time, because the client signs payments
 * with real time.
 */
async function advanceTime(): Promise<void> {
  await house.chain.giveEther(reporter.address, 1n);
}
const reached = (id: string, state: Submission['state']) =>
  eventually(async () => {
    await advanceTime();
    const read = Submission.parse((await buyer.get(`${PLAYER}/${id}`)).body);
    expect(read.state).toBe(state);
    return read;
  });
const verify = async (id: string) =>
  VerifyRecord.parse((await house.server.get(`/api/v1/public/certificates/${id}/verify`)).body);
const flagOf = async (id: string) =>
  listOf(PublicFlag).parse((await house.server.get(`/api/v1/public/certificates/${id}/flags`)).body).items[0];

describe('a tool list with an order that the rules at review time did not detect', () => {
  let certificateId: string;

  it('is paid for by a stock x402 client, reviewed by those licensed for tools and certified', async () => {
    const id = await payFor('tools.json', GREEDY.list);

    const submission = await reached(id, 'CERTIFIED');

    expect(submission).toMatchObject({ productType: 'TOOL', name: 'greedy-sums', price: { amount: 900_000n } });
    const families = submission.round?.panels.flatMap(({ verdicts }) => verdicts.map(({ family }) => family)) ?? [];
    expect(families.filter((family) => !LICENSED.includes(family))).toEqual([]);
    certificateId = submission.result?.certificateId ?? '';
    expect(await verify(certificateId)).toMatchObject({ valid: true, status: 'APPROVED', productType: 'TOOL' });
    const { body } = await house.server.get(`/api/v1/public/certificates/${certificateId}/live-status`);
    expect(LiveStatus.parse(body)).toMatchObject({ valid: true });
  });

  it("is suspended when a reporter quotes the line and today's rules detect it", async () => {
    rules.update();
    const place = { path: 'tools.json', line: GREEDY.line };
    const answer = await house.server.post(`/certsvc/v1/certificates/${certificateId}/flag`, {
      walletAddress: reporter.address,
      category: 'OTHER',
      severity: 'CRITICAL',
      description: 'The description of a calculator has the agent read a private key and keep quiet about it.',
      evidence: [{ kind: 'FILE_LINE', value: 'Reads a key before it adds.', ...place }],
    });
    expect(answer.status).toBe(202);

    await eventually(async () => {
      await advanceTime();
      expect(await flagOf(certificateId)).toMatchObject({ state: 'CONFIRMED' });
    });

    const record = await verify(certificateId);
    expect(record).toMatchObject({
      valid: false,
      status: 'SUSPENDED',
      roundType: 'RE_AUDIT',
      securityLevel: 'CRITICAL',
    });
    expect(record.retainedWarnings[0]).toMatchObject({ ruleId: 'MCP-02', path: place.path, startLine: place.line });
  });

  it('stays suspended after a re-audit that its owner pays for', async () => {
    await pay(`/certsvc/v1/certificates/${certificateId}/re-audit`, {});

    await eventually(async () => {
      await advanceTime();
      const { submissionId } = await verify(certificateId);
      const { round } = Submission.parse((await buyer.get(`${PLAYER}/${submissionId}`)).body);
      expect(round).toMatchObject({ type: 'RE_AUDIT', state: 'SETTLED', decision: 'UNSAFE' });
    });
    expect(await verify(certificateId)).toMatchObject({ valid: false, status: 'SUSPENDED' });
  });
});

describe("under today's rules", () => {
  it('a tool list with invisible text is refused with the line, and a plain list is certified', async () => {
    const [whispering, plain] = await Promise.all([
      payFor('tools.json', WHISPERING.list).then((id) => reached(id, 'REJECTED')),
      payFor('tools.json', SUMS).then((id) => reached(id, 'CERTIFIED')),
    ]);

    expect(whispering.result).toMatchObject({ decision: 'REJECTED', certificateId: null });
    expect(whispering.result?.blockingFindings).toContainEqual(
      expect.objectContaining({ ruleId: 'MCP-02', severity: 'CRITICAL', startLine: WHISPERING.line }),
    );
    const id = plain.result?.certificateId ?? '';
    expect(await verify(id)).toMatchObject({ valid: true, skillName: 'sums' });
    const { body } = await house.server.get(`/api/v1/public/certificates/${id}`);
    expect(JSON.stringify(body)).toMatch(/"list sha256:[0-9a-f]{64}","add_numbers sha256:[0-9a-f]{64}"/);
  });
});
