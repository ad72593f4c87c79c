import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { toVerifierKey } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runAssay, startAssay } from '../../cli/src/testing/run-assay.ts';
import { issueCertificate, UNREAD } from './testing/certificate-builder.ts';
import { startWitness, TEST_ORIGIN, testLogKey } from './testing/log-witness.ts';
import { createTemporaryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';
import { GOD_API_KEY, startTestServer, type TestServer } from './testing/test-server.ts';

const FILES = { 'SKILL.md': '# Sort\n', 'scripts/sort.py': 'print(1)\n' };
const CERTIFICATE_OWNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const KEY = toVerifierKey(testLogKey());

let folder: TemporaryFolder;
let witness: Awaited<ReturnType<typeof startWitness>>;
let server: TestServer;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  witness = await startWitness('witness.example/cli');
  // The command uses the clock of this machine.
  const clock = { now: () => new Date(), advance: () => undefined };
  server = await startTestServer({ clock: clock as never, env: { LOG_WITNESSES: JSON.stringify([witness.entry]) } });
  await issueCertificate(server);
  await publish();
});
afterAll(async () => {
  await server.close();
  await witness.close();
  await folder.remove();
});

const publish = () => server.app.transparency.publisher.work();
const suspend = (id: string) =>
  server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'It does other things than it says.' });
const assay = (args: string[], env: Record<string, string> = {}) =>
  runAssay(args, { cwd: folder.path, env: { HOME: folder.path, ASSAY_URL: server.url, ...env } });

/** Copies a skill, its proof bundle and the trust root for offline verification. */
async function carry(name: string, more: Parameters<typeof issueCertificate>[1] = {}) {
  const id = await issueCertificate(server, { files: FILES, ...more });
  await publish();
  const home = join(folder.path, name);
  await mkdir(join(home, 'skill/scripts'), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(home, 'skill', path), text);
  const save = async (file: string, path: string) => writeFile(join(home, file), (await server.get(path)).text);
  await save('proof.json', `/api/v1/public/certificates/${id}/proof-bundle`);
  await save('root.json', '/.well-known/trust-root.json');
  const words = ['verify', '--offline', `${name}/proof.json`, '--trust-root', `${name}/root.json`];
  return { id, home, words };
}
/** No service listens at this address. */
const OFFLINE = { ASSAY_URL: 'http://127.0.0.1:9' };

describe('assay verify --offline', () => {
  it('proves a folder by a file without network requests', async () => {
    const { id, words } = await carry('plain');
    const { code, stdout } = await assay([...words, 'plain/skill', '--origin', TEST_ORIGIN], OFFLINE);
    expect(stdout).toContain(`VALID plain/skill ${id}`);
    expect(stdout).toMatch(/seal, files and log are proven: leaf \d+ of \d+ in assay\.localhost/);
    expect(code).toBe(0);
    const witnessed = await assay([...words, '--witness', witness.verifierKey, '--json'], OFFLINE);
    expect(JSON.parse(witnessed.stdout)).toMatchObject({
      valid: true,
      hasFiles: false,
      log: { witnesses: ['witness.example/cli'] },
    });
  });

  it('reports a certificate without readers as unread', async () => {
    const { id, words } = await carry('unread', UNREAD);
    const { code, stdout } = await assay([...words, 'unread/skill'], OFFLINE);
    expect([code, stdout]).toEqual([0, expect.stringContaining('VALID, UNREAD unread/skill')]);
    expect((await assay(['status', id])).stdout).toContain('VALID, UNREAD APPROVED');
  });

  it('refuses changed files, another log, and an unconfigured witness', async () => {
    const { home, words } = await carry('changed');
    await writeFile(join(home, 'skill/scripts/sort.py'), 'steal()\n');
    const refused = await assay([...words, 'changed/skill'], OFFLINE);
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('scripts/sort.py differs from the certified file'),
    ]);
    expect((await assay([...words, '--origin', 'other.example/log'], OFFLINE)).code).toBe(1);
    const thirdParty = await startWitness('witness.example/third-party');
    onTestFinished(thirdParty.close);
    const unseen = await assay([...words, '--witness', thirdParty.verifierKey], OFFLINE);
    expect(unseen.stdout).toContain('0 of 1 required witnesses cosigned');
  });

  it('reports the age of the status, and is undecided when the status is too old', async () => {
    const { words } = await carry('aged');
    const { code, stdout } = await assay([...words, '--max-status-age', '0s'], OFFLINE);
    expect([code, stdout]).toEqual([2, expect.stringContaining('UNDECIDABLE')]);
    expect(stdout).toMatch(/status APPROVED as of .*, 0 minutes ago/);
  });

  it('requires a trust root and a valid time, and refuses its options in other modes', async () => {
    const { id } = await carry('usage');
    const usage = async (...args: string[]) => (await assay(args, OFFLINE)).code;
    expect(await usage('verify', '--offline', 'usage/proof.json')).toBe(64);
    expect(await usage('verify', '--offline', 'usage/none.json', '--trust-root', 'usage/root.json')).toBe(64);
    expect(await usage('verify', '--offline', 'usage/proof.json', '--max-status-age', 'long')).toBe(64);
    expect(await usage('verify', id, '--origin', 'x')).toBe(64);
    expect(await usage('verify', '--offline', 'usage/proof.json', '--witness', KEY)).toBe(64);
  });
});

describe('assay witness', () => {
  it('prints its key, cosigns the log of a service, and stops on a signal', async () => {
    const home = join(folder.path, 'witness');
    const words = ['witness', '--name', 'witness.example/own', '--home', home];
    const shown = await assay([...words, '--show-key']);
    expect(shown.stdout).toMatch(/^witness\.example\/own\+[0-9a-f]{8}\+B/);
    const env = { HOME: folder.path };
    const { child, finished } = startAssay([...words, '--log', KEY, '--listen', '127.0.0.1:0', '--json'], { env });
    const told = await new Promise<{ verifierKey: string; url: string }>((resolve) =>
      child.stdout?.once('data', (text: string) => resolve(JSON.parse(text))),
    );
    expect(told.verifierKey).toBe(shown.stdout.trim());
    await issueCertificate(server);
    await publish();
    const { text: note } = await server.get('/api/v1/public/transparency/checkpoint');
    const answer = await fetch(`${told.url}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${note}` });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^— witness\.example\/own /)]);
    child.kill('SIGTERM');
    expect((await finished).code).toBe(0);
  });

  it('requires a name and the key of a log', async () => {
    expect((await assay(['witness', '--log', KEY])).code).toBe(64);
    expect((await assay(['witness', '--name', 'a b', '--log', KEY])).code).toBe(64);
    expect((await assay(['witness', '--name', 'w.example', '--log', witness.verifierKey])).code).toBe(64);
  });
});

describe('assay monitor', () => {
  const monitor = (name: string, ...args: string[]) =>
    assay(['monitor', '--log-key', KEY, '--state', `${name}.json`, '--json', ...args]);
  const linesOf = (stdout: string) =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  it("reports certificates in the user's name, look-alikes of the user's skill, and withdrawn skills in use", async () => {
    await publish();
    const first = await monitor('mine', '--from-now', '--name', 'pdf-tools', '--owner', CERTIFICATE_OWNER);
    expect([first.stderr, first.stdout, first.code]).toEqual(['', '', 0]);
    const mine = await issueCertificate(server, { name: 'other', ownerWallet: CERTIFICATE_OWNER as never });
    const alike = await issueCertificate(server, { name: 'pdf-t00ls' });
    await issueCertificate(server, { name: 'unrelated' });
    await publish();

    const second = await monitor('mine', '--name', 'pdf-tools', '--owner', CERTIFICATE_OWNER);
    expect(linesOf(second.stdout)).toMatchObject([
      { kind: 'issued_for_owner', certificateId: mine },
      { kind: 'look_alike', certificateId: alike, name: 'pdf-t00ls' },
    ]);
    expect(second.code).toBe(1);
    await suspend(mine);
    await publish();
    const third = await monitor('mine', '--name', 'pdf-tools');
    expect(linesOf(third.stdout)).toMatchObject([{ kind: 'status_changed', certificateId: mine }]);
    expect((await monitor('mine', '--name', 'pdf-tools')).code).toBe(0);
  });

  it('reports a payload that is withheld or differs from the logged one', async () => {
    expect((await monitor('held', '--from-now')).code).toBe(0);
    const gone = 'e'.repeat(24);
    await server.database.pool.query(`SELECT append_log_leaf('ISSUED', $1, 1, $2, 'APPROVED', NULL, now())`, [
      gone,
      `0x${'1'.repeat(64)}`,
    ]);
    const honest = await issueCertificate(server);
    await server.database.pool.query(
      `BEGIN; SET LOCAL session_replication_role = 'replica'; UPDATE certificates SET payload = replace(payload, '"SKILL.md"', '"OTHER.md"') WHERE id = '${honest}'; COMMIT`,
    );
    await publish();
    const { stdout, code } = await monitor('held');
    expect(linesOf(stdout)).toMatchObject([
      { kind: 'payload_withheld', certificateId: gone },
      { kind: 'payload_mismatch', certificateId: honest },
    ]);
    expect(code).toBe(1);
  });

  it('notifies a webhook, and retries findings that were not delivered', async () => {
    const heard: { findings: { kind: string }[] }[] = [];
    const hook = createServer((request, response) => {
      let body = '';
      request
        .on('data', (part) => (body += part))
        .on('end', () => {
          heard.push(JSON.parse(body));
          response.end();
        });
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void hook.close());
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
    await monitor('hook', '--from-now');
    await issueCertificate(server, { name: 'watched-skill' });
    await publish();
    expect((await monitor('hook', '--name', 'watched-skill', '--webhook', 'http://127.0.0.1:9/')).code).toBe(2);
    expect((await monitor('hook', '--name', 'watched-skill', '--webhook', url)).code).toBe(1);
    expect(heard).toMatchObject([{ findings: [{ kind: 'issued_under_name' }] }]);
    expect((await assay(['monitor', '--log-key', KEY, '--webhook', 'http://elsewhere.example/'])).code).toBe(64);
  });

  it('compares audit heads with the audit log for a reader with access', async () => {
    await suspend(await issueCertificate(server));
    await publish();
    const token = { ASSAY_TOKEN: GOD_API_KEY };
    const ask = () =>
      assay(['monitor', '--log-key', KEY, '--state', 'audit.json', '--json', '--from-now', '--audit-log'], token);
    const first = await ask();
    expect([first.stderr, first.stdout, first.code]).toEqual(['', '', 0]);
    await server.database.pool.query(`SELECT append_log_leaf('AUDIT_HEAD', NULL, NULL, $1, NULL, NULL, now())`, [
      `0x${'2'.repeat(64)}`,
    ]);
    await publish();
    expect(linesOf((await ask()).stdout)).toMatchObject([{ kind: 'unlogged_audit_head' }]);
  });

  it('distinguishes a log that rolled back from one that shows another tree', async () => {
    await monitor('split', '--from-now');
    const path = join(folder.path, 'split.json');
    const kept = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(
      path,
      JSON.stringify({
        ...kept,
        log: { ...kept.log, size: kept.log.size + 300, edge: [kept.log.edge[0], [`${'A'.repeat(43)}=`]] },
      }),
    );
    const back = await monitor('split');
    expect([back.code, linesOf(back.stdout)]).toMatchObject([1, [{ kind: 'log_inconsistent' }]]);
    const other = [`${'A'.repeat(43)}=`, ...kept.log.edge[0].slice(1)];
    await writeFile(path, JSON.stringify({ ...kept, log: { ...kept.log, edge: [other] } }));
    const split = await monitor('split');
    expect([split.code, linesOf(split.stdout)]).toMatchObject([
      1,
      [{ kind: 'log_inconsistent', detail: expect.stringContaining('split view') }],
    ]);
    expect(
      (await assay(['monitor', '--log-key', KEY, '--state', 'none.json', '--url', 'http://127.0.0.1:9'])).code,
    ).toBe(2);
  });
});
