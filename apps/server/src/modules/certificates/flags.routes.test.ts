import { randomUUID } from 'node:crypto';
import { Flag, listOf, type Nonce, NonceAnswer, PublicFlag, toFlagMessage, VerifyRecord } from '@assay/protocol';
import { createTestWallet, type TestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, registerDeveloper } from '../../testing/developer.ts';
import { signIn } from '../../testing/sign-in.ts';
import { type Answer, OPERATOR, soon, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const DESCRIPTION = 'It sends the clipboard to an address of its author.';
const flagPath = (id: string) => `/certsvc/v1/certificates/${id}/flag`;
const wallet = (word: string = randomUUID()) => createTestWallet(word);
const report = (of: Pick<TestWallet, 'address'>, over: Record<string, unknown> = {}) => ({
  walletAddress: of.address,
  category: 'DATA_EXFILTRATION',
  description: DESCRIPTION,
  ...over,
});
const verify = async (id: string) =>
  VerifyRecord.parse((await server.get(`/api/v1/public/certificates/${id}/verify`)).body);

async function newNonce(purpose = 'flag'): Promise<Nonce> {
  return NonceAnswer.parse((await server.get(`/api/v1/auth/nonce?purpose=${purpose}`)).body).nonce;
}

/** A report with the wallet's signature over this certificate, wallet, nonce and body. */
async function signed(id: string, by: TestWallet, over: Record<string, unknown> = {}) {
  const nonce = await newNonce();
  const body = { ...report(by, over), nonce };
  return { ...body, signature: by.sign(toFlagMessage({ certificateId: id, wallet: by.address, nonce, body })) };
}

async function queueItemOf(flagId: string): Promise<string> {
  const { body } = await server.get('/api/v1/operator/queue?kind=FLAG&limit=100', OPERATOR);
  const { items } = body as { items: { id: string; ref: { id: string } }[] };
  return items.find(({ ref }) => ref.id === flagId)?.id ?? 'none';
}

async function decide(flagId: string, decision: string, over: Record<string, unknown> = {}): Promise<Answer> {
  const path = `/api/v1/operator/queue/${await queueItemOf(flagId)}/decide`;
  return server.operate(path, { decision, reason: 'The evidence was checked by hand.', ...over });
}

/** A wallet with one confirmed flag. */
async function walletWithStanding(): Promise<TestWallet> {
  const reporter = wallet();
  const id = await issueCertificate(server);
  const { id: flagId } = Flag.parse((await server.post(flagPath(id), await signed(id, reporter))).body);
  await decide(flagId, 'OPEN');
  await decide(flagId, 'CONFIRM');
  return reporter;
}

describe('a flag of a developer', () => {
  it('counts only for a wallet that the account has proven', async () => {
    const [id, reporter] = [await issueCertificate(server), await walletWithStanding()];
    const developer = await registerDeveloper(server, 'reporter@example.org');
    const file = async () => Flag.parse((await developer.post(flagPath(id), report(reporter))).body);

    const before = await file();
    await decide(before.id, 'DISMISS');
    await developer.post(`${DEV}/wallets`, await signIn(server, reporter, 'wallet'));
    const after = await file();

    expect([before.state, after.state]).toEqual(['RECEIVED', 'OPEN']);
  });
});

describe('an anonymous flag', () => {
  it('is received, and changes nothing yet', async () => {
    const id = await issueCertificate(server);

    const answer = await server.post(
      flagPath(id),
      report(wallet(), { evidence: [{ kind: 'URL', value: 'https://x.example' }] }),
    );

    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`http://assay.localhost/api/v1/public/certificates/${id}/flags`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(Flag.parse(answer.body)).toMatchObject({
      certificateId: id,
      state: 'RECEIVED',
      severity: 'MEDIUM',
      evidence: [{ kind: 'URL', value: 'https://x.example' }],
      activeFlagCount: 0,
      valid: true,
      bounty: { state: 'NONE', amount: null, txHash: null },
    });
    expect(await verify(id)).toMatchObject({ valid: true, activeFlagCount: 0 });
  });

  it('may name its wallet in any case, but not with a wrong checksum', async () => {
    const id = await issueCertificate(server);
    const { address } = wallet();
    const flipped = address.replace(/[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );

    const lower = await server.post(flagPath(id), report({ address: address.toLowerCase() as typeof address }));
    const wrong = await server.post(flagPath(id), report({ address: flipped as typeof address }));

    expect(Flag.parse(lower.body).walletAddress).toBe(address);
    expect([wrong.status, wrong.body]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/walletAddress' })] }),
    ]);
  });

  it('is limited to one undecided flag per wallet and certificate', async () => {
    const [id, other] = [await issueCertificate(server), await issueCertificate(server)];
    const reporter = wallet();
    const first = Flag.parse((await server.post(flagPath(id), report(reporter))).body);

    const again = await server.post(flagPath(id), report(reporter));
    const elsewhere = await server.post(flagPath(other), report(reporter));
    await decide(first.id, 'DISMISS');
    const later = await server.post(flagPath(id), report(reporter));

    expect([again.status, again.body]).toEqual([409, expect.objectContaining({ code: 'flag_already_open' })]);
    expect([elsewhere.status, later.status]).toEqual([202, 202]);
  });

  it('is stored once if the same report arrives several times concurrently', async () => {
    const id = await issueCertificate(server);
    const reporter = wallet();

    const answers = await Promise.all(Array.from({ length: 6 }, () => server.post(flagPath(id), report(reporter))));

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409]);
  });

  it('does not block a signed flag of the wallet', async () => {
    const id = await issueCertificate(server);
    const reporter = wallet();
    await server.post(flagPath(id), report(reporter));

    const own = await server.post(flagPath(id), await signed(id, reporter));

    expect(own.status).toBe(202);
  });

  it.each([
    ['an unknown certificate', 'ffffffffffffffffffffffff', {}, 404, 'certificate_not_found'],
    ['a malformed id', 'x', {}, 404, 'certificate_not_found'],
    ['no wallet', undefined, { walletAddress: undefined }, 422, 'validation_failed'],
    ['a short address', undefined, { walletAddress: '0x12' }, 422, 'validation_failed'],
    ['an unknown category', undefined, { category: 'UGLY' }, 422, 'validation_failed'],
    ['a short description', undefined, { description: 'Too short.' }, 422, 'validation_failed'],
    ['an over-long description', undefined, { description: 'x'.repeat(4_001) }, 422, 'validation_failed'],
    ['a description with U+0000', undefined, { description: `${DESCRIPTION}\0` }, 422, 'validation_failed'],
    ['INFO as severity', undefined, { severity: 'INFO' }, 422, 'validation_failed'],
    [
      'too much evidence',
      undefined,
      { evidence: Array(11).fill({ kind: 'TEXT', value: 'x' }) },
      422,
      'validation_failed',
    ],
    ['evidence with U+0000', undefined, { evidence: [{ kind: 'TEXT', value: 'a\0b' }] }, 422, 'validation_failed'],
    ['a nonce without signature', undefined, { nonce: 'a'.repeat(24) }, 422, 'validation_failed'],
    ['a bond', undefined, { bond: '500000000' }, 422, 'validation_failed'],
    ['a bond of nothing', undefined, { bond: '0' }, 422, 'validation_failed'],
    ['a bond that is no amount', undefined, { bond: 5 }, 422, 'validation_failed'],
  ])('is rejected with %s', async (_, of, over, status, code) => {
    const id = of ?? (await issueCertificate(server));

    const answer = await server.post(flagPath(id), report(wallet(), over));

    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code })]);
  });
});

describe('a signed flag', () => {
  it('opens at once and counts if an earlier flag of its wallet was confirmed', async () => {
    const reporter = await walletWithStanding();
    const id = await issueCertificate(server);

    const answer = await server.post(flagPath(id), await signed(id, reporter));

    expect(answer.status).toBe(201);
    expect(Flag.parse(answer.body)).toMatchObject({ state: 'OPEN', activeFlagCount: 1, valid: false });
    await soon(async () =>
      expect(await verify(id)).toMatchObject({ valid: false, status: 'APPROVED', activeFlagCount: 1 }),
    );
  });

  it('is only received if its wallet has no standing', async () => {
    const id = await issueCertificate(server);

    expect((await server.post(flagPath(id), await signed(id, wallet()))).status).toBe(202);
  });

  it('is not opened for an unproven report in the name of a wallet with standing', async () => {
    const reporter = await walletWithStanding();
    const id = await issueCertificate(server);

    expect((await server.post(flagPath(id), report(reporter))).status).toBe(202);
  });

  it('uses up its nonce: a repeated report is rejected', async () => {
    const [id, reporter] = [await issueCertificate(server), wallet()];
    const body = await signed(id, reporter);
    await server.post(flagPath(id), body);

    const replay = await server.post(flagPath(id), body);

    expect([replay.status, replay.body]).toEqual([401, expect.objectContaining({ code: 'nonce_invalid' })]);
  });

  it('is rejected with a nonce that is unknown, for another purpose, or expired', async () => {
    const [id, reporter] = [await issueCertificate(server), wallet()];
    const signWith = async (nonce: Nonce) => {
      const body = { ...report(reporter), nonce };
      return server.post(flagPath(id), {
        ...body,
        signature: reporter.sign(toFlagMessage({ certificateId: id, wallet: reporter.address, nonce, body })),
      });
    };
    const old = await newNonce();

    const answers = [await signWith('a'.repeat(24) as Nonce), await signWith(await newNonce('link'))];
    server.clock.advance(601_000);
    answers.push(await signWith(old));

    for (const { status, body } of answers)
      expect([status, body]).toEqual([401, expect.objectContaining({ code: 'nonce_invalid' })]);
  });

  it('is rejected if the signature is malformed or covers another body, certificate, wallet or nonce', async () => {
    const [id, other, reporter] = [await issueCertificate(server), await issueCertificate(server), wallet()];
    const body = await signed(id, reporter);
    const nonce = await newNonce();
    const tampered = [
      { path: flagPath(id), body: { ...body, description: `${DESCRIPTION} And more.` } },
      { path: flagPath(id), body: { ...body, severity: 'CRITICAL' } },
      { path: flagPath(other), body },
      { path: flagPath(id), body: { ...body, walletAddress: wallet().address } },
      { path: flagPath(id), body: { ...body, nonce } },
      { path: flagPath(id), body: { ...body, signature: '0x' } },
      { path: flagPath(id), body: { ...body, signature: `0x${'00'.repeat(65)}` } },
    ];

    for (const { path, body } of tampered) {
      const answer = await server.post(path, body);
      expect([answer.status, answer.body]).toEqual([401, expect.objectContaining({ code: 'signature_invalid' })]);
    }
    expect((await server.post(flagPath(id), body)).status).toBe(202);
  });

  it("is rejected for the owner's own certificate, unlike an anonymous report in the owner's name", async () => {
    const owner = wallet();
    const id = await issueCertificate(server, { ownerWallet: owner.address });

    const own = await server.post(flagPath(id), await signed(id, owner));
    const thirdParty = await server.post(flagPath(id), report(owner));

    expect([own.status, own.body]).toEqual([403, expect.objectContaining({ code: 'flag_own_certificate' })]);
    expect(thirdParty.status).toBe(202);
  });

  it('is rejected for thirty days after three dismissals', async () => {
    const reporter = wallet();
    for (let times = 0; times < 3; times++) {
      const id = await issueCertificate(server);
      const flag = Flag.parse((await server.post(flagPath(id), await signed(id, reporter))).body);
      await decide(flag.id, 'DISMISS');
    }
    const id = await issueCertificate(server);

    const stopped = await server.post(flagPath(id), await signed(id, reporter));
    server.clock.advance(31 * DAY_MS);
    const later = await server.post(flagPath(id), await signed(id, reporter));

    expect([stopped.status, stopped.body]).toEqual([403, expect.objectContaining({ code: 'flagging_suspended' })]);
    expect(later.status).toBe(202);
  });

  it('can be sent with an API key instead, only for the wallet of the key', async () => {
    const [id, reporter] = [await issueCertificate(server), wallet()];
    const actor = { actorId: randomUUID(), walletAddress: reporter.address };
    const { apiKey } = await server.app.credentials.mintApiKey(actor);
    const headers = { authorization: `Bearer ${apiKey}` };

    const mismatch = await server.post(flagPath(id), report(wallet()), headers);
    const own = await server.post(flagPath(id), report(reporter), headers);

    expect([mismatch.status, mismatch.body]).toEqual([403, expect.objectContaining({ code: 'wallet_mismatch' })]);
    expect(own.status).toBe(202);
  });
});

describe('a reporter', () => {
  it('whose wallet owns a valid certificate gets no standing from it, because one review costs little', async () => {
    const [id, owner] = [await issueCertificate(server), wallet()];
    await issueCertificate(server, { ownerWallet: owner.address });

    const filed = Flag.parse((await server.post(flagPath(id), await signed(id, owner))).body);

    expect([filed.state, (await verify(id)).valid]).toEqual(['RECEIVED', true]);
  });

  it('with standing does not open a flag whose quote is not in the sealed bytes', async () => {
    const [id, reporter] = [await issueCertificate(server), await walletWithStanding()];
    const evidence = [{ kind: 'FILE_LINE', path: 'SKILL.md', line: 1, value: 'rm -rf /' }];

    const filed = Flag.parse((await server.post(flagPath(id), await signed(id, reporter, { evidence }))).body);

    expect([filed.state, (await verify(id)).valid]).toEqual(['RECEIVED', true]);
  });

  it('sees the flags of its proven wallets, and may withdraw an open one, once', async () => {
    const [id, reporter] = [await issueCertificate(server), await walletWithStanding()];
    const developer = await registerDeveloper(server, `${randomUUID()}@example.org`);
    await developer.post(`${DEV}/wallets`, await signIn(server, reporter, 'wallet'));
    await server.post(flagPath(await issueCertificate(server)), report(reporter)); // Filed in its name without a proof.
    const { id: flagId } = Flag.parse((await server.post(flagPath(id), await signed(id, reporter))).body);
    const withdraw = (who: Pick<typeof developer, 'post'>) => who.post(`/certsvc/v1/flags/${flagId}/withdraw`);
    const thirdParty = await registerDeveloper(server, `${randomUUID()}@example.org`);

    const listed = listOf(Flag).parse((await developer.get('/certsvc/v1/flags')).body).items;
    const [foreign, first, second] = [await withdraw(thirdParty), await withdraw(developer), await withdraw(developer)];

    expect(listed.map(({ id: listedId, state }) => [listedId, state])).toEqual([
      [flagId, 'OPEN'],
      [expect.any(String), 'CONFIRMED'],
    ]);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'flag_not_found' } });
    expect(Flag.parse(first.body)).toMatchObject({ state: 'WITHDRAWN', activeFlagCount: 0, valid: true });
    expect(second).toMatchObject({ status: 409, body: { code: 'flag_wrong_state' } });
    expect(await queueItemOf(flagId)).toBe('none');
    await soon(async () => expect(await verify(id)).toMatchObject({ valid: true }));
  });
});

describe('a suspended certificate', () => {
  it('accepts no flags', async () => {
    const id = await issueCertificate(server);
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'Found unsafe by the platform.' });

    const answer = await server.post(flagPath(id), report(wallet()));

    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ code: 'certificate_not_flaggable' })]);
  });
});

describe('the public list', () => {
  const list = async (id: string, query = '') => {
    const answer = await server.get(`/api/v1/public/certificates/${id}/flags${query}`);
    return { answer, ...listOf(PublicFlag).parse(answer.body) };
  };

  it('never shows the wallet, and hides the text of an undecided flag', async () => {
    const [id, reporter] = [await issueCertificate(server), wallet()];
    const body = report(reporter, { evidence: [{ kind: 'TEXT', value: 'a private trace' }] });
    const flag = Flag.parse((await server.post(flagPath(id), body)).body);

    const received = await list(id);
    await decide(flag.id, 'OPEN');
    const open = await list(id);
    await decide(flag.id, 'CONFIRM', { severity: 'HIGH' });
    const confirmed = await list(id);

    for (const { answer, items } of [received, open]) {
      expect(items).toMatchObject([{ id: flag.id, description: null, reporter: null, decision: null }]);
      expect(answer.text).not.toContain(DESCRIPTION);
    }
    for (const { answer } of [received, open, confirmed]) {
      expect(answer.text.toLowerCase()).not.toContain(reporter.address.toLowerCase());
      expect(answer.text).not.toContain('a private trace');
    }
    expect(confirmed.items).toMatchObject([
      {
        state: 'CONFIRMED',
        description: DESCRIPTION,
        decision: { outcome: 'CONFIRMED', severity: 'HIGH', suspended: true },
      },
    ]);
  });

  it('is filtered by state and paged by cursor', async () => {
    const id = await issueCertificate(server);
    const flags: Flag[] = [];
    for (let index = 0; index < 5; index++)
      flags.push(Flag.parse((await server.post(flagPath(id), report(wallet()))).body));
    await decide(flags[0]?.id ?? '', 'DISMISS');

    const found: string[] = [];
    let cursor = '';
    do {
      const page = await list(id, `?limit=2${cursor}`);
      found.push(...page.items.map((flag) => flag.id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');

    expect(found).toEqual(flags.map((flag) => flag.id).reverse());
    expect((await list(id, '?state=DISMISSED')).items.map((flag) => flag.id)).toEqual([flags[0]?.id]);
    expect((await server.get(`/api/v1/public/certificates/${id}/flags?state=LOST`)).status).toBe(422);
  });

  it('rejects a forged cursor with 422', async () => {
    const id = await issueCertificate(server);
    for (const position of [['2026-01-01T00:00:00Z', 'x'], [1, 2], null]) {
      const cursor = Buffer.from(JSON.stringify([server.clock.now().getTime(), position])).toString('base64url');
      expect((await server.get(`/api/v1/public/certificates/${id}/flags?cursor=${cursor}`)).status).toBe(422);
    }
  });

  it('truncates a long reason to its limit', async () => {
    const id = await issueCertificate(server);
    const flag = Flag.parse((await server.post(flagPath(id), report(wallet()))).body);
    const reason = `${'x'.repeat(999)}😂 and so on ${'y'.repeat(2_000)}`;

    const decided = await decide(flag.id, 'DISMISS', { reason });

    expect(decided.status).toBe(200);
    const { items } = await list(id);
    expect(items[0]?.decision?.reason.isWellFormed()).toBe(true);
    expect(items[0]?.decision?.reason.startsWith('x'.repeat(999))).toBe(true);
  });
});
