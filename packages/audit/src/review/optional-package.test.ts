import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadOptional } from './optional-package.ts';

/** Reviews bundles in a process without the optional packages and prints the results. */
const WITHOUT = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      const found = /^@assay\\/(?:sandbox|contract-review|reader)(?=\\/|$)/.exec(name);
      if (found === null) return next(name, context);
      const error = new Error(\`Cannot find package '\${found[0]}' imported from \${context.parentURL}\`);
      throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
  const { audit, CATALOGUE } = await import(process.argv[1]);
  const { loadParserAssets } = await import(process.argv[2]);
  const parsers = loadParserAssets();
  const bundle = (productType, path, text) => ({
    productType,
    files: [{ path, bytes: new TextEncoder().encode(text) }],
    source: { url: '', ref: '' },
  });
  const skill = bundle('SKILL', 'SKILL.md', '---\\nname: notes\\ndescription: Keeps notes.\\n---\\n\\n\`\`\`bash\\nls\\n\`\`\`\\n');
  const { reviewResult, sandbox } = await audit(skill, { parsers });
  const whyNot = (product, more) => audit(product, { parsers, ...more }).then(() => 'reviewed', ({ cause }) => cause.message);
  process.stdout.write(JSON.stringify({
    reviewResult,
    mode: sandbox.mode,
    gaps: sandbox.notExercised.map(({ reason }) => reason),
    contract: await whyNot(bundle('CONTRACT', 'a.sol', 'contract A {}')),
    read: await whyNot(skill, { readings: [{}] }),
    hasSkillRules: CATALOGUE.some(({ id }) => id === 'EXE-01'),
    hasContractRules: CATALOGUE.some(({ id }) => id === 'CON-01'),
  }));
`;

describe('without the optional packages', () => {
  it('reviews skills, and says what it cannot do', async () => {
    const modules = ['../index.ts', '../node/index.ts'].map((path) => new URL(path, import.meta.url).href);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', WITHOUT, ...modules]);

    expect(JSON.parse(stdout)).toEqual({
      reviewResult: 'NO_FINDINGS',
      mode: 'none',
      gaps: ['no sandbox was used'],
      contract: 'Contracts cannot be reviewed: install @assay/contract-review beside @assay/audit.',
      read: 'Readings cannot be added to a report: install @assay/reader beside @assay/audit.',
      hasSkillRules: true,
      hasContractRules: false,
    });
  });

  it.each([
    [
      'another package is missing',
      Object.assign(new Error("Cannot find package 'solc'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    ],
    ['it is broken', new SyntaxError('Unexpected token')],
  ])('fails where %s', async (_why, error) => {
    await expect(loadOptional('@assay/sandbox', () => Promise.reject(error))).rejects.toBe(error);
  });
});
