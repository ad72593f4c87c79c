import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passEveryProduct, startModelServer } from '@assay/reader/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAssay, runAssayProcess } from './testing/run-assay.ts';

const SERVER = fileURLToPath(new URL('./testing/mcp-server.ts', import.meta.url));
const start = (kind: string): string => `"${process.execPath}" "${SERVER}" ${kind}`;
const scanWith = async (run: typeof runAssayProcess, args: readonly string[]) => {
  const settings = { cwd: folder, env: { HOME: folder } };
  const { code, stdout, stderr } = await run(['scan', '--no-sandbox', '--json', '--jobs', '1', ...args], settings);
  return { code, stderr, found: stdout === '' ? [] : JSON.parse(stdout) };
};

const scan = (...args: readonly string[]) => scanWith(runAssay, args);

/** Scans with a reader that passes every list. */
async function scanWithReader(...args: readonly string[]) {
  const server = await startModelServer(passEveryProduct);
  try {
    const model = { name: 'scripted', endpoint: server.endpoint, model: 'scripted-1', family: 'scripted' };
    writeFileSync(join(folder, 'models.json.txt'), JSON.stringify([model]));
    return await scan('--model', 'scripted', '--model-config', 'models.json.txt', ...args);
  } finally {
    await server.close();
  }
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-tools-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('assay scan --mcp, with a real server', () => {
  it('lists its tools, reviews and pins them, and names later changes', async () => {
    const unread = await scan('--mcp', start('plain'), '--pins', 'pins.json');
    expect(unread, unread.stderr).toMatchObject({ code: 0, found: [{ reviewResult: 'NO_FINDINGS' }] });
    expect(unread.stderr).toContain('pins.json: not written');
    expect(existsSync(join(folder, 'pins.json'))).toBe(false);

    const first = await scanWithReader('--mcp', start('plain'), '--pins', 'pins.json');
    expect(first, first.stderr).toMatchObject({ code: 0, found: [{ productType: 'TOOL', reviewResult: 'SAFE' }] });
    const pins = JSON.parse(readFileSync(join(folder, 'pins.json'), 'utf8'));
    expect(pins).toMatchObject({ schema: 'assay-pins/1', tools: [{ name: 'add_numbers', warns: [] }] });

    const pulled = await scan('--mcp', start('greedy'), '--pins', 'pins.json');
    expect(pulled).toMatchObject({ code: 1, found: [{ reviewResult: 'UNSAFE' }] });
    expect(pulled.found[0].findings).toContainEqual(expect.objectContaining({ ruleId: 'MCP-11', severity: 'HIGH' }));
    expect(JSON.parse(readFileSync(join(folder, 'pins.json'), 'utf8'))).toEqual(pins);
  });

  it('passes none of its own environment to the server', async () => {
    const { found } = await scanWith(runAssayProcess, ['--mcp', start('environment')]);

    const names = found[0].tools.tools.map(({ name }: { name: string }) => name);
    expect(names).toContain('has_PATH');
    expect(
      names.filter((name: string) => !/^(?:add_numbers|has_(?:HOME|LANG|PATH|PWD|SHLVL|_|OLDPWD))$/.test(name)),
    ).toEqual([]);
  });

  it('leaves the result undecided without a server, and refuses an unencrypted address', async () => {
    expect(await scan('--mcp', '/nonexistent/server')).toMatchObject({
      code: 2,
      found: [{ reviewResult: null, undecided: [expect.stringContaining('could not be listed')] }],
    });
    expect(await scan('--mcp', 'http://tools.example.net/mcp')).toMatchObject({ code: 64 });
  });

  it('stops reading a server that answers without end', async () => {
    const part = 'x'.repeat(1_048_576);
    let sent = 0;
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const send = (): void => {
        if (response.destroyed || sent > 512) return;
        sent += 1;
        response.write(part, () => setImmediate(send));
      };
      send();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      expect(await scan('--mcp', `http://127.0.0.1:${port}/mcp`)).toMatchObject({ code: 2 });
      expect(sent).toBeLessThan(256);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('reviews tool lists in a folder', async () => {
    const tool = { name: 'add', description: 'Adds.', inputSchema: { type: 'object', properties: {} } };
    writeFileSync(join(folder, 'tools.json'), JSON.stringify({ tools: [tool] }));
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { one: { command: 'node' } } }));

    const { code, found } = await scan('.');

    expect({ code, targets: found.map(({ target }: { target: string }) => target) }).toEqual({
      code: 0,
      targets: ['tools.json'],
    });
  });
});
