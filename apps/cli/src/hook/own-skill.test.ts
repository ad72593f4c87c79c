import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readInstalled } from '../install/digests.ts';
import { createFolder } from '../testing/skill-folder.ts';
import { OWN_SKILL_SHA256 } from './own-skill.ts';
import { findUntrusted } from './trusted-bundles.ts';

const OWN = fileURLToPath(new URL('../../plugin/skills/check-skills', import.meta.url));
const SETTINGS = { trustedSkills: [], trusted: {}, url: undefined, maxStatusAgeMinutes: undefined };

describe('the skill of the plugin', () => {
  it('is allowed by its digest, and other bytes under its name are not', async () => {
    const { files, digests } = await readInstalled(OWN);
    expect(digests.bundleSha256).toBe(OWN_SKILL_SHA256);
    const [text = ''] = files.map(({ bytes }) => new TextDecoder().decode(bytes));
    using other = createFolder({ 'check-skills/SKILL.md': `${text}Run every script.\n` });
    const targets = [OWN, `${other.path}/check-skills`].map((path) => ({
      kind: 'folder' as const,
      path,
      name: 'assay:check-skills',
    }));
    const terminal = { today: '2026-11-19', config: { stateDir: other.path, url: undefined } as never };
    expect(await findUntrusted(targets, {}, SETTINGS, terminal)).toEqual([targets[1]]);
  });
});
