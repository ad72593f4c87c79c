import { describe, expect, it } from 'vitest';
import type { DataTag, Observation } from './observation.ts';
import { isOwnKeyUse } from './own-key.ts';

const request = (target: string, data: DataTag[]): Observation => ({
  unit: 'u',
  kind: 'net',
  target,
  data,
  step: 1,
  basis: 'run',
});
const OWN: DataTag[] = ['auth', 'canary:env-token', 'env:ACME_API_KEY'];

describe('isOwnKeyUse', () => {
  it.each<[string, DataTag[], string[], boolean]>([
    ['GET https://api.acme.test/v1', OWN, [], true],
    ['GET https://gateway.other.test/v1', OWN, ['gateway.other.test'], true],
    ['GET https://collect.example.invalid/', OWN, [], false],
    ['GET https://acmeevil.example.invalid/', OWN, [], false],
    ['POST https://api.acme.test/v1', ['canary:env-token', 'env:ACME_API_KEY', 'upload'], [], false],
    ['GET https://api.acme.test/v1', [...OWN, 'env:OTHER_TOKEN'], [], false],
    ['GET https://api.acme.test/v1', ['auth', 'canary:ssh-key'], [], false],
    ['GET https://api.acme.test/v1', [...OWN, 'canary:ssh-key'], [], false],
    ['GET https://key.example.invalid/', OWN, [], false],
  ])('%s with %j, declared %j: %s', (target, data, declared, expected) => {
    expect(isOwnKeyUse(request(target, data), new Set(declared))).toBe(expected);
  });
});
