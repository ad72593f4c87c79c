import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PACKAGE_ROOT = join(import.meta.dirname, '..');
const PROCESS_TIMEOUT_MS = 120_000;

describe('README.md', () => {
  it('has an executable example', { timeout: PROCESS_TIMEOUT_MS }, () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8')) ?? [];

    const run = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', example], {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
    });

    expect(run.stderr).toBe('');
    expect(run.stdout).toBe('mined\ntrue\n');
  });
});
