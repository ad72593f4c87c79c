import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { guardMcpClient, guardTools, type ToolPolicy } from './adapters.ts';
import { PATHS, SKILL, useHostileService } from './testing/hostile-client.ts';
import { json } from './testing/hostile-service.ts';
import { ID } from './testing/sealed-skill.ts';

const { connect, service } = useHostileService();
const policyOf = (more: Partial<ToolPolicy> = {}): ToolPolicy => ({
  guard: connect({ cacheMs: 0 }).guard({ onFlags: 'ask' }),
  subjectOf: (tool) => (tool === 'sort' ? { certificateId: ID } : undefined),
  ...more,
});
const suspend = () => service().on(PATHS.verify, json({ ...SKILL.record, valid: false, status: 'SUSPENDED' }));
const flag = () => service().on(PATHS.verify, json({ ...SKILL.record, valid: false, activeFlagCount: 1 }));

describe('tools of the AI SDK', () => {
  const open = (policy: ToolPolicy) => {
    const ran: unknown[] = [];
    const execute = async (input: { text: string }) => {
      ran.push(input);
      return input.text;
    };
    return { ran, tools: guardTools({ sort: { description: 'Sorts.', execute }, other: { execute } }, policy) };
  };

  it('run while their certificate is valid, and not after it was withdrawn', async () => {
    const { ran, tools } = open(policyOf());
    expect(tools.sort.description).toBe('Sorts.');
    expect(await tools.sort.execute({ text: 'a' })).toBe('a');
    suspend();
    await expect(tools.sort.execute({ text: 'b' })).rejects.toMatchObject({ code: 'not_valid' });
    expect(ran).toEqual([{ text: 'a' }]);
  });

  it('do not run without a certificate, or without an execute function to guard', async () => {
    const { ran, tools } = open(policyOf());
    await expect(tools.other.execute({ text: 'a' })).rejects.toMatchObject({ code: 'not_found' });
    expect(ran).toEqual([]);
    expect(() => guardTools({ remote: { description: 'Runs elsewhere.' } }, policyOf())).toThrow(TypeError);
  });

  it('run with open flags only when a person agrees', async () => {
    flag();
    for (const onAsk of [undefined, () => false, async () => false, () => 1 as never]) {
      const { ran, tools } = open(policyOf(onAsk && { onAsk }));
      await expect(tools.sort.execute({ text: 'a' })).rejects.toThrow('may not be used');
      expect(ran).toEqual([]);
    }
    const { tools } = open(policyOf({ onAsk: async (tool) => tool === 'sort' }));
    expect(await tools.sort.execute({ text: 'a' })).toBe('a');
  });
});

describe('a client of an MCP server', () => {
  it('calls a certified tool, and no uncertified or withdrawn one', async () => {
    const server = new McpServer({ name: 'tools', version: '1.0.0' });
    const called: string[] = [];
    for (const name of ['sort', 'other'])
      server.registerTool(name, { description: name }, async () => {
        called.push(name);
        return { content: [] };
      });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const plain = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(far), plain.connect(near)]);
    const client = guardMcpClient(plain, policyOf());
    try {
      expect((await client.listTools()).tools).toHaveLength(2);
      await client.callTool({ name: 'sort' });
      await expect(client.callTool({ name: 'other' })).rejects.toMatchObject({ code: 'not_found' });
      suspend();
      await expect(client.callTool({ name: 'sort' })).rejects.toMatchObject({ code: 'not_valid' });
      expect(called).toEqual(['sort']);
    } finally {
      await client.close();
    }
  });
});
