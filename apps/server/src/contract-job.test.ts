import type { LocalAccount } from '@assay/chain';
import { openLab } from '@assay/contract-review/lab';
import { Address, LiveStatus, listOf, PublicFlag, Submission, SubmissionAccepted, VerifyRecord } from '@assay/protocol';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import type { Abi } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inspectionStore, verifyLedger } from './modules/ledger/index.ts';
import { type Buyer, type ChainServer, newBuyer, startChainServer } from './testing/chain-server.ts';
import { BANK, DOOR, PURSE } from './testing/contracts.ts';
import { createEarlierRules, type EarlierRules } from './testing/earlier-rules.ts';

const PLAYER = '/certsvc/v1/submissions';
const LICENSED = ['contract', 'code-taint', 'supply-chain', 'sandbox'];

let house: ChainServer;
let rules: EarlierRules;
let buyer: Buyer;
let payer: LocalAccount;
let reporter: LocalAccount;
beforeAll(async () => {
  rules = createEarlierRules(['CON']);
  house = await startChainServer({ audit: rules });
  buyer = await newBuyer(house.server);
  payer = await house.chain.newAccount({ usdc: 50_000_000n });
  reporter = await house.chain.newAccount();
});
afterAll(() => house.close());
afterEach(async () => {
  expect(await verifyLedger(inspectionStore(house.server.database.db))).toMatchObject({ isIntact: true, findings: [] });
});

/**
 * A long interval, because every look moves the clock: compiling and attacking a contract takes seconds, and the lease must not
 * expire meanwhile.
 */
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 150_000, interval: 800 });
const inputOf = (path: string, content: string) => ({ productType: 'CONTRACT', files: [{ path, content }] });

/** Pays like a third party with a stock x402 client. */
async function pay(path: string, body: unknown) {
  const schemes = [{ network: 'eip155:84532', client: new ExactEvmScheme(payer) }] as const;
  // A contract review costs more than a stock client pays by default.
  const client = x402Client.fromConfig({ schemes: [...schemes], spendControls: { maxAmountPerPayment: '$10' } });
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

describe('a contract with a vulnerability that the rules at review time did not detect', () => {
  let certificateId: string;

  it('is paid for by a stock x402 client, reviewed by those licensed for contracts and certified', async () => {
    const id = await payFor('contracts/Bank.sol', BANK.vulnerable);

    const submission = await reached(id, 'CERTIFIED');

    expect(submission).toMatchObject({ productType: 'CONTRACT', name: 'Bank', price: { amount: 5_000_000n } });
    const families = submission.round?.panels.flatMap(({ verdicts }) => verdicts.map(({ family }) => family)) ?? [];
    // The draw selects from the licensed families; families licensed only for skills never sit.
    expect(families.filter((family) => !LICENSED.includes(family))).toEqual([]);
    certificateId = submission.result?.certificateId ?? '';
    expect(await verify(certificateId)).toMatchObject({ valid: true, status: 'APPROVED', productType: 'CONTRACT' });
    const { body } = await house.server.get(`/api/v1/public/certificates/${certificateId}/live-status`);
    expect(LiveStatus.parse(body)).toMatchObject({ valid: true });
  });

  it("is suspended when a reporter quotes the line and today's rules detect it", async () => {
    rules.update();
    const place = { path: 'contracts/Bank.sol', line: BANK.line };
    const answer = await house.server.post(`/certsvc/v1/certificates/${certificateId}/flag`, {
      walletAddress: reporter.address,
      category: 'OTHER',
      severity: 'CRITICAL',
      description: 'The bank pays before it writes down that it has paid, so it can be emptied.',
      evidence: [{ kind: 'FILE_LINE', value: 'Calls out before the books are written.', ...place }],
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
    expect(record.retainedWarnings[0]).toMatchObject({ ruleId: 'CON-01', path: place.path, startLine: place.line });
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

describe('a vulnerable contract', () => {
  it('is refused with the exploit that was run against it', async () => {
    const id = await payFor('contracts/Purse.sol', PURSE.vulnerable);

    const { result } = await reached(id, 'REJECTED');

    expect(result).toMatchObject({ decision: 'REJECTED', certificateId: null });
    expect(result?.blockingFindings).toContainEqual(
      expect.objectContaining({ ruleId: 'CON-05', severity: 'CRITICAL', startLine: PURSE.line, reproduced: true }),
    );
    expect(result?.blockingFindings[0]?.message).toContain('setOwner(address)');
  });
});

/** Deploys the implementation and its proxy, as the owner does. */
async function deployDoor(source: string) {
  const lab = openLab();
  const request = { sources: [{ path: 'Door.sol', text: source }], pragmas: ['^0.8.0'], remappings: [] };
  const { contracts } = await lab.compile(request).finally(lab.close);
  const [owner, wallet] = [payer, house.chain.walletOf(payer)];
  const made = async (name: string, args: readonly unknown[]) => {
    const { abi = [], bytecode } = contracts.find((one) => one.name === name) ?? {};
    const contract = {
      abi: abi as Abi,
      bytecode: `0x${bytecode}` as const,
      args,
      account: owner,
      chain: null,
    } as const;
    const { contractAddress } = await wallet.waitForTransactionReceipt({ hash: await wallet.deployContract(contract) });
    return { address: contractAddress ?? '0x', abi: abi as Abi } as const;
  };
  const room = await made('Greeter', []);
  const door = await made('Door', [room.address]);
  const leadTo = async (address: string) => {
    const call = { ...door, functionName: 'replace', args: [address], account: owner, chain: null } as const;
    await wallet.waitForTransactionReceipt({ hash: await wallet.writeContract(call) });
  };
  return { url: `eip155:${house.chain.chainId}/address:${door.address}`, address: door.address, room, leadTo };
}

describe('a safe deployed contract', () => {
  const files = (content: string) => ({ productType: 'CONTRACT', files: [{ path: 'Door.sol', content }] });
  let deployed: Awaited<ReturnType<typeof deployDoor>>;
  let certificateId: string;
  beforeAll(async () => {
    rules.update();
    deployed = await deployDoor(DOOR);
  });

  it('is refused before payment when its sources differ, or when the address has no code', async () => {
    const ask = (url: string, content: string) => buyer.post(`${PLAYER}/submit`, { ...files(content), url });
    const { url, address } = deployed;
    const other = await ask(url, DOOR.replace('"hello"', '"goodbye"'));
    expect([other.status, other.body]).toMatchObject([422, { code: 'deployed_code_differs' }]);
    const empty = await ask(url.replace(address, reporter.address), DOOR);
    expect([empty.status, empty.body]).toMatchObject([422, { code: 'source_not_found' }]);
    const foreign = await ask(url.replace(/^eip155:\d+/, 'eip155:1'), DOOR);
    expect([foreign.status, foreign.body]).toMatchObject([422, { code: 'source_url_unsupported' }]);
  });

  it('is certified together with its address', async () => {
    const { submissionId } = await pay('/api/v1/certsvc/submit', { ...files(DOOR), url: deployed.url });
    const { result } = await reached(submissionId, 'CERTIFIED');
    certificateId = result?.certificateId ?? '';
    const source = { type: 'chain', chainId: house.chain.chainId, address: Address.parse(deployed.address) };
    expect(await verify(certificateId)).toMatchObject({ valid: true, skillName: 'Door' });
    const { body } = await house.server.get(`/api/v1/public/certificates/${certificateId}`);
    expect(body).toMatchObject({ payload: { source } });
  });

  it('is suspended when its owner points the proxy elsewhere', async () => {
    await deployed.leadTo(house.chain.usdcAddress);
    const { monitoring } = house.server.app.monitoring;
    await monitoring.watch();
    await house.server.database.pool.query('UPDATE monitorings SET next_check_at = $1 WHERE certificate_id = $2', [
      house.server.clock.now(),
      certificateId,
    ]);

    await eventually(async () => {
      await advanceTime();
      expect(await verify(certificateId)).toMatchObject({ valid: false, status: 'SUSPENDED', roundType: 'RE_AUDIT' });
    });
    const { retainedWarnings } = await verify(certificateId);
    expect(retainedWarnings[0]).toMatchObject({ ruleId: 'CON-38' });
    const { body } = await house.server.get(`/api/v1/public/certificates/${certificateId}/live-status`);
    expect(LiveStatus.parse(body).monitoring.checks).toContainEqual(
      expect.objectContaining({ kind: 'SOURCE_DRIFT', result: 'FAILED' }),
    );
  });
});
