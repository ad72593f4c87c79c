import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CLEAN_SKILL, createFolder } from '../testing/skill-folder.ts';
import { OR_BLOCK } from './hosts.ts';
import { openCodePlugin } from './opencode-plugin.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

type Plugin = {
  Assay: (context: { directory: string }) => Promise<Record<string, (...given: object[]) => Promise<void>>>;
};

/** Loads the plugin as OpenCode does, and makes one tool call. */
async function callTool(tool: string, args: object, start = `${process.execPath} ${MAIN}`): Promise<void> {
  using folder = createFolder({ 'project/.claude/skills/evil/SKILL.md': CLEAN_SKILL, 'project/a.txt': '' });
  const command = `HOME='${folder.path}' ${start} hook run opencode --url http://127.0.0.1:1 ${OR_BLOCK}`;
  const file = join(folder.path, 'assay.mjs');
  writeFileSync(file, openCodePlugin(command));
  const { Assay } = (await import(pathToFileURL(file).href)) as Plugin;
  const hooks = await Assay({ directory: join(folder.path, 'project') });
  await hooks['tool.execute.before']?.({ tool }, { args });
}

describe('the plugin for OpenCode', () => {
  it('allows a call that is unrelated to skills', async () => {
    await expect(callTool('read', { filePath: 'a.txt' })).resolves.toBeUndefined();
  }, 60_000);

  it('stops a call of an uncertified skill', async () => {
    await expect(callTool('skill', { name: 'evil' })).rejects.toThrow(/evil/);
  }, 60_000);

  it('stops every call when the command cannot be started', async () => {
    await expect(callTool('read', { filePath: 'a.txt' }, '/nowhere/assay')).rejects.toThrow('Assay did not answer');
  }, 60_000);
});
