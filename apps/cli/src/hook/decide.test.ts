import { join } from 'node:path';
import { createClient } from '@assay/client';
import { createApi } from '@assay/client/api';
import { describe, expect, it } from 'vitest';
import { CLEAN_SKILL, createFolder } from '../testing/skill-folder.ts';
import { decideToolUse, type HookNeeds } from './decide.ts';

const down = () => Promise.reject(new TypeError('down'));
const HTTP = { baseUrl: 'https://assay.example', fetch: down, attempts: 1 } as const;
const needsOf = (changes: Partial<HookNeeds> = {}): HookNeeds => ({
  service: {
    client: createClient(HTTP),
    api: createApi(HTTP),
    settings: { url: HTTP.baseUrl, token: undefined, trustKeys: [], policy: {}, skills: {} },
  },
  trusted: [],
  knowsBundle: async () => false,
  ...changes,
});

describe('without a service', () => {
  it('a new skill is denied, one that was valid before is asked about, and one that the user trusts runs', async () => {
    using folder = createFolder({ '.claude/skills/notes/SKILL.md': CLEAN_SKILL });
    const use = { cwd: folder.path, skill: 'notes' };
    expect(await decideToolUse(use, needsOf())).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('notes'),
    });
    expect(await decideToolUse(use, needsOf({ knowsBundle: async () => true }))).toMatchObject({ decision: 'ask' });
    expect(await decideToolUse(use, needsOf({ trusted: ['notes'] }))).toMatchObject({ decision: 'allow' });
    const strict = needsOf({ knowsBundle: async () => true });
    const policy = { ...strict.service.settings, policy: { onUnreachable: 'deny' } as const };
    expect(await decideToolUse(use, { ...strict, service: { ...strict.service, settings: policy } })).toMatchObject({
      decision: 'deny',
    });
  });

  it('the strictest of several rulings holds', async () => {
    using folder = createFolder({ '.claude/skills/a/SKILL.md': CLEAN_SKILL, '.claude/skills/b/SKILL.md': CLEAN_SKILL });
    const command = 'sh .claude/skills/a/x.sh && sh .claude/skills/b/x.sh';
    expect(await decideToolUse({ cwd: folder.path, command }, needsOf({ trusted: ['a'] }))).toMatchObject({
      decision: 'deny',
    });
    expect(await decideToolUse({ cwd: folder.path, command }, needsOf({ trusted: ['a', 'b'] }))).toMatchObject({
      decision: 'allow',
    });
  });

  it.each(['..', '../../etc', '', 'a/b', 'missing'])('a skill named %j is denied', async (skill) => {
    using folder = createFolder({ 'x/SKILL.md': CLEAN_SKILL });
    expect(await decideToolUse({ cwd: join(folder.path, 'x'), skill }, needsOf())).toMatchObject({ decision: 'deny' });
  });
});
