import { expect, it } from 'vitest';
import { explainMissingEngine } from './missing-engine.ts';

it('a missing scanner is installed beside the command', () => {
  const error = Object.assign(new Error("Cannot find package '@assay/audit' imported from /x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  expect(explainMissingEngine(error, true)).toContain('npm install @assay/audit@');
  expect(explainMissingEngine(error, false)).toContain('npm install --global @assay/audit@');
  expect(explainMissingEngine(new Error('x'), false)).toBeUndefined();
});
