import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { readSettings } from './config-file.ts';
import { spawnServer } from './testing/server-process.ts';
import { createMemoryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await createMemoryFolder();
});
afterAll(() => folder.remove());

async function write(name: string, text: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, text);
  return path;
}
const read = (ASSAY_CONFIG: string, env: Record<string, string> = {}) => {
  const settings = readSettings({ ...env, ASSAY_CONFIG });
  return readConfig(settings.env, settings.fileNames);
};

describe('a settings file', () => {
  it('contains lines of NAME=value', async () => {
    const path = await write('plain', '# a comment\nPORT=9000\nMAIL_FROM="Assay <mail@assay.example>"\n');

    expect(read(path)).toMatchObject({ port: 9000, mailFrom: 'Assay <mail@assay.example>' });
  });

  it('can be a JSON object', async () => {
    const path = await write(
      'json',
      '{"PORT": 9000, "ASSAY_ROLES": ["api", "worker"], "ALLOW_UNREAD_INSTRUCTIONS": true}',
    );

    expect(read(path)).toMatchObject({ port: 9000, roles: ['api', 'worker'], unread: 'certify' });
  });

  it('yields to the environment, but not to an empty variable', async () => {
    const path = await write('both', 'PORT=9000\nLOG_LEVEL=warn\n');

    expect(read(path, { PORT: '9001', LOG_LEVEL: '' })).toMatchObject({ port: 9001, logLevel: 'warn' });
  });

  it('is refused when it has an unknown name, without printing its contents', async () => {
    const path = await write('typo', 'PRT=9000\nGOD_API_KEY=hush\n');

    expect(() => read(path)).toThrow(/GOD_API_KEY: [\s\S]*PRT: there is no such setting/);
    expect(() => read(path)).not.toThrow(/hush/);
  });

  it.each(['/nonexistent/settings', '/'])('is refused when it cannot be read: %s', (path) => {
    expect(() => read(path)).toThrow(/^ASSAY_CONFIG is invalid: /);
  });

  it('can contain the key of a model', async () => {
    const models = [{ name: 'one', endpoint: 'https://m.example/v1', model: 'm', family: 'f', keyVariable: 'ONE_KEY' }];
    const path = await write('models', JSON.stringify({ ASSAY_MODELS: models, ONE_KEY: 'secret' }));

    expect(read(path).models).toMatchObject([{ config: { name: 'one' }, key: 'secret' }]);
  });
});

describe('config check', () => {
  it('names every problem and exits with 1', async () => {
    const ASSAY_CONFIG = await write('wrong', 'LOG_LEVEL=loud\nDATABASE_URL=postgres://db.example/assay\n');

    const { code, stdout } = await spawnServer({ env: { ASSAY_CONFIG }, args: ['config', 'check'] }).ended();

    expect(code).toBe(1);
    expect(stdout).toMatch(/^LOG_LEVEL: .*\nSIGNING_KEY is required/);
  });

  it('exits with 0 when there is no problem', async () => {
    const { code, stdout } = await spawnServer({ env: {}, args: ['config', 'check'] }).ended();

    expect([code, stdout]).toEqual([0, 'The configuration is valid.']);
  });
});
