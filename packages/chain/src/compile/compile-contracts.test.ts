import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileContracts, renderGenerated } from './compile-contracts.ts';

const COMPILER_TIMEOUT_MS = 120_000;

describe('compileContracts', () => {
  it('produces exactly the committed artifacts and ABIs', { timeout: COMPILER_TIMEOUT_MS }, () => {
    const files = renderGenerated(compileContracts());

    for (const { path, text } of files) expect(readFileSync(path, 'utf8'), path).toBe(text);
    const artifacts = files.filter(({ path }) => path.endsWith('.json'));
    expect(readdirSync(dirname(artifacts[0]?.path ?? ''))).toHaveLength(artifacts.length);
  });
});
