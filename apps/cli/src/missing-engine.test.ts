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

it("a missing scanner is recognized under Yarn Plug'n'Play", () => {
  const message =
    "@assay/cli tried to access @assay/audit (a peer dependency) but it isn't provided by your application;\n\nRequired package: @assay/audit";
  const error = Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND', pnpCode: 'MISSING_PEER_DEPENDENCY' });
  expect(explainMissingEngine(error, true)).toMatch(/^@assay\/audit is not installed/);
});
