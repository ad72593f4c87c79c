import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, registerDeveloper } from '../../testing/developer.ts';
import { commitId } from '../../testing/github-stand-in.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type SourceNewsStore, sourceNewsStore } from './index.ts';

const [NEWER, NEWEST] = [commitId('newer'), commitId('newest')];
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

let server: TestServer;
let news: SourceNewsStore;
beforeAll(async () => {
  server = await startTestServer();
  news = sourceNewsStore(server.database.db);
});
afterAll(() => server.close());

describe('news of certified sources', () => {
  it('shows the newest commit with the time it was first seen, only on the dashboard of the owner', async () => {
    const [owner, thirdParty] = [
      await registerDeveloper(server, 'news@example.org'),
      await registerDeveloper(server, 'no-news@example.org'),
    ];
    const wallet = newWallet();
    await owner.post(`${DEV}/wallets`, await signIn(server, wallet, 'wallet'));
    const id = await issueCertificate(server, { ownerWallet: wallet.address });

    await news.note(id, NEWER, at(0));
    await news.note(id, NEWEST, at(1));
    await news.note(id, NEWEST, at(2));

    expect(await news.list([wallet.address], 10)).toEqual([
      expect.objectContaining({ certificateId: id, commit: NEWEST, seenAt: at(1) }),
    ]);
    expect((await owner.get(`${DEV}/dashboard/summary`)).body).toMatchObject({
      nextActions: [{ kind: 'NEWER_COMMIT', ref: { type: 'certificate', id }, at: at(1).toISOString() }],
    });
    expect((await thirdParty.get(`${DEV}/dashboard/summary`)).body).toMatchObject({ nextActions: [] });
  });

  it('ends when the source is reverted or the certificate is no longer in force', async () => {
    const { address } = newWallet();
    const [reverted, suspended] = [
      await issueCertificate(server, { ownerWallet: address }),
      await issueCertificate(server, { ownerWallet: address }),
    ];
    await news.note(reverted, NEWER, at(0));
    await news.note(suspended, NEWER, at(0));

    await news.note(reverted, null, at(1));
    await server.operate(`/api/v1/operator/certificates/${suspended}/suspend`, { reason: 'It was found to leak.' });

    expect(await news.list([address], 10)).toEqual([]);
  });

  it('is not stored for a certificate without a wallet', async () => {
    const id = await issueCertificate(server, { ownerWallet: null });

    await news.note(id, NEWER, at(0));

    expect(await news.list([], 10)).toEqual([]);
  });
});
