/** Somebody who wants to review for the council on a machine of their own, on a fresh installation. */
import { randomBytes } from 'node:crypto';
import { keccak256, toBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, blocksOf, type Json, linkWallet, startWalk, until, WALK_MS, type Walk } from '../testing/walk.ts';

let walk: Walk;
beforeAll(async () => {
  walk = await startWalk();
}, WALK_MS);
afterAll(() => walk.close());

/** RFC 8785 for what has no numbers but small ones: members in the order of the alphabet. */
const canonical = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(',')}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
          .join(',')}}`
      : JSON.stringify(value);
const hash = (value: unknown) => keccak256(toBytes(canonical(value)));

const SUSPICIOUS = /\.(ssh|aws|netrc|config)|curl|\/dev\/tcp|process\.env/;

it(
  'is given marks, stakes them, answers ten cases that nobody can know and becomes a validator',
  async () => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const { apiKey } = await linkWallet(walk, wallet);
    const headers = { authorization: `Bearer ${apiKey}` };
    const player = `${walk.url}/certsvc/v1`;
    const request = { tracks: ['SKILL'], stake: '1000000000', mode: 'REMOTE', family: 'some model' };
    const activate = (key: string) =>
      ask(`${player}/activate`, { headers: { ...headers, 'idempotency-key': key }, body: request });

    const poor = await activate('without-marks');
    expect(poor).toMatchObject({ status: 409, body: { code: 'insufficient_funds' } });
    expect(poor.body.detail).toContain('1,000');
    const operator = blocksOf('docs/guides/operators.md', 'sh');
    const grant = operator.find((block) => block.includes('/operator/grants')) ?? '';
    const setup = operator.find((block) => block.includes('operate()')) ?? '';
    const granted = await walk.bash(`${setup}\n${grant}`, { WALLET: wallet.address });
    expect(granted).toMatchObject({ code: 0 });
    expect(await activate('with-marks')).toMatchObject({ status: 202, body: { state: 'CALIBRATING' } });

    const cases = await until(async () => {
      const { body } = await ask(`${player}/assignments?limit=50`, { headers });
      expect(body.items).toHaveLength(10);
      return body.items as Json[];
    });
    const verdicts: string[] = [];
    for (const { id, kind, validatorId } of cases) {
      expect(kind).toBe('CALIBRATION');
      const { body: bundle } = await ask(`${player}/assignments/${id}/bundle`, { headers });
      const files = bundle.files as { path: string; contentBase64: string }[];
      const bad = files.find(({ contentBase64 }) => SUSPICIOUS.test(Buffer.from(contentBase64, 'base64').toString()));
      const vote = bad === undefined ? SAFE : unsafeAt(bad.path);
      verdicts.push(vote.verdict);
      const salt = `0x${randomBytes(32).toString('hex')}`;
      const { findings, ...said } = vote;
      const sealed = { assignmentId: id, validatorId, ...said, findingsHash: hash(findings), salt };
      const committed = await ask(`${player}/assignments/${id}/commit`, {
        headers,
        body: { commitment: hash(sealed) },
      });
      expect(committed).toMatchObject({ status: 200 });
      expect(await ask(`${player}/assignments/${id}/reveal`, { headers, body: { ...vote, salt } })).toMatchObject({
        status: 200,
      });
    }
    expect(verdicts.filter((verdict) => verdict === 'UNSAFE')).toHaveLength(5);

    const own = await ask(`${player}/validator`, { headers });
    expect(own.body).toMatchObject({ state: 'ACTIVE', calibration: [{ state: 'PASSED', correct: 10, of: 10 }] });
    const { body: listed } = await ask(`${walk.url}/api/v1/public/validators?limit=100`);
    expect((listed.items as Json[]).map(({ id }) => id)).toContain(own.body.id);
  },
  WALK_MS,
);

const SAFE = { verdict: 'SAFE', severity: 'INFO', findings: [] as object[] };
const unsafeAt = (path: string) => ({
  verdict: 'UNSAFE',
  severity: 'CRITICAL',
  findings: [
    {
      ruleId: 'reader/sends-secrets',
      category: 'EXF',
      title: 'Sends secrets away',
      severity: 'CRITICAL',
      confidence: 'certain',
      path,
      line: 1,
      endLine: 1,
      snippet: null,
      message: 'It sends what is secret to a stranger.',
      remediation: null,
      reproduced: false,
    },
  ] as object[],
});
