import { DeviceLogin, LoginResult } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let person: TestDeveloper;
beforeAll(async () => {
  server = await startTestServer();
  person = await registerDeveloper(server, 'device@example.org');
});
afterAll(() => server.close());

const DEVICE = `${DEV}/login/device`;
const begin = async () => DeviceLogin.parse((await server.post(DEVICE, { label: 'laptop' })).body);
const collect = (deviceCode: string) => server.post(`${DEVICE}/token`, { deviceCode });
const decide = (userCode: string, isApproved: boolean) => person.post(`${DEVICE}/decision`, { userCode, isApproved });

describe('the login of a program without a browser', () => {
  it('is approved by a person who sees its label, and yields its token once', async () => {
    const { deviceCode, userCode, verificationUri } = await begin();

    expect((await collect(deviceCode)).body).toMatchObject({ status: 409, code: 'login_pending' });
    expect(verificationUri).toContain(`/account/device?code=${userCode}`);
    expect((await person.get(`${DEVICE}/waiting?userCode=${userCode}`)).body).toMatchObject({
      userCode,
      label: 'laptop',
    });
    expect((await decide(userCode, true)).status).toBe(204);
    const { token, account } = LoginResult.parse((await collect(deviceCode)).body);
    expect(account.email).toBe('device@example.org');
    expect((await server.get(`${DEV}/me`, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await collect(deviceCode)).body).toMatchObject({ code: 'code_expired' });
  });

  it('yields one token for concurrent requests', async () => {
    const { deviceCode, userCode } = await begin();
    await decide(userCode, true);

    const answers = await Promise.all([collect(deviceCode), collect(deviceCode), collect(deviceCode)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  it('ends when it is rejected, and a later approval changes nothing', async () => {
    const { deviceCode, userCode } = await begin();

    expect((await decide(userCode, false)).status).toBe(204);
    expect((await decide(userCode, true)).body).toMatchObject({ code: 'code_expired' });
    expect((await collect(deviceCode)).body).toMatchObject({ code: 'code_invalid' });
  });

  it('cannot be approved without a login, nor collected with the user code', async () => {
    const { userCode } = await begin();

    expect((await server.post(`${DEVICE}/decision`, { userCode, isApproved: true })).status).toBe(401);
    expect((await server.get(`${DEVICE}/waiting?userCode=${userCode}`)).status).toBe(401);
    expect((await collect(userCode)).status).toBe(422);
    expect((await collect(`dlc_${'a'.repeat(43)}`)).body).toMatchObject({ code: 'code_invalid' });
  });

  it('expires after ten minutes', async () => {
    const { deviceCode, userCode } = await begin();
    const late = await begin();
    await decide(late.userCode, true);
    server.clock.advance(600_001);

    expect((await decide(userCode, true)).body).toMatchObject({ code: 'code_expired' });
    expect((await collect(deviceCode)).body).toMatchObject({ code: 'code_expired' });
    expect((await collect(late.deviceCode)).body).toMatchObject({ code: 'code_expired' });
  });
});
