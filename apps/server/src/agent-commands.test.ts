import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@assay/client';
import { fileStores, verifyDirectory } from '@assay/client/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAssay } from '../../cli/src/testing/run-assay.ts';
import { type AgentMachine, openAgentMachine, SKILL_FILES } from './testing/agent-machine.ts';
import { issueCertificate } from './testing/certificate-builder.ts';
import { DEV, registerDeveloper } from './testing/developer.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const REASON = { reason: 'Enough was seen to decide this.' };

let server: TestServer;
let machine: AgentMachine;
beforeAll(async () => {
  server = await startTestServer();
  machine = await openAgentMachine(server);
});
afterAll(async () => {
  machine.close();
  await server.close();
});

const assay = (...args: string[]) => runAssay(args, { cwd: machine.project, env: machine.env });
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await assay(...args, '--json');
  expect(stderr).toBe('');
  return { code, answer: JSON.parse(stdout) };
};

describe('@assay/client against the service', () => {
  const connect = () => createClient({ baseUrl: server.url, trust: { keys: [machine.env.ASSAY_TRUST_KEYS] } });

  it('verifies, checks the seal, loads the feed and distinguishes bundles', async () => {
    const client = connect();
    const { valid, suspended } = machine.ids;
    expect(await client.verify(valid)).toMatchObject({ valid: true, record: { skillName: 'valid' } });
    expect(await client.verifySeal(valid)).toMatchObject({ statement: { certificateId: valid } });
    expect(await client.registry.use(valid)).toMatchObject({ valid: true });
    expect(await client.registry.use(suspended)).toMatchObject({ valid: false });
    expect(
      await client.verifyMany([{ certificateId: valid }, { certificateId: suspended }, { certificateId: 'x' }]),
    ).toMatchObject([{ valid: true }, { valid: false, record: { status: 'SUSPENDED' } }, { valid: false }]);
    expect(await verifyDirectory(client, join(machine.skills, 'valid'))).toMatchObject({
      valid: true,
      drift: { isSame: true },
    });
    expect(await verifyDirectory(client, join(machine.skills, 'changed'))).toMatchObject({
      valid: false,
      reasons: [{ code: 'changed_file' }],
    });
    expect(await verifyDirectory(client, join(machine.skills, 'unknown'))).toMatchObject({
      valid: false,
      reasons: [{ code: 'not_found' }],
    });
  });

  it('sees a suspension, verifies again, and removes the certificate from its registry', async () => {
    const id = await issueCertificate(server, { files: { ...SKILL_FILES, 'SKILL.md': '# Heard\n' } });
    await server.published();
    const client = connect();
    await client.registry.refresh();
    expect(await client.registry.use(id)).toMatchObject({ valid: true });
    const stop = new AbortController();
    const kinds: string[] = [];
    // Starts at 0: the first event shows that the stream is open before the suspension happens.
    for await (const { kind } of client.watch({ topics: [`certificate:${id}`], signal: stop.signal, since: 0 })) {
      kinds.push(kind);
      if (kind === 'certificate.issued') await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);
      if (kind === 'certificate.suspended') stop.abort();
    }
    expect(kinds.at(-1)).toBe('certificate.suspended');
    expect(await client.verify(id)).toMatchObject({ valid: false, warnings: [{ code: 'status_changed' }] });
    await server.published();
    await client.registry.refresh();
    expect(await client.registry.findById(id)).toBeUndefined();
  });

  it('remembers the certificates that it has seen across restarts', async () => {
    const path = join(machine.home, 'memory.json');
    const { valid } = machine.ids;
    const start = () => createClient({ baseUrl: server.url, ...fileStores(path) });
    await start().verify(valid);
    expect(JSON.parse(await readFile(path, 'utf8')).seen).toHaveProperty(valid);
    expect(await start().verify(valid)).toMatchObject({ valid: true });
  });
});

describe('assay verify', () => {
  it.each([
    ['valid', 0, 'VALID'],
    ['suspended', 1, 'REFUSED'],
  ] as const)('exits for the certificate of a %s skill with %i', async (name, code, word) => {
    const finished = await assay('verify', machine.ids[name]);
    expect(finished).toMatchObject({ code, stderr: '' });
    expect(finished.stdout).toMatch(new RegExp(`^${word} ${machine.ids[name]} ${name}`));
  });

  it.each([
    ['valid', 0, []],
    ['suspended', 1, ['not_valid']],
    ['changed', 1, ['changed_file']],
    ['unknown', 1, ['not_found']],
  ] as const)('exits for the folder of a %s skill with %i', async (name, code, codes) => {
    const { code: exit, answer } = await json('verify', `.claude/skills/${name}`);
    expect(exit).toBe(code);
    expect(answer.valid).toBe(code === 0);
    expect(answer.reasons.map((each: { code: string }) => each.code)).toEqual(codes);
  });

  it('checks the seal with --seal, and refuses by policy', async () => {
    const { valid } = machine.ids;
    expect((await assay('verify', valid, '--seal')).code).toBe(0);
    const thirdParty = { ...machine.env, ASSAY_TRUST_KEYS: '11'.repeat(32) };
    expect((await runAssay(['verify', valid, '--seal'], { env: thirdParty })).code).toBe(1);
    expect((await assay('verify', valid, '--read-by', 'person')).code).toBe(1);
    expect((await assay('verify', `${server.url}/api/v1/public/certificates/${valid}`)).code).toBe(0);
  });

  it('exits with 2 without a service, 3 without a certificate, 1 for an unknown id and 64 for a usage error', async () => {
    const away = { ...machine.env, ASSAY_URL: 'http://127.0.0.1:1' };
    expect((await runAssay(['verify', machine.ids.valid], { env: away })).code).toBe(2);
    expect((await assay('verify', 'missing')).code).toBe(3);
    expect((await assay('verify', 'f'.repeat(24))).code).toBe(1);
    expect((await assay('verify')).code).toBe(64);
    expect((await assay('verify', machine.ids.valid, '--url', 'http://assay.example')).code).toBe(64);
  });
});

describe('assay check and diff', () => {
  it('checks every skill, the feed and the lock files', async () => {
    const { code, answer } = await json('check');
    expect(code).toBe(1);
    const states = answer.skills.map(({ target, outcome }: { target: string; outcome: string }) => [
      target.split('/').at(-1),
      outcome,
    ]);
    expect(Object.fromEntries(states)).toEqual({
      changed: 'refused',
      flagged: 'valid',
      suspended: 'refused',
      unknown: 'refused',
      valid: 'valid',
    });
    expect((await assay('check', '.claude/skills/valid')).code).toBe(0);
    expect((await assay('check', '.claude/skills/unknown', '--allow-uncertified')).code).toBe(0);
  });

  it('refuses a skill that differs from the lock file', async () => {
    const lock = join(machine.project, '.claude/skills/skills-lock.json');
    const write = (name: string, computedHash: string) =>
      writeFile(lock, JSON.stringify({ version: 1, skills: { [name]: { source: 'acme/x', computedHash } } }));
    await write('valid', '0'.repeat(64));
    const { answer } = await json('check', '.claude/skills');
    expect(answer.skills.find(({ target }: { target: string }) => target.endsWith('/valid')).reasons).toMatchObject([
      { code: 'wrong_digest' },
    ]);
    await write('gone', '0'.repeat(64));
    expect((await assay('check', '.claude/skills')).stderr).toContain(
      'skills-lock.json names gone, which is not installed',
    );
    await writeFile(lock, '{');
    expect((await assay('check', '.claude/skills')).stderr).toContain('skills-lock.json: it is not JSON');
  });

  it('names the differences', async () => {
    expect(await assay('diff', '.claude/skills/valid')).toMatchObject({ code: 0, stdout: '' });
    expect(await assay('diff', '.claude/skills/changed', machine.ids.changed)).toMatchObject({
      code: 1,
      stdout: 'M scripts/run.sh\n',
    });
    expect((await assay('diff', '.claude/skills/unknown')).code).toBe(1);
  });
});

describe('the other commands', () => {
  it('shows status and badge, and reports the local settings without secrets', async () => {
    expect(await assay('status', machine.ids.suspended)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('NOT VALID SUSPENDED'),
    });
    expect((await assay('badge', machine.ids.valid)).stdout).toContain('badge.svg');
    const env = { ...machine.env, ASSAY_TOKEN: 'dev_secret' };
    const { stdout } = await runAssay(['config', '--json'], { env, cwd: machine.project });
    expect(JSON.parse(stdout)).toMatchObject({ url: server.url, isLoggedIn: true });
    expect(stdout).not.toContain('dev_secret');
  });

  it('logs in by mail and keeps the token for this service only', async () => {
    const email = 'robin@example.org';
    const challenge = (await assay('login', '--register', '--email', email, '--no-wait')).stdout.trim();
    const { body } = await server.get('/dev/inbox.json?limit=1');
    const [, code = ''] = /\n([0-9A-Z]{8})\n/.exec((body as { items: { text: string }[] }).items[0]?.text ?? '') ?? [];
    expect(await assay('login', '--register', '--challenge', challenge, '--code', code)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(email),
    });
    expect((await json('config')).answer.isLoggedIn).toBe(true);
    expect((await json('config', '--url', 'https://elsewhere.example')).answer.isLoggedIn).toBe(false);
    expect((await assay('status', '01940000-0000-7000-8000-000000000001')).code).toBe(1);
    const thirdParty = await runAssay(['status', '01940000-0000-7000-8000-000000000001'], {
      env: { ...machine.env, HOME: join(machine.home, 'other') },
    });
    expect(thirdParty).toMatchObject({ code: 4, stderr: expect.stringContaining('assay login') });
  });

  it('logs in by a code that a person approves in a browser', async () => {
    const person = await registerDeveloper(server, 'browser@example.org');
    const env = { ...machine.env, HOME: join(machine.home, 'by-browser') };
    const allow = async (shown: string) => {
      const code = /approve the code (\w{4})-(\w{4})/.exec(shown)?.slice(1).join('');
      if (code !== undefined) await person.post(`${DEV}/login/device/decision`, { userCode: code, isApproved: true });
    };
    const entered = await runAssay(['login', '--label', 'my laptop'], { env, cwd: machine.project, onError: allow });
    expect(entered).toMatchObject({ code: 0, stdout: expect.stringContaining('Logged in as browser@example.org') });
  });

  it('files a flag and writes a project file that check reads', async () => {
    const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const words = [
      '--category',
      'other',
      '--description',
      'It writes the minutes of another meeting.',
      '--evidence',
      'scripts/run.sh:1',
    ];
    expect((await json('flag', machine.ids.flagged, '--wallet', wallet, ...words)).answer).toMatchObject({
      state: 'RECEIVED',
      evidence: [{ kind: 'FILE_LINE', line: 1 }],
    });
    expect((await assay('flag', machine.ids.flagged, '--wallet', wallet)).code).toBe(64);
    expect((await assay('init')).code).toBe(0);
    const project = JSON.parse(await readFile(join(machine.project, '.assay.json'), 'utf8'));
    expect(project.skills).toEqual({
      '.claude/skills/valid': machine.ids.valid,
      '.claude/skills/flagged': machine.ids.flagged,
    });
    expect((await assay('init')).code).toBe(1);
    expect((await assay('completion', 'bash')).stdout).toContain('verify');
  });
});
