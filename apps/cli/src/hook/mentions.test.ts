import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { resolveToolUse } from './resolve-tool-use.ts';

describe('a text that mentions an installer', () => {
  it.each([
    "cat > README.md <<'EOF'\nInstall it with:\n\n    npx skills add acme/notes\nEOF",
    'echo "npx skills add acme/notes" >> README.md',
    "printf '%s\\n' 'npx skills add acme/notes' | tee -a docs/install.md",
    'git commit -m "Document npx skills add acme/notes"',
    'grep -rn "npx skills add" README.md',
  ])('is not an installation: %s', async (command) => {
    using folder = createFolder({ 'README.md': '', 'docs/install.md': '' });
    expect(await resolveToolUse({ cwd: folder.path, command }, { home: join(folder.path, 'home') })).toEqual([]);
  });

  it.each([
    'npx skills add acme/notes',
    'echo done && npx skills add acme/notes',
    "bash <<'EOF'\nnpx skills add acme/notes\nEOF",
  ])('is an installation when it is run: %s', async (command) => {
    using folder = createFolder({ 'README.md': '' });
    const targets = await resolveToolUse({ cwd: folder.path, command }, { home: join(folder.path, 'home') });
    expect(targets).toContainEqual({ kind: 'install', source: 'https://github.com/acme/notes' });
  });
});
