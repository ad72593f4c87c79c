import { CAPABILITIES } from '@assay/analysis/types';
import { MANIFEST_LIMITS, type Manifest } from '@assay/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkManifest } from './check.ts';
import type { ProposedManifest } from './propose.ts';

const EMPTY: Manifest = {
  capabilities: [],
  externalCalls: [],
  externalCallDetails: [],
  safety: { network: 'NONE', filesystem: 'NONE' },
  declaredEndpoints: [],
  secrets: [],
  tools: [],
};

const at = (pointer: string, line: number) => ({ pointer, path: 'run.sh', line, reason: 'seen' });

describe('a manifest by itself', () => {
  it('may leave out every member', () => {
    expect(checkManifest({})).toEqual({ valid: true, errors: [], warnings: [], normalised: EMPTY });
  });

  it('is answered in the words of the vocabulary, with an edit for each other word', () => {
    const { normalised, warnings, valid } = checkManifest({
      capabilities: ['network', 'shell', 'wallet', 'telepathy'],
      safety: { network: 'ANY' },
    });

    expect(valid).toBe(true);
    expect(normalised?.capabilities).toEqual(['net.http', 'proc.exec', 'money.transfer', 'telepathy']);
    expect(warnings.map(({ pointer, edit }) => [pointer, edit?.value ?? null])).toEqual([
      ['/capabilities/0', 'net.http'],
      ['/capabilities/1', 'proc.exec'],
      ['/capabilities/2', 'money.transfer'],
      ['/capabilities/3', null],
    ]);
  });

  it('takes calls as text or as objects and keeps what the objects say', () => {
    const call = { url: 'https://b.example', method: 'GET', auth: null, reason: 'asks' };

    const { normalised } = checkManifest({ externalCalls: ['https://a.example', { url: call.url, method: 'GET' }] });
    const again = checkManifest({ externalCalls: [call.url], externalCallDetails: [call] });

    expect(normalised).toMatchObject({
      externalCalls: ['https://a.example', 'https://b.example'],
      externalCallDetails: [{ url: 'https://b.example', method: 'GET', auth: null, reason: null }],
      safety: { network: 'DECLARED' },
    });
    expect(again.normalised?.externalCallDetails).toEqual([call]);
  });

  it.each([
    ['a list of numbers', { capabilities: [1] }, '/capabilities/0', { op: 'remove', path: '/capabilities/0' }],
    ['an unknown level', { safety: { network: 'SOME' } }, '/safety/network', { op: 'remove', path: '/safety/network' }],
    [
      'a call without address',
      { externalCalls: [{ method: 'GET' }] },
      '/externalCalls/0',
      { op: 'remove', path: '/externalCalls/0' },
    ],
    [
      'a bare host',
      { externalCalls: ['a.example/x'] },
      '/externalCalls/0',
      { op: 'replace', path: '/externalCalls/0', value: 'https://a.example/x' },
    ],
    [
      'a local file',
      { externalCalls: [{ url: 'file:///etc/passwd' }] },
      '/externalCalls/0/url',
      { op: 'remove', path: '/externalCalls/0' },
    ],
    [
      'an endpoint that is none',
      { declaredEndpoints: ['not an address'] },
      '/declaredEndpoints/0',
      { op: 'remove', path: '/declaredEndpoints/0' },
    ],
  ])('with %s is refused there, with a way out', (_, manifest, pointer, edit) => {
    const { valid, errors } = checkManifest(manifest);

    expect(valid).toBe(false);
    expect(errors).toEqual([{ pointer, detail: expect.any(String), edit }]);
  });

  it.each([
    ['capabilities', MANIFEST_LIMITS.capabilitiesMax],
    ['externalCalls', MANIFEST_LIMITS.externalCallsMax],
    ['declaredEndpoints', MANIFEST_LIMITS.endpointsMax],
    ['secrets', MANIFEST_LIMITS.secretsMax],
    ['tools', MANIFEST_LIMITS.toolsMax],
  ])('has %s up to its limit and not one more', (member, max) => {
    const list = (length: number) => ({ [member]: Array.from({ length }, (_, index) => `https://a.example/${index}`) });

    expect(checkManifest(list(max)).valid).toBe(true);
    expect(checkManifest(list(max + 1)).errors).toMatchObject([{ pointer: `/${member}`, edit: null }]);
  });

  it('with two hundred mistakes is answered with a hundred of them', () => {
    expect(checkManifest({ tools: Array.from({ length: 200 }, () => 1) }).errors).toHaveLength(100);
  });

  it('is told what is there twice, what is no member and what contradicts itself', () => {
    const { warnings } = checkManifest({
      capabilities: ['fs.write', 'net.http', 'net.http'],
      safety: { network: 'NONE' },
      licence: 'MIT',
      'a/b': 1,
    });

    expect(warnings.map(({ edit }) => edit)).toEqual([
      { op: 'remove', path: '/licence' },
      { op: 'remove', path: '/a~1b' },
      { op: 'remove', path: '/capabilities/2' },
      { op: 'replace', path: '/safety/network', value: 'DECLARED' },
    ]);
  });
});

describe('a manifest beside its source', () => {
  const observed: ProposedManifest = {
    manifest: {
      ...EMPTY,
      capabilities: ['fs.read', 'net.http'],
      externalCalls: ['https://a.example/x', 'https://a.example/y', 'https://b.example/'],
      safety: { network: 'DECLARED', filesystem: 'READ' },
      secrets: ['API_KEY'],
      tools: ['Read'],
    },
    evidence: [
      at('/capabilities/0', 1),
      at('/capabilities/1', 2),
      at('/externalCalls/0', 3),
      at('/externalCalls/2', 4),
      at('/secrets/0', 5),
      at('/tools/0', 6),
      at('/safety/network', 7),
      at('/safety/filesystem', 8),
    ],
  };

  it('is told every difference, where it was seen and what would settle it', () => {
    const { valid, warnings } = checkManifest(
      {
        capabilities: ['fs.read', 'fs.delete', 'dancing'],
        externalCalls: ['https://a.example/other', { url: 'https://c.example' }],
        safety: { filesystem: 'WRITE' },
        secrets: ['OLD_KEY'],
      },
      observed,
    );

    expect(valid).toBe(true);
    expect(warnings.slice(1).map(({ pointer, edit }) => [pointer, edit])).toEqual([
      ['/capabilities', { op: 'add', path: '/capabilities/-', value: 'net.http' }],
      ['/secrets', { op: 'add', path: '/secrets/-', value: 'API_KEY' }],
      ['/tools', { op: 'add', path: '/tools', value: ['Read'] }],
      ['/externalCalls', { op: 'add', path: '/externalCalls/-', value: 'https://b.example/' }],
      ['/capabilities/1', { op: 'remove', path: '/capabilities/1' }],
      ['/secrets/0', { op: 'remove', path: '/secrets/0' }],
      ['/externalCalls/1', { op: 'remove', path: '/externalCalls/1' }],
      ['/safety/filesystem', { op: 'replace', path: '/safety/filesystem', value: 'READ' }],
    ]);
    expect(warnings[1]?.detail).toBe('net.http is used and not declared: run.sh, line 2');
    expect(warnings[8]?.detail).toBe('is WRITE; the source needs READ: run.sh, line 8');
  });

  it('is told of nothing when it says what the source does', () => {
    expect(checkManifest(observed.manifest, observed).warnings).toEqual([]);
  });

  it('may name any host where the address is decided at run time', () => {
    const open = {
      ...observed,
      manifest: { ...observed.manifest, safety: { network: 'ANY', filesystem: 'READ' } as const },
    };

    const { warnings } = checkManifest(
      { ...open.manifest, externalCalls: [...open.manifest.externalCalls, 'https://z.example'] },
      open,
    );

    expect(warnings).toEqual([]);
  });
});

it('never fails, and what it normalised it takes again without a word', () => {
  const text = fc.oneof(fc.constantFrom(...CAPABILITIES, 'network', 'files', 'x'), fc.string());
  const words = fc.array(text, { maxLength: 6 });
  const given = fc.oneof(
    fc.dictionary(
      fc.constantFrom('capabilities', 'externalCalls', 'safety', 'secrets', 'other'),
      fc.jsonValue({ maxDepth: 2 }),
    ),
    fc.record({ capabilities: words, externalCalls: fc.array(fc.webUrl(), { maxLength: 4 }), secrets: words }),
  );
  fc.assert(
    fc.property(given, (manifest) => {
      const { valid, normalised } = checkManifest(manifest);
      if (!valid || normalised === null) return;
      const again = checkManifest(normalised);
      expect(again.normalised).toEqual(normalised);
      expect(again.warnings.filter(({ edit }) => edit !== null)).toEqual([]);
    }),
  );
});
