/**
 * Pays a running service for a submission with the legacy client `x402-fetch` 1.2, unmodified. It brings some 450 packages,
 * so it is installed into a temporary folder that is removed afterwards; nothing of it enters the workspace.
 *
 *   ASSAY_URL=http://127.0.0.1:8080 ASSAY_TOKEN=dev_… WALLET_KEY=0x… node scripts/x402-legacy.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One viem for everything that asks for some 2.x, the one of the workspace: what is installed does not move. */
const VIEM = '2.57.1';
const LEGACY = ['x402-fetch@1.2.0', `viem@${VIEM}`];
const INSTALL_MS = 600_000;
const PAY_MS = 60_000;

/** As a program of that time would be written; only the maximum is raised, which is 0.10 USDC by default. */
const PROGRAM = `
import { privateKeyToAccount } from 'viem/accounts';
import { decodeXPaymentResponse, wrapFetchWithPayment } from 'x402-fetch';
const { ASSAY_URL, ASSAY_TOKEN, WALLET_KEY } = process.env;
const pay = wrapFetchWithPayment(fetch, privateKeyToAccount(WALLET_KEY), 1_000_000n);
const response = await pay(ASSAY_URL + '/api/v1/certsvc/submit', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + ASSAY_TOKEN, 'content-type': 'application/json' },
  body: JSON.stringify({ productType: 'SKILL', skillMdContent: '# Notes\\n\\nSum up the notes of ' + new Date().toISOString() + '.\\n' }),
});
const body = await response.json();
const settled = response.headers.get('x-payment-response');
console.log(JSON.stringify({ status: response.status, submissionId: body.submissionId, state: body.state, code: body.code,
  settled: settled && decodeXPaymentResponse(settled) }, null, 2));
process.exit(response.status === 202 ? 0 : 1);
`;

function run(command: string, args: readonly string[], cwd: string, timeout: number): number {
  const { status, error } = spawnSync(command, args, { cwd, timeout, stdio: 'inherit' });
  if (error !== undefined) throw error;
  return status ?? 1;
}

async function main(): Promise<number> {
  for (const name of ['ASSAY_URL', 'ASSAY_TOKEN', 'WALLET_KEY']) {
    if (process.env[name] === undefined) throw new Error(`Set ${name}.`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'x402-legacy-'));
  try {
    const manifest = { private: true, type: 'module', overrides: { viem: VIEM } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'pay.js'), PROGRAM);
    const installed = run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...LEGACY],
      folder,
      INSTALL_MS,
    );
    return installed === 0 ? run(process.execPath, ['pay.js'], folder, PAY_MS) : installed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
