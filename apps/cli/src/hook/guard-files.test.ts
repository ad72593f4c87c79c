import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { findHost } from './hosts.ts';
import { resolveToolUse } from './resolve-tool-use.ts';

const ENTRY = '{"hooks":{"PreToolUse":[{"hooks":[{"command":"assay hook run claude-code"}]}]}}';

/** The targets of a Claude Code call: in a project, or in a project whose settings contain the hook. */
async function judge(tool: string, input: object, { settings = '{}', cwd = 'project' } = {}): Promise<string[]> {
  using folder = createFolder({
    'project/.claude/settings.json': settings,
    'project/src/a': '',
    'home/.claude/settings.json': ENTRY,
    'host/settings.json': ENTRY,
    'home/.config/assay/config.json': '{}',
    'linked/settings.json': ENTRY,
  });
  mkdirSync(join(folder.path, 'project/.git'));
  mkdirSync(join(folder.path, 'home/.gemini'));
  symlinkSync('../../linked/settings.json', join(folder.path, 'home/.gemini/settings.json'));
  writeFileSync(join(folder.path, 'project/x.tar'), '');
  const given = JSON.parse(JSON.stringify(input).replaceAll('<root>', folder.path));
  const event = { hook_event_name: 'PreToolUse', tool_name: tool, cwd: join(folder.path, cwd), tool_input: given };
  const use = findHost('claude-code')?.read(event);
  if (use === undefined) throw new Error('This is no event of that host.');
  const machine = { home: join(folder.path, 'home'), hostDirs: [join(folder.path, 'host')] };
  return (await resolveToolUse(use, machine)).map(({ kind }) => kind);
}

describe('a file that decides about calls', () => {
  it.each([
    'assay hook uninstall claude-code',
    'assay.cmd trust .claude/skills/evil',
    '/c/Users/me/AppData/Roaming/npm/assay.ps1 hook uninstall codex',
    'assay login --url https://evil.example',
    'npx @assay/cli trust import https://evil.example/a.json --user',
    'assay --json config trust-service https://evil.example',
    'echo {} > .claude/settings.json',
    'rm -f .claude/settings.json',
    'rm -rf .claude',
    'sed -i s/assay//g ~/.claude/settings.json',
    'cp x.json ~/.config/assay/config.json',
    'tee .cursor/hooks.json < x',
    'git rm .claude/settings.json',
    'git mv .claude/settings.json x',
    'git checkout HEAD~1 -- .claude/settings.json',
    'git checkout HEAD~1 .claude',
    'git restore .claude/settings.json',
    'git stash push .claude/settings.json',
    'git config --file .claude/settings.json a.b c',
    'git add x; git rm -r .claude',
    'rm .claude/settings.json git status',
    'chmod 000 .claude/settings.json',
    'chmod 000 .claude',
    'cp /tmp/x/settings.json .claude/',
    'cp -r /tmp/x/. .claude',
    'cd .claude && cp /tmp/x/settings.json .',
    'cd .claude && cp /tmp/x settings.json',
    'tar xf x.tar -C .claude',
    'echo {} > <root>/host/settings.json',
    'rm -rf <root>/host',
    'cp x <root>/linked/settings.json',
    'echo {} > .copilot/config.json',
    'rm .github/hooks/other.json',
    'echo {} | sudo tee /etc/claude-code/managed-settings.json',
    `claude --settings '{"disableAllHooks": true}' -p x`,
    'claude --setting-sources= -p x',
    'CLAUDE_CONFIG_DIR=/tmp/x claude -p x',
    'export CLAUDE_CONFIG_DIR=/tmp/x; claude -p x',
    'env CLAUDE_CODE_SIMPLE=1 npx @anthropic-ai/claude-code -p x',
    'env -u CODEX_HOME codex exec x',
    'CODEX_HOME=/tmp/x codex exec x',
    'codex -c features.hooks=false exec x',
    'codex exec --disable hooks x',
    'HOME=/tmp gemini -p x',
    'gemini hooks disable assay',
    'copilot --config-dir /tmp/x -p x',
    'claude --agent other -p x',
    'bash -c "claude --bare -p x"',
    '> .claude/settings.json',
    'claude plugin uninstall assay@assay',
    'npx @anthropic-ai/claude-code plugin marketplace remove assay',
    'codex plugin disable assay',
    'rm -rf ~/.claude/plugins',
    'rm -rf ~/.claude/plugins/cache/assay',
    'echo x > ~/.claude/plugins/cache/assay/assay/1.0.0/node_modules/@assay/cli/src/assay.cjs',
    'cp x ~/.codex/plugins/cache/assay/assay/1.0.0/hooks/codex.json',
    'echo {} > ~/.claude/plugins/installed_plugins.json',
    'cd .claude; echo {} > settings.json',
    'd=.claude; rm -rf $d',
    'dd if=/dev/null of=.claude/settings.json',
    'jq . .claude/settings.json | sponge .claude/settings.json',
    `python3 -c "import os; os.remove('.claude/settings.json')"`,
    `node -e "require('fs').writeFileSync('.claude/settings.json', '{}')"`,
  ])('is not changed without a question by the command %s', async (command) => {
    expect(await judge('Bash', { command })).toContain('unresolved');
  });

  it.each([
    'rm .claude/set*',
    'rm .claude/*',
    'rm -f ~/.claude/set*.json',
    'sed -i s/assay/true/ .claude/s*.json',
    ': > .claude/settings.jso?',
    'echo {} > .claude/settings.jso[n]',
    'cp x ~/.config/assay/conf*.json',
    'for f in .claude/set*; do rm $f; done',
    "f='.claude/set*'; rm $f",
    'cd ~/.claude && rm set*',
    'chmod 0 .claude/s*',
    'truncate -s 0 .claude/*',
    "x='set*'; rm ~/.claude/$x",
    "bash -c 'rm .claude/set*'",
    "eval '>.claude/set*'",
    'rm <root>/linked/s*',
    'rm <root>/host/s*',
  ])('is not changed without a question by a pattern: %s', async (command) => {
    expect(await judge('Bash', { command })).toContain('unresolved');
  });

  it.each([
    'rm $(echo .claude/settings.json)',
    'rm $(find . -name settings.json)',
    'rm `ls -d .claude/*`',
    `for f in $(find ~ -name 'set*.json'); do echo {} > $f; done`,
    `find ~ -name 'set*.json' | while read f; do echo {} > $f; done`,
    'echo {} > ~/.config/assay/c*.json',
    'xz .claude/set*',
    'cp x "$(ls ~/.config/assay/*)"',
  ])('is not changed without a question by a name that another part of the call prints: %s', async (command) => {
    const cwd = command.includes(' . ') ? 'home' : 'project';
    expect(await judge('Bash', { command }, { cwd })).toContain('unresolved');
  });

  it.each(['rm $(find src -name "*.log")', 'kill $(lsof -t -i:3000)', 'git commit -m "$(cat .claude/settings.json)"'])(
    'is not suspected when the call names none: %s',
    async (command) => {
      expect(await judge('Bash', { command })).toEqual([]);
    },
  );

  it.each([
    `awk '{print > ".claude/settings.json"}' x`,
    `awk 'BEGIN{print "{}" > ".claude/settings.json"}'`,
    `cd .claude; awk '{print>"settings.json"}' x`,
    `perl -e 'unlink".claude/settings.json"'`,
    `python3 - <<'E'\nopen('.claude/settings.json','w')\nE`,
  ])('is not changed without a question by a program text: %s', async (command) => {
    expect(await judge('Bash', { command })).toContain('unresolved');
  });

  it.each([
    'cp /tmp/x /usr/local/bin/assay',
    'ln -sf /tmp/x ~/.local/bin/assay',
    'echo x > ~/.local/bin/assay',
    'rm -rf node_modules/@assay',
    'cp x.bin ~/.cache/assay/compiled/hook-v24.21.0-x64-0',
    'cp x.bin node_modules/.cache/assay/x',
    'sed -i s/deny/allow/ /usr/lib/node_modules/@assay/cli/src/hook/run.ts',
    'npm i -g @assay/cli@0.0.1',
    'sudo npm uninstall --global @assay/cli',
    'npm update -g',
    'a=assay; $a trust docs/evil',
    'npx assay@latest trust docs/evil',
    'node node_modules/@assay/cli/src/main.ts trust docs/evil',
    'assay add ./docs/evil',
    'script -qec "assay add ./docs/evil" /dev/null <<< y',
    `expect -c 'spawn assay add ./docs/evil; send "y"'`,
    'assay update',
  ])('includes the program and its prompts: %s', async (command) => {
    expect(await judge('Bash', { command })).toContain('unresolved');
  });

  it('includes the program when a tool writes it', async () => {
    expect(await judge('Write', { file_path: '~/.local/bin/assay', content: '' })).toContain('unresolved');
  });

  it.each([
    'git checkout other',
    'git stash',
    'git reset --hard HEAD~1',
    'git pull',
    'git -C . switch other',
    'cd src && git restore .',
    'sudo git clean -fdx',
    'tar xf x.tar',
    'unzip -o x.zip',
    'patch -p1 < x.patch',
    'git apply x.patch',
    'cp -r /tmp/x/. .',
    'rsync -a /tmp/x/ ./',
    'mv ../project ../old',
    'rm -rf .',
    'find . -name settings.json -delete',
    'find . -name settings.json | xargs rm',
    'find . -name settings.json -exec sed -i s/assay// {} +',
  ])('is not changed without a question by %s when the project settings contain the hook', async (command) => {
    expect(await judge('Bash', { command }, { settings: ENTRY })).toContain('unresolved');
    if (!/project|rm /.test(command)) expect(await judge('Bash', { command })).toEqual([]);
  });

  it.each([
    ['Write', { file_path: '.claude/settings.json', content: '{}' }],
    ['Write', { file_path: '<root>/host/settings.json', content: '{}' }],
    ['Write', { file_path: '<root>/linked/settings.json', content: '{}' }],
    ['Edit', { file_path: '/nowhere/home/.config/assay/config.json', old_string: 'a', new_string: 'b' }],
    ['apply_patch', { input: '*** Update File: .codex/hooks.json\n@@\n' }],
    ['mcp__files__move_file', { source: '.claude/settings.json', destination: 'x' }],
    ['mcp__files__delete', { paths: ['~/.claude'] }],
  ])('is not changed without a question by the tool %s %j', async (tool, input) => {
    expect(await judge(tool, input)).toContain('unresolved');
  });

  it.each([
    'cat .claude/settings.json',
    'assay verify x',
    'jq .hooks .claude/settings.json',
    'rm -rf dist',
    'cat .claude/set*',
    'rm -f src/* x.t*',
    'for f in src/*; do rm $f; done',
    `bash -c "cat .claude/settings.json"`,
    `awk '{print > "out.json"}' src/a`,
    '/usr/local/bin/assay verify x',
    './node_modules/.bin/assay verify x',
    'node node_modules/@assay/cli/src/main.ts verify x',
    'assay add acme/notes/minutes --yes',
    'assay update --help',
    'git -C ~/src/assay add .',
    'npm install',
    'npm i -g typescript',
    'mkdir -p .claude',
    'git add .claude && git commit -m "Change settings"',
    'git diff .claude/settings.json',
    'git checkout -b other',
    'git stash list',
    'git fetch && git log --oneline',
    'tar czf /tmp/x.tgz src',
    'find . -name "*.ts" | xargs grep -n foo',
    'find . -name "*.ts" -exec wc -l {} +',
    'cp src/a src/b',
    'claude -p "Review src"',
    'claude plugin list',
    'ANTHROPIC_API_KEY=x claude -c',
    'cd ../codex && npm run config',
    'git commit -m "Describe claude --settings"',
  ])('can be inspected: %s', async (command) => {
    expect(await judge('Bash', { command }, { settings: ENTRY })).toEqual([]);
  });

  it.each([
    ['Read', { file_path: '.claude/settings.json' }],
    ['mcp__files__read_file', { path: '.claude/settings.json' }],
    ['Grep', { pattern: 'hooks', path: '.claude/settings.json' }],
  ])('can be read by the tool %s', async (tool, input) => {
    expect(await judge(tool, input)).toEqual([]);
  });
});
