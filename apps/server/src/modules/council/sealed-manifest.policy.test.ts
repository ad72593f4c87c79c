import { Manifest } from '@assay/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSealedManifest } from './sealed-manifest.policy.ts';

const declared = (safety: Manifest['safety']): Manifest => ({
  capabilities: [],
  externalCalls: [],
  externalCallDetails: [],
  declaredEndpoints: [],
  secrets: [],
  tools: [],
  safety,
});
const seen = (...names: string[]) => ({ capabilities: { observed: names.map((name) => ({ name })) } });
const NOTHING = { network: 'NONE', filesystem: 'NONE' } as const;

it.each([
  ['a file read', seen('fs.read'), { network: 'NONE', filesystem: 'READ' }],
  ['a file written', seen('fs.read', 'fs.write'), { network: 'NONE', filesystem: 'WRITE' }],
  ['a connection', seen('net.http'), { network: 'ANY', filesystem: 'NONE' }],
  ['nothing', seen(), NOTHING],
  ['a report of former days', {}, NOTHING],
] as const)('shows observed capabilities beside declared ones: %s', (_, report, safety) => {
  const sealed = Manifest.parse(toSealedManifest(declared(NOTHING), report));

  expect(sealed.safety).toEqual(safety);
  expect(sealed.observed?.safety).toEqual(safety);
  expect(sealed.capabilities).toEqual([]);
});

it('never states less than was declared or observed', () => {
  const filesystem = fc.constantFrom('NONE', 'READ', 'WRITE');
  const order = ['NONE', 'READ', 'WRITE'];
  const names = fc.array(fc.constantFrom('fs.read', 'fs.write', 'fs.delete', 'net.http', 'env.read'));
  fc.assert(
    fc.property(filesystem, names, (promised, observed) => {
      const { safety } = toSealedManifest(declared({ network: 'NONE', filesystem: promised }), seen(...observed));
      expect(order.indexOf(safety.filesystem)).toBeGreaterThanOrEqual(order.indexOf(promised));
      if (observed.some((name) => name.startsWith('fs.'))) expect(safety.filesystem).not.toBe('NONE');
    }),
  );
});

it('pins the list and every tool that fits, regardless of their names', () => {
  const pin = 'a'.repeat(64);
  const tools = Array.from({ length: 300 }, (_, index) => ({ name: `\u0000${'😀'.repeat(60)}${index}`, pin }));
  const sealed = Manifest.parse(toSealedManifest(declared(NOTHING), { tools: { list: 'b'.repeat(64), tools } }));

  expect(sealed.tools[0]).toBe(`list sha256:${'b'.repeat(64)}`);
  expect(sealed.tools).toHaveLength(200);
  expect(sealed.tools.every((one) => one === sealed.tools[0] || one.endsWith(` sha256:${pin}`))).toBe(true);
});
