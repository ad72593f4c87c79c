import { randomUUID } from 'node:crypto';
import { Problem } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, registerDeveloper } from '../../testing/developer.ts';
import { commitId } from '../../testing/github-stand-in.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSourceNews, sourceNewsStore } from './index.ts';

const [CERTIFIED, NEWER] = [commitId('certified'), commitId('newer')];
const HOURS_MS = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A developer with one certificate of a repository, and a look at where that repository is. */
async function setup(head: string | Problem) {
  const developer = await registerDeveloper(server, `${randomUUID()}@example.org`);
  const wallet = newWallet();
  await developer.post(`${DEV}/wallets`, await signIn(server, wallet, 'wallet'));
  const url = `https://github.com/acme/${randomUUID()}`;
  const source = {
    type: 'github',
    url,
    ref: CERTIFIED,
    commit: CERTIFIED,
    entry: 'SKILL.md',
    binding: 'COMMIT',
  } as const;
  const id = await issueCertificate(server, { ownerWallet: wallet.address, source });
  const store = sourceNewsStore(server.database.db);
  const asked: string[] = [];
  const news = createSourceNews({
    store,
    readHead: async (from) => {
      asked.push(from);
      if (head instanceof Problem) throw head;
      return from === url ? head : CERTIFIED;
    },
    clock: server.clock,
  });
  return { id, url, asked, look: news.look, list: () => store.list([wallet.address], 10), developer };
}

describe('news of certified sources', () => {
  it('is a commit that is not the certified one, with the moment it was first seen', async () => {
    const { id, look, list, developer } = await setup(NEWER);
    const seenAt = server.clock.now();

    await look();
    server.clock.advance(7 * HOURS_MS);
    await look();

    expect(await list()).toEqual([expect.objectContaining({ certificateId: id, commit: NEWER, seenAt })]);
    expect((await developer.get(`${DEV}/dashboard/summary`)).body).toMatchObject({
      nextActions: [{ kind: 'NEWER_COMMIT', ref: { type: 'certificate', id } }],
    });
  });

  it('is nothing while the source stands still, is gone or is silent', async () => {
    for (const head of [CERTIFIED, new Problem('source_not_found'), new Problem('source_timeout')]) {
      const { look, list } = await setup(head);
      await look();
      expect(await list()).toEqual([]);
    }
  });

  it('is asked for every six hours and not sooner', async () => {
    const { url, asked, look } = await setup(CERTIFIED);
    const times = () => asked.filter((one) => one === url).length;

    await look();
    await look();
    expect(times()).toBe(1);

    server.clock.advance(6 * HOURS_MS + 1);
    await look();
    expect(times()).toBe(2);
  });

  it('is over once the certificate is no longer in force', async () => {
    const { id, look, list } = await setup(NEWER);
    await look();

    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'It was found to leak.' });

    expect(await list()).toEqual([]);
  });

  it('lets a fault of ours be seen', async () => {
    const stale = { certificateId: 'c', ownerWallet: 'w', url: 'https://github.com/acme/x', commit: CERTIFIED };
    const news = createSourceNews({
      store: { ...sourceNewsStore(server.database.db), listStale: async () => [stale] },
      readHead: () => Promise.reject(new TypeError('broken')),
      clock: server.clock,
    });

    await expect(news.look()).rejects.toThrow(TypeError);
  });
});
