import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import { bundleOf } from '@assay/analysis/testing/bundle.builder';
import { Manifest } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditWithStats } from '../engine.ts';
import { checkManifest } from './check.ts';
import type { ProposedManifest } from './propose.ts';

const parsers = loadParserAssets();
const HEAD =
  '---\nname: weather\ndescription: Tells the weather.\nallowed-tools: Bash(curl:*), Read\n---\n# Weather\n\n';
const shell = (...lines: string[]): string => `${HEAD}Run this:\n\n\`\`\`bash\n${lines.join('\n')}\n\`\`\`\n`;

const proposed = async (files: Record<string, string>): Promise<ProposedManifest> =>
  (await auditWithStats(bundleOf(files), { parsers })).manifest;

const SCRIPT = `import os, requests
BASE = "https://api.weather.example/v1"
KEY = os.environ["WEATHER_KEY"]
def now(city):
    return requests.get(f"{BASE}/now", params={"q": city}, headers={"Authorization": "Bearer " + KEY})
def tell(city):
    return requests.post("https://api.weather.example/v1/cities/" + city, json={})
with open("out.txt", "w") as file:
    file.write(now("Bern").text)
`;

describe('a generated manifest', () => {
  it('names what a script does, with the file and line of each entry', async () => {
    const files = { 'SKILL.md': `${HEAD}Run \`python scripts/now.py\`.\n`, 'scripts/now.py': SCRIPT };

    const { manifest, evidence } = await proposed(files);

    expect(manifest).toEqual({
      capabilities: ['env.read', 'fs.write', 'net.http', 'proc.exec'],
      externalCalls: ['https://api.weather.example/v1/cities/', 'https://api.weather.example/v1/now'],
      externalCallDetails: [
        {
          url: 'https://api.weather.example/v1/cities/',
          method: 'POST',
          auth: null,
          reason: 'requests.post in scripts/now.py',
        },
        {
          url: 'https://api.weather.example/v1/now',
          method: 'GET',
          auth: 'WEATHER_KEY',
          reason: 'requests.get in scripts/now.py',
        },
      ],
      safety: { network: 'DECLARED', filesystem: 'WRITE' },
      declaredEndpoints: ['https://api.weather.example'],
      secrets: ['WEATHER_KEY'],
      tools: ['Bash(curl:*)', 'Read'],
    });
    expect(evidence).toContainEqual(
      expect.objectContaining({ pointer: '/externalCalls/1', path: 'scripts/now.py', line: 5 }),
    );
    expect(evidence).toContainEqual(
      expect.objectContaining({ pointer: '/secrets/0', path: 'scripts/now.py', line: 3 }),
    );
    expect(evidence).toContainEqual(expect.objectContaining({ pointer: '/tools/1', path: 'SKILL.md', line: 4 }));
    expect(evidence).toContainEqual(expect.objectContaining({ pointer: '/capabilities/1', line: 8 }));
    expect(evidence).toContainEqual(expect.objectContaining({ pointer: '/safety/filesystem', line: 8 }));
  });

  it.each([
    ['curl https://a.example/x', 'GET'],
    ['curl -X PUT https://a.example/x', 'PUT'],
    ['curl -XDELETE https://a.example/x', 'DELETE'],
    ['curl -d a=b https://a.example/x', 'POST'],
    ['curl -I https://a.example/x', 'HEAD'],
    ['wget --post-data=a https://a.example/x', 'POST'],
  ])('reads the method of %s', async (line, method) => {
    const { manifest } = await proposed({ 'SKILL.md': shell(line) });

    expect(manifest.externalCallDetails).toMatchObject([{ url: 'https://a.example/x', method }]);
  });

  it.each([
    ["fetch('https://a.example/x')", 'GET'],
    ["fetch('https://a.example/x', { method: 'DELETE' })", 'DELETE'],
    ["fetch('https://a.example/x', { method: chosen })", null],
    ["axios.post('https://a.example/x', {})", 'POST'],
  ])('reads the method of %s', async (call, method) => {
    const { manifest } = await proposed({ 'SKILL.md': `${HEAD}Run \`node a.js\`.\n`, 'a.js': `${call};\n` });

    expect(manifest.externalCallDetails).toMatchObject([{ url: 'https://a.example/x', method }]);
  });

  it('says ANY where the address is decided at run time', async () => {
    const { manifest, evidence } = await proposed({ 'SKILL.md': shell('curl "$TARGET"') });

    expect(manifest).toMatchObject({ externalCalls: [], safety: { network: 'ANY' } });
    expect(evidence).toContainEqual(
      expect.objectContaining({ pointer: '/safety/network', path: 'SKILL.md', line: 11 }),
    );
  });

  it('publishes no key that stands in an address', async () => {
    const key = ['gh', 'p_', 'a8Kq2ZxV9mW4cR7tY1uB5nE3oP6sD0fGHjLk'].join('');

    const { manifest } = await proposed({ 'SKILL.md': shell(`curl https://user:pw@a.example/${key}/x?k=1`) });

    expect(manifest.externalCalls).toEqual(['https://a.example/']);
  });

  it('names the host alone where the address is too long to be said', async () => {
    const { manifest } = await proposed({ 'SKILL.md': shell(`curl https://a.example/${'x'.repeat(3_000)}`) });

    expect(manifest.externalCalls).toEqual(['https://a.example/']);
    expect(Manifest.safeParse(manifest).success).toBe(true);
  });

  it('is empty for a skill that only talks, and for warnings about what not to do', async () => {
    const { manifest, evidence } = await proposed({
      'SKILL.md': '---\nname: tone\ndescription: Writes politely.\n---\nNever call `curl https://a.example`.\n',
    });

    expect(manifest).toMatchObject({ externalCalls: [], safety: { network: 'NONE', filesystem: 'NONE' } });
    expect(evidence).toEqual([]);
  });

  it('keeps the limits of a manifest, fits its own source and names a place for every entry', async () => {
    const line = fc.constantFrom(
      'curl https://a.example/x',
      'curl -d @q.json https://b.example/y',
      'rm -rf ./out',
      'cat notes.txt',
      'echo $API_KEY > .env',
      'pip install requests',
      'nc a.example 80',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const observed = await proposed({ 'SKILL.md': shell(...lines) });
        const check = checkManifest(observed.manifest, observed);
        const { safety, observed: _, ...lists } = observed.manifest;

        expect(Manifest.safeParse(observed.manifest).success).toBe(true);
        expect(check).toMatchObject({ valid: true, errors: [], warnings: [], normalised: observed.manifest });
        for (const [member, list] of Object.entries(lists))
          for (const index of list.keys())
            expect(observed.evidence.filter(({ pointer }) => pointer === `/${member}/${index}`)).toHaveLength(1);
      }),
      { numRuns: 25 },
    );
  });

  it('stops at a hundred calls', async () => {
    const lines = Array.from({ length: 130 }, (_, index) => `curl https://a.example/${index}`);

    const { manifest } = await proposed({ 'SKILL.md': shell(...lines) });

    expect(manifest.externalCalls).toHaveLength(100);
    expect(manifest.externalCallDetails).toHaveLength(100);
  });
});
