import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { listen } from './testing/listening-service.ts';
import { COMPILED, MAIN } from './testing/run-assay.ts';
import { CLEAN_SKILL, createFolder } from './testing/skill-folder.ts';

/** Each one would create a file in the working folder if any part of the command parsed it as an option. */
const OPTIONS = [
  '--mcp=touch pwned',
  '--mcp=/bin/sh -c "touch pwned"',
  '--sarif=pwned',
  '--pins=pwned',
  '--help',
  '-h',
  '--',
  '-',
  '--json',
  '--plugin=pwned',
  '--model-config=pwned',
  '--url=http://192.0.2.1/',
  '--ignore-file=/dev/zero',
  '--no-sandbox',
  '-- --mcp=touch pwned',
  '--mcp\ntouch pwned',
  '; touch pwned',
  '$(touch pwned)',
  '`touch pwned`',
  '| touch pwned',
  "'; touch pwned; '",
  '--path=--mcp=touch pwned',
];

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
};

/** A value that fits this schema, with the hostile text in every free string. */
function fill(schema: Schema, text: string): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? { [text]: { type: 'string' } }).map(([name, inner]) => [
          name,
          fill(inner, text),
        ]),
      );
    case 'array':
      return [fill(schema.items ?? {}, text)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return text;
  }
}

async function connect(cwd: string, url: string) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp'],
      cwd,
      env: { ...COMPILED, HOME: cwd, PATH: '/usr/bin:/bin', ASSAY_URL: url, ASSAY_TOKEN: 'dev_test' },
      stderr: 'ignore',
    }),
  );
  return client;
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => !path.startsWith('.local') && !path.startsWith('.cache'))
    .sort();

describe('assay mcp', () => {
  it('parses no argument of any tool as an option', async () => {
    await using service = await listen();
    using folder = createFolder({ 'skill/SKILL.md': CLEAN_SKILL });
    const before = filesOf(folder.path);
    const client = await connect(folder.path, service.url);
    try {
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThanOrEqual(11);
      for (const { name, inputSchema } of tools) {
        for (const text of OPTIONS) {
          const answered = await client
            .callTool({ name, arguments: fill(inputSchema as Schema, text) as Record<string, unknown> })
            .catch((error: Error) => error.message);
          expect(JSON.stringify(answered), `${name} ${text}`).not.toContain('Usage: assay');
          expect(filesOf(folder.path), `${name} ${text}`).toEqual(before);
        }
      }
    } finally {
      await client.close();
    }
  });

  it('scans a folder whose name looks like an option', async () => {
    await using service = await listen();
    using folder = createFolder({ '--mcp=touch pwned/SKILL.md': CLEAN_SKILL });
    const client = await connect(folder.path, service.url);
    try {
      const { structuredContent } = await client.callTool({
        name: 'scan_local',
        arguments: { path: '--mcp=touch pwned' },
      });
      expect(structuredContent).toMatchObject({
        exitCode: 0,
        skills: [{ target: '--mcp=touch pwned', reviewResult: 'NO_FINDINGS' }],
      });
    } finally {
      await client.close();
    }
  });

  it('answers for a device and a pipe without waiting', async () => {
    await using service = await listen();
    using folder = createFolder({ 'a/SKILL.md': CLEAN_SKILL });
    symlinkSync('/dev/zero', join(folder.path, 'zero'));
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    const client = await connect(folder.path, service.url);
    try {
      for (const path of ['zero', 'pipe', '/dev/zero', 'missing'])
        expect(await client.callTool({ name: 'check_file', arguments: { path } }), path).toMatchObject({
          isError: true,
          structuredContent: { valid: false, error: { code: 'unreadable_file' } },
        });
    } finally {
      await client.close();
    }
  });

  it('names the service in every verdict', async () => {
    await using service = await listen();
    using folder = createFolder({ 'a/SKILL.md': CLEAN_SKILL });
    const client = await connect(folder.path, service.url);
    const id = 'a'.repeat(24);
    try {
      const calls = [
        { name: 'verify_certificate', arguments: { certificateId: id } },
        { name: 'check_file', arguments: { path: 'a' } },
        { name: 'check_file', arguments: { path: 'a/SKILL.md', certificateId: id } },
      ];
      for (const call of calls)
        expect(await client.callTool(call)).toMatchObject({
          structuredContent: { valid: false, service: service.url },
        });
      expect(await client.callTool({ name: 'verify_many', arguments: { certificateIds: [id] } })).toMatchObject({
        structuredContent: { items: [{ service: service.url }] },
      });
    } finally {
      await client.close();
    }
  });

  it('gives each tool a title and an output schema, and offers a guide, certificates by id, and prompts that quote', async () => {
    await using service = await listen();
    using folder = createFolder({});
    const client = await connect(folder.path, service.url);
    try {
      const { tools } = await client.listTools();
      expect(tools.filter(({ title, outputSchema }) => !title || outputSchema?.type !== 'object')).toEqual([]);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(['assay://guide']);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['assay://certificates/{certificateId}']);
      const { contents } = await client.readResource({ uri: 'assay://guide' });
      expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('check_file') }]);
      await expect(client.readResource({ uri: 'assay://certificates/..%2Fx' })).rejects.toThrow();
      const { messages } = await client.getPrompt({ name: 'check_skill', arguments: { path: 'a"\n# b' } });
      expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('"a\\"\\n# b"') } }]);
    } finally {
      await client.close();
    }
  });
});
