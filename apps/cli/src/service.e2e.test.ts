import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from './testing/listening-service.ts';
import { runAssay } from './testing/run-assay.ts';
import { listenSigned, SERVICE_KEY } from './testing/signed-service.ts';
import { CLEAN_SKILL, createFolder } from './testing/skill-folder.ts';

const ID = 'a'.repeat(24);
const SUBMISSION = '01940000-0000-7000-8000-000000000001';
const TOKEN = 'dev_of_the_user';

/** A clone with an .assay.json that names a third-party service, beside the home of its user. */
function clone(url: string, user: object | undefined, more: object = {}) {
  const folder = createFolder({
    'clone/.assay.json': JSON.stringify({ url, ...more }),
    'clone/.claude/skills/notes/SKILL.md': CLEAN_SKILL,
    ...(user === undefined ? {} : { 'home/.config/assay/config.json': JSON.stringify(user) }),
  });
  const run = (args: string[], env: Record<string, string> = {}) =>
    runAssay(args, { cwd: join(folder.path, 'clone'), env: { HOME: join(folder.path, 'home'), ...env } });
  return { run, path: folder.path, [Symbol.dispose]: folder[Symbol.dispose] };
}

const COMMANDS = [
  ['verify', ID],
  ['verify', '.claude/skills/notes'],
  ['verify', 'https://github.com/a/b'],
  ['check'],
  ['diff', '.claude/skills/notes'],
  ['status', ID],
  ['status', SUBMISSION],
  ['badge', ID],
  ['flag', ID, '--wallet', `0x${'1'.repeat(40)}`, '--category', 'other', '--description', 'x'.repeat(30)],
  ['submit', '.claude/skills/notes', '--yes', '--max-price', '1'],
  ['init', '--force'],
  ['login', '--email', 'a@example.org', '--no-wait'],
];

describe('a service named by a clone', () => {
  it.each(COMMANDS.map((words) => [words.join(' '), words] as const))(
    'is not contacted by "%s" and receives no token',
    async (_, words) => {
      await using own = await listen();
      await using theirs = await listen();
      using project = clone(theirs.url, { url: own.url });

      await project.run([...words], { ASSAY_TOKEN: TOKEN });

      expect(theirs.received).toEqual([]);
    },
  );

  it('is refused with the command that accepts it when the user has chosen none', async () => {
    await using theirs = await listen();
    using project = clone(theirs.url, undefined);

    const refused = await project.run(['check'], { ASSAY_TOKEN: TOKEN });

    expect(refused).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(`assay config trust-service ${theirs.url}`),
    });
    expect(theirs.received).toEqual([]);
  });

  it('is contacted once the user has accepted it, with its own token and never with ASSAY_TOKEN', async () => {
    await using own = await listen();
    await using theirs = await listenSigned();
    using project = clone(theirs.url, { url: own.url, tokens: { [theirs.url]: 'dev_of_theirs' } });

    expect((await project.run(['config', 'trust-service', `${theirs.url}/`])).code).toBe(0);
    const asked = await project.run(['check'], { ASSAY_TOKEN: TOKEN });
    await project.run(['status', SUBMISSION], { ASSAY_TOKEN: TOKEN });

    expect(theirs.received.length).toBeGreaterThan(0);
    expect(new Set(theirs.tokens())).toEqual(new Set(['Bearer dev_of_theirs']));
    expect(asked.stdout).toContain(`according to ${theirs.url}`);
    const user = JSON.parse(readFileSync(join(project.path, 'home/.config/assay/config.json'), 'utf8'));
    expect(Object.keys(user.trustedServices)).toEqual([theirs.url]);
    await project.run(['config', 'trust-service', theirs.url, '--unset']);
    expect((await project.run(['config', '--json'])).stdout).toContain(`"url": "${own.url}"`);
  });

  it.each(['/users/evil', '/?x=', '/#', '@evil.example', '.evil.example', ':1'])(
    'is not confused with a URL that ends in %s',
    async (ending) => {
      const accepted = 'https://accepted.example';
      using project = clone(`${accepted}${ending}`, {
        url: 'https://own.example',
        trustedServices: { [accepted]: {} },
      });
      const { url } = JSON.parse((await project.run(['config', '--json'])).stdout);
      expect(['https://own.example', accepted]).toContain(url);
    },
  );

  it('does not add its own keys', async () => {
    await using own = await listen();
    using project = clone(own.url, { url: own.url }, { trustKeys: ['third-party'] });
    expect(JSON.parse((await project.run(['config', '--json'])).stdout)).toMatchObject({ trustKeys: [] });
  });

  it('cannot widen the policy of the user', async () => {
    await using own = await listen();
    const wide = { allowUpTo: 'CRITICAL', askUpTo: 'CRITICAL', readBy: 'NONE', onFlags: 'ask', maxAgeDays: 9_999 };
    const policy = { allowUpTo: 'CLEAR', readBy: 'PERSON', maxAgeDays: 7 };
    using project = clone(own.url, { url: own.url, policy }, { policy: wide });
    expect(JSON.parse((await project.run(['config', '--json'])).stdout).policy).toMatchObject({
      ...policy,
      askUpTo: 'MEDIUM',
      onFlags: 'deny',
    });
  });
});

describe('a project of a user without a policy', () => {
  it('cannot widen the defaults', async () => {
    await using own = await listen();
    const policy = {
      allowUpTo: 'CRITICAL',
      askUpTo: 'CRITICAL',
      maxSandboxRiskLevel: 'LOW',
      onFlags: 'ask',
      onUnreachable: 'ask',
      maxStatusAgeMinutes: 999_999,
    };
    using project = clone(own.url, { url: own.url }, { policy });
    const shown = JSON.parse((await project.run(['config', '--json'])).stdout);
    expect(shown.policy).toMatchObject({
      allowUpTo: 'LOW',
      askUpTo: 'MEDIUM',
      maxSandboxRiskLevel: 'LOW',
      onFlags: 'deny',
      onUnreachable: 'deny',
    });
    expect(shown.maxStatusAgeMinutes).toBe(15);
  });

  it.each([
    [5, undefined, 5],
    [5, 60, 5],
    [60, undefined, 15],
    [60, 30, 30],
    [undefined, 60, 60],
  ])('with the status age %j and the user with %j has %j minutes', async (theirs, own, minutes) => {
    const url = 'https://own.example';
    const user = { url, ...(own !== undefined && { policy: { maxStatusAgeMinutes: own } }) };
    using project = clone(url, user, theirs === undefined ? {} : { policy: { maxStatusAgeMinutes: theirs } });
    expect(JSON.parse((await project.run(['config', '--json'])).stdout).maxStatusAgeMinutes).toBe(minutes);
  });
});

describe('a token', () => {
  it('is sent to its own service and to no other on the same host', async () => {
    await using host = await listenSigned();
    const user = { url: `${host.url}/a`, tokens: { [host.url]: 'dev_of_root', [`${host.url}/a`]: 'dev_of_a' } };
    using project = clone(`${host.url}/b`, { ...user, trustedServices: { [`${host.url}/b`]: {} } });
    await project.run(['status', SUBMISSION], { ASSAY_TOKEN: TOKEN });
    expect(host.received.every(({ path }) => path.startsWith('/b/'))).toBe(true);
    expect(host.tokens()).toEqual([]);
    await project.run(['status', SUBMISSION, '--url', `${host.url}/a`]);
    expect(host.tokens()).toEqual(['Bearer dev_of_a']);
  });

  it('is refused when it is too short to protect a port', async () => {
    using folder = createFolder({});
    for (const token of ['', 'x'.repeat(15)])
      expect(
        await runAssay(['mcp', '--http', '0', '--token', token], { cwd: folder.path, env: { HOME: folder.path } }),
      ).toMatchObject({ code: 64, stderr: expect.stringContaining('at least 16') });
  });
});

it('login prints no control characters of a service', async () => {
  const started = {
    deviceCode: 'd'.repeat(43),
    userCode: 'AB\u001b[2JCDEFG',
    verificationUri: 'https://own.example/device',
    verificationUriComplete: 'https://own.example/device?code=x',
    intervalSeconds: 0,
    expiresInSeconds: 600,
  };
  await using own = await listen(({ path }) =>
    path.endsWith('/device') ? { status: 201, body: started } : { status: 410, body: { code: 'login_expired' } },
  );
  using folder = createFolder({});
  const { stderr } = await runAssay(['login', '--url', own.url], { cwd: folder.path, env: { HOME: folder.path } });
  expect(stderr).toContain('and approve the code');
  expect(stderr).not.toContain('\u001b');
});

it('config pin prints the keys for other machines', async () => {
  await using own = await listenSigned();
  using folder = createFolder({});
  const env = { HOME: folder.path, ASSAY_URL: own.url };
  const { code, stdout } = await runAssay(['config', 'pin'], { cwd: folder.path, env });
  expect([code, stdout]).toEqual([0, expect.stringContaining(`ASSAY_TRUST_KEYS=${SERVICE_KEY}\n`)]);
});

describe('ASSAY_TOKEN', () => {
  it.each([
    ['to the service of the environment', { ASSAY_URL: 'own' }, [], 1],
    ['to no service of the command line beside it', { ASSAY_URL: 'other' }, ['--url', 'own'], 0],
    ['to no service of the command line beside the settings', {}, ['--url', 'own'], 0],
  ] as const)('is sent %s', async (_, env, more, tokens) => {
    await using own = await listenSigned();
    await using other = await listenSigned();
    using project = clone(other.url, { url: other.url });
    const at = (text: string) => (text === 'own' ? own.url : text === 'other' ? other.url : text);
    const told = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, at(value)]));

    await project.run(['status', SUBMISSION, ...more.map(at)], { ASSAY_TOKEN: TOKEN, ...told });

    expect(own.tokens()).toHaveLength(tokens);
    expect(other.tokens()).toEqual([]);
  });

  it('is sent to a service on the command line when the user has no other', async () => {
    await using own = await listenSigned();
    using home = createFolder({});
    const env = { HOME: home.path, ASSAY_TOKEN: TOKEN };
    await runAssay(['status', SUBMISSION, '--url', own.url], { cwd: home.path, env });
    expect(own.tokens()).toEqual([`Bearer ${TOKEN}`]);
  });
});

describe('a project file', () => {
  it.each([
    ['a device', '/dev/zero'],
    ['a folder', '.'],
  ])('is refused without waiting when it is a link to %s', async (_, target) => {
    using folder = createFolder({});
    symlinkSync(target, join(folder.path, '.assay.json'));
    const { code, stderr } = await runAssay(['config'], { cwd: folder.path, env: { HOME: folder.path } });
    expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining('.assay.json cannot be read') });
  });

  it.each([
    '[]',
    'null',
    '{"url":5}',
    '{"policy":[]}',
    '{"skills":{"a":1}}',
    '{"url":null}',
    '{"__proto__":{"url":"http://x.example"}}',
    '{',
  ])('with the content %s ends in a message or has no effect', async (text) => {
    using folder = createFolder({ '.assay.json': text });
    const { code, stderr } = await runAssay(['config'], { cwd: folder.path, env: { HOME: folder.path } });
    expect([0, 64]).toContain(code);
    expect(stderr).not.toContain('internal error');
  });
});
