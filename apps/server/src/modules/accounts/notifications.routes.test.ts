import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, mailsTo, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { BASE_URL, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const REASON = { reason: 'It was found to leak what it reads.' };
let people = 0;

async function newOwner() {
  const developer = await registerDeveloper(server, `told-${++people}@example.org`);
  const wallet = newWallet();
  await developer.post(`${DEV}/wallets`, await signIn(server, wallet, 'wallet'));
  return { developer, ownerWallet: wallet.address };
}
const suspend = async (id: string) => {
  await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);
  await server.published();
};
const subjectsOf = async ({ email }: TestDeveloper) => (await mailsTo(server, email)).map(({ subject }) => subject);

describe('a mail about an event', () => {
  it('goes only to the owner of the certificate, by default', async () => {
    const [{ developer, ownerWallet }, other] = [await newOwner(), await newOwner()];
    const id = await issueCertificate(server, { ownerWallet, name: 'pdf-tools' });

    await suspend(id);

    const [mail] = await mailsTo(server, developer.email);
    expect(mail?.subject).toMatch(/^certificate\.suspended: pdf-tools /);
    expect(mail?.text).toContain(`${BASE_URL}/api/v1/public/certificates/${id}/verify`);
    expect(await subjectsOf(other.developer)).toEqual(['Your code for Assay']);
  });

  it('does not go to an owner who has disabled it', async () => {
    const { developer, ownerWallet } = await newOwner();
    await developer.patch(`${DEV}/me`, { notify: ['certificate.issued'] });
    const id = await issueCertificate(server, { ownerWallet });
    await server.published();

    await suspend(id);

    expect(await subjectsOf(developer)).toEqual([expect.stringContaining('certificate.issued'), 'Your code for Assay']);
  });
});
