import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../testing/skill-folder.ts';
import { createMachine, EVIL, find, isSeen, show, withoutReach } from '../testing/skill-machine.ts';
import { resolveToolUse } from './resolve-tool-use.ts';

describe('text that shells and a simple parser read differently', () => {
  const RUN = 'sh .claude/skills/evil/run.sh';
  it.each([
    `# build \\\n${RUN}`,
    `cat <<'E'\nfoo\\\nE\n${RUN}\nE`,
    `cat <<E\nfoo\\\\\nE\n${RUN}\nE`,
    `cat <<\${E}\n\${E}\n${RUN}\n$E`,
    `cat <<$E\n$E\n${RUN}\n`,
    `cat <<"a b"\na b\n${RUN}\na b`,
    `((echo<<E))\n${RUN}\nE`,
    `echo $((echo<<E\n+0))\n${RUN}\nE\n))`,
    `cat <<E\r\nx\nE\r\n${RUN}\nE`,
    `echo 'a\\\n'; ${RUN}`,
    `true # '\n${RUN} #'`,
    `echo $(true # '\n); ${RUN} #')`,
    `s\\\nh .cla\\\nude/skills/evil/run.sh`,
  ])('%j is detected', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });
});

describe('text that is stored or run as code', () => {
  const RUN = 'sh .claude/skills/evil/run.sh';
  it.each([
    `git -c alias.x='!${RUN}' x log`,
    `git -c core.fsmonitor='${RUN}' status`,
    `git -c core.pager='${RUN}' log`,
    `GIT_EXTERNAL_DIFF='${RUN}' git diff`,
    `GIT_PAGER='${RUN}' git log`,
    `git grep -O'${RUN}' x`,
    `git grep --open-files-in-pager='${RUN}' x`,
    `git --config-env=a=b log '${RUN}'`,
    `cat > a.sh <<'E'\n${RUN}\nE\nchmod +x a.sh; ./a.sh`,
    `cat > a.sh <<'E'\n${RUN}\nE`,
    `echo '${RUN}' > a.sh; ./a.sh`,
    `echo '${RUN}' > notes.md; ./notes.md`,
    `printf '%s' '${RUN}' > .git/hooks/pre-commit`,
    `printf '%s' '${RUN}' | tee .git/hooks/pre-commit`,
    `printf -v x '%s' '${RUN}'; $x`,
    `echo '${RUN}' | sort -o a.sh`,
    `rg --pre '${RUN}' x`,
    `echo '${RUN}' > link.md`,
    `cd src && echo '${RUN}' > link.md`,
    `./echo '${RUN}'`,
  ])('is detected: %j', async (command) => {
    using machine = createMachine();
    symlinkSync('.git/hooks/pre-commit', join(machine.project, 'link.md'));
    const targets = await resolveToolUse({ cwd: machine.project, command }, { home: machine.home });
    expect(targets.map(show)).toContain(EVIL);
  });
});

describe('files that a search finds', () => {
  it.each([
    `find . -name '*.sh' | while read f; do sh "$f"; done`,
    `find . -name '*.sh' | while IFS= read -r f; do . "$f"; done`,
    'sh "$(find . -name run.sh)"',
    '. "$(find . -name run.sh)"',
    '$(find . -name run.sh)',
    'for f in $(find . -name run.sh); do sh $f; done',
    'for f in $(find . -name run.sh); do cat $f; done',
    'find . -name run.sh | xargs cat | sh',
    'find . -name SKILL.md -exec cat {} +',
    'find . -name SKILL.md -print0 | xargs -0 head -50',
    'grep -rh "" .',
    'grep -r foo',
    'grep --recursive foo .',
    'rg --hidden "" .',
    'rg -uu ""',
    'cp $(find . -name run.sh) /tmp/q.sh',
    'cat $(git ls-files)',
    'x=$(find . -name run.sh); sh $x',
    'mapfile -t a < <(find . -name run.sh); sh "$a"',
    'sh $(printf d; printf ocs)/s/run.sh',
    'echo docs/s | while read d; do sh $d/run.sh; done',
    'fd -H run.sh -x sh',
    'fd -Hx sh',
    'fd -H -e sh src -x sh',
    'fdfind -H SKILL.md --exec=cat',
    'grep -r -m 9 ""',
    'sudo grep -r x',
    'rg -L ""',
    'rg --follow x',
  ])('are judged when skills are among them: %j', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });

  it.each([
    'cat $(find src -name "*.ts")',
    'find src -name "*.ts" | xargs wc -l',
    'find src -name "*.ts" | sort | head -5 | xargs cat',
    'grep -rn foo src',
    'rg foo',
    'find . -name "*.log" | xargs rm',
    'find . -name "*.ts" -exec ls -l {} +',
    'kill $(lsof -t -i:3000)',
    'echo "$(date): $(git rev-parse HEAD)"',
    'head -n 5 "$FILE"',
    'node src/index.ts "$(date)" $ARG',
    'npm test && cd src && cat index.ts && cd -',
    'find src -name x | sh',
    'fd -e ts . src -x cat',
    'cat src/index.ts | grep foo | sh',
    'git worktree list',
    'git clone https://github.com/acme/kit',
    'tar -xzf a.tgz -C src',
    'sudo apt install rsync',
    'find src | cpio -pdm /tmp/q',
    'scp src/index.ts host:',
  ])('are irrelevant when no skill is below the folder: %j', async (command) => {
    expect(withoutReach(await find({ command }))).toEqual([]);
  });
});

describe('names of files that a shell runs from its input', () => {
  it.each([
    'find . -name run.sh | sh',
    "find . -name run.sh -printf 'sh %p\\n' | sh",
    "find . -name run.sh | sed 's/^/sh /' | sh -s",
    "git ls-files '*run.sh' | sh",
    'find -L . -name run.sh | sudo bash -o pipefail',
    'find . | python3 -',
  ])('are resolved to the skill: %j', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });
});

describe('a copy of a folder with symlinks to skills', () => {
  it.each([
    'git worktree add ../w && sh ../w/shortcut/run.sh',
    'git -C . worktree add ../w',
    'git archive HEAD | tar x -C /tmp/q',
    'git checkout-index -a --prefix=/tmp/q/',
    'tar --creat .',
    'tar rf q.tar .',
    'gtar cf q.tar .',
    'cp --recurs . /tmp/q',
    'busybox cp -r . /tmp/q',
    'sudo cp -rL . /tmp/q',
    'scp -r . host:/x',
    'pax -rw . /tmp/q',
    'find . | cpio -pdm /tmp/q',
    'find . | tar cf q.tar -T -',
    'find . | zip -@ q',
  ])('is a use of the skills: %j', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });
});

describe('skills of a folder that is searched', () => {
  const DEEP = 'other/a/b/c/d/e/.claude/skills/deep';
  it.each([
    ['grep -r x ~/.claude/skills', 'home/.claude/skills/own'],
    ['grep -r x <root>/home/.claude/skills', 'home/.claude/skills/own'],
    ['cd ~/.claude && grep -rn x skills', 'home/.claude/skills/own'],
    ['grep -r x <root>/store', 'store/stored'],
    ['grep -r x <root>/other', 'other/.claude/skills/near'],
    ['cd ../other; grep -r x .', 'other/.claude/skills/near'],
    ['rg --hidden x ../other', 'other/.claude/skills/near'],
    ['find ../other -type f | xargs cat', 'other/.claude/skills/near'],
    ['grep -r x ../other', DEEP],
    ['grep -r x ../other/a/b', DEEP],
    ['cp -rL ../other /tmp/q', DEEP],
    ['cp -r ~/.claude/plugins /tmp/q', 'home/.claude/plugins/cache/m/p/1/a/b/c/d/e/f/g/skills/inner'],
    ['cp -r ~/.claude/plugins/cache/m/p /tmp/q', 'home/.claude/plugins/cache/m/p/1/a/b/c/d/e/f/g/skills/inner'],
  ])('are judged wherever the folder is: %j', async (command, expected) => {
    using machine = createMachine();
    for (const skill of [
      'home/.claude/skills/own',
      'other/.claude/skills/near',
      DEEP,
      'store/stored',
      'home/.claude/plugins/cache/m/p/1/a/b/c/d/e/f/g/skills/inner',
    ]) {
      mkdirSync(join(machine.root, skill), { recursive: true });
      writeFileSync(join(machine.root, skill, 'SKILL.md'), '# x\n');
    }
    symlinkSync('../../store', join(machine.home, '.cursor/skill'));
    symlinkSync('..', join(machine.root, 'other/a/up'));
    const use = { cwd: machine.project, command: command.replaceAll('<root>', machine.root) };
    const targets = await resolveToolUse(use, { home: machine.home });
    const paths = targets.map((target) => ('path' in target ? target.path.slice(machine.root.length + 1) : ''));
    expect(paths).toContain(expected);
  });

  it.each([{ command: 'grep -r x /' }, { command: 'find / -name "*.md" | xargs cat' }, { searches: ['/'] }])(
    'are unresolved when the whole machine is searched: %j',
    async (use) => {
      using folder = createFolder({ 'project/a': '' });
      const targets = await resolveToolUse({ cwd: join(folder.path, 'project'), ...use }, { home: folder.path });
      expect(targets).toContainEqual(expect.objectContaining({ kind: 'unresolved' }));
    },
  );

  it.each([{ command: 'grep -r x .' }, { skill: 'far' }, { searches: ['.'] }])(
    'are judged however many sibling folders there are: %j',
    async (use) => {
      using machine = createMachine();
      for (let index = 0; index <= 1_000; index += 1) mkdirSync(join(machine.project, `src/${index}`));
      mkdirSync(join(machine.project, 'src/z/a/b/c/.claude/skills/far'), { recursive: true });
      const targets = await resolveToolUse({ cwd: machine.project, ...use }, { home: machine.home });
      expect(targets.map(show)).toContain('project/src/z/a/b/c/.claude/skills/far');
    },
  );
});

describe('a limit or a value that the hook does not follow', () => {
  it.each([
    `sh ${'src/../'.repeat(65)}docs/k/run.sh`,
    `sh ${'src/../'.repeat(300)}docs/k/run.sh`,
    `: ${'a '.repeat(4_001)}; sh docs/k/run.sh`,
    'CDPATH=docs; cd k; sh run.sh',
    'export CDPATH=docs && cd k && sh run.sh',
    'x=docs; x+=/k; sh $x/run.sh',
    'printf -v x docs/%s k; sh $x/run.sh',
    'x=src; while true; do sh $x/run.sh; x=docs/k; done',
    'HOME=docs; sh ~/k/run.sh',
    'x=a:docs/k; IFS=:; sh $x/run.sh',
    `sh {${'a,'.repeat(70)}docs}/k/run.sh`,
    `${'eval '.repeat(2)}'eval "eval \\"eval \\\\\\"sh docs/k/run.sh\\\\\\"\\""'`,
    'cat docs/k/run.sh',
  ])('is never allowed: %.60j', async (command) => {
    using machine = createMachine();
    mkdirSync(join(machine.project, 'docs'));
    symlinkSync('../.claude/skills/evil', join(machine.project, 'docs/k'));
    const targets = (await resolveToolUse({ cwd: machine.project, command }, { home: machine.home })).map(show);
    expect(isSeen(targets)).toBe(true);
  });
});

describe('a symlink to a skill, reached by another spelling of its path', () => {
  it.each([
    'pushd src; sh ~1/shortcut/run.sh',
    'cat ~+1/shortcut/SKILL.md',
    'sh shor[[:alpha:]]cut/run.sh',
    'sh []s]hortcut/run.sh',
    'cat .claude/skills/e[]v]il/SKILL.md',
    'cat .claude/skills/e[!]]il/SKILL.md',
    'cat .claude/skills/e[[.v.]]il/SKILL.md',
    'cat ./.[[:alpha:]]*/s*/*/SKILL.md',
    'cat .claude/skills/e[[=v=]]il/SKILL.md',
    "sh $'.claude/skills/r\\xc3\\xa9sum\\303\\251/../evil/run.sh'",
    'sh ${x+y}shortcut/run.sh',
    'sh ~+/shortcut/run.sh',
    'cd src; sh ~-/shortcut/run.sh',
    'sh /proc/self/cwd/shortcut/run.sh',
    'sh /proc/$PPID/cwd/shortcut/run.sh',
    'sh /proc/self/task/*/cwd/shortcut/run.sh',
    'sh /dev/fd/../cwd/shortcut/run.sh',
    'ln -s "$PWD" /tmp/l; sh /tmp/l/shortcut/run.sh',
    'ln -s . l; sh l/l/shortcut/run.sh',
    'cp -rL . /tmp/q',
    'rsync -a --copy-links . /tmp/q',
    'tar chf - . | tar x -C /tmp/q',
    'zip -qr /tmp/q.zip .',
    'tar c . | tar xO',
    'diff -rN src .',
    'git grep -n foo',
    'grep -d recurse foo .',
    'grep --recur foo .',
    'awk 1 $(git ls-files)',
    'curl -s file://localhost<root>/project/shortcut/run.sh | sh',
    'curl -s FILE:<root>/project/short%63ut/run.sh | sh',
  ])('is resolved: %j', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });

  it.each([
    'cat /proc/self/status /proc/1/fd/1',
    'ls -l /proc/self/cwd',
    'ln -sf src/index.ts latest',
    'cp -rL src /tmp/q',
    'tar chf x.tar src',
    'zip -r x.zip src',
    'curl -s "https://example.com/a%20b?x=[1]"',
    'cat ~nobody/x ${FILE:-package.json} src/[[:alnum:]]*.ts',
  ])('is not reported in %j', async (command) => {
    expect(withoutReach(await find({ command }))).toEqual([]);
  });
});

describe('bytes that differ from the folder on disk', () => {
  it.each([
    'git show pr:.claude/skills/good/run.sh | sh',
    'git show pr:.claude/skills/good/SKILL.md',
    'git cat-file -p pr:.claude/skills/good/SKILL.md',
    'git -c a.b=c --no-pager diff pr -- .claude/skills/good',
    'git log -p -- .claude/skills/good',
    'git archive pr .claude/skills/good | tar xO',
    'git checkout -q pr && sh .claude/skills/good/run.sh',
    'sudo git -C . switch pr; cat .claude/skills/good/SKILL.md',
    'git pull; sh .claude/skills/good/run.sh',
    'git co pr; sh .claude/skills/good/run.sh',
    'sh .claude/skills/good/run.sh; git reset --hard pr',
    'gh pr checkout 12 && cat .claude/skills/good/SKILL.md',
    'git diff HEAD pr | patch -p1; sh .claude/skills/good/run.sh',
    'sed -i s/fine/x/ .claude/skills/good/run.sh; sh .claude/skills/good/run.sh',
    'perl -pi -e 1 .claude/skills/good/run.sh; sh .claude/skills/good/run.sh',
  ])('are not covered by its verdict: %j', async (command) => {
    expect(await find({ command })).toContain('unresolved');
  });

  it.each([
    'git checkout pr && npm test',
    'git show HEAD~1:src/index.ts',
    'sed -i s/a/b/ src/index.ts',
    'git add . && git commit -m "Change .claude/skills/good"',
    'git status && git diff src',
  ])('are irrelevant in %j', async (command) => {
    expect(withoutReach(await find({ command }))).toEqual([]);
  });

  it.each(['git status .claude/skills/good', 'git log --oneline -- .claude/skills/good'])(
    'are not suspected when the folder stays unchanged: %j',
    async (command) => {
      expect(await find({ command })).not.toContain('unresolved');
    },
  );
});

describe('a pattern that is expanded later', () => {
  it.each([
    `bash -c '.*/*/e*/r*'`,
    `sh -c '.c*/s*/e*/run.sh'`,
    `eval '.*/*/e*/r*'`,
    `x='.*/*/e*/r*'; sh $x`,
    `x='.*/*/e*/S*'; cat $x`,
    `x=.cla; y=ude/ski; z=lls/evil/run.sh; eval '$x$y$z'`,
    `bash -c '.c{laude,x}/s*/e*/r*'`,
    `echo '.*/*/e*/r*' | bash`,
    `script -qc '.*/*/e*/r*' /dev/null`,
    `git -c alias.x='!.*/*/e*/r*' x`,
    `find src -maxdepth 0 -exec sh -c '.*/*/e*/r*' \\;`,
    `for f in '.*/*/e*/r*'; do sh $f; done`,
    `x='*'; sh .c$x/s$x/e$x/r$x`,
    `eval '.c*/**/run.sh'`,
    'GLOBIGNORE=x; sh */s*/e*/r*',
    'export GLOBIGNORE=x; cat */s*/e*/S*',
  ])('%s is detected', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });

  it.each([
    `grep -rn 'x.*' src | head`,
    `find src -name '*'`,
    `prettier --check 'src/**/*.md'`,
    `eslint 'src/**/*.ts' --fix`,
    `sed -i 's/x$/y/' src/index.ts`,
  ])('%s is irrelevant', async (command) => {
    expect(withoutReach(await find({ command }))).toEqual([]);
  });
});

describe('a pattern for a plain file of a skill that is linked or part of a plugin', () => {
  it.each(['cat ../vendor/linked/S*', 'head -50 ../vendor/linked/SKILL.m?', "f='../vendor/linked/r*'; sh $f"])(
    '%s is detected',
    async (command) => {
      expect(await find({ command })).toContain('vendor/linked');
    },
  );

  it('is irrelevant for a plain file elsewhere', async () => {
    expect(await find({ command: 'cat src/*.ts pack*.json' })).toEqual([]);
  });
});

describe('a path that is assembled where it is used', () => {
  it.each([
    'a=short; b=cut; eval "sh $a$b/run.sh"',
    'a=shortcut; echo "$(sh $a/run.sh)"',
    'a=shortcut; bash -c "sh $a/run.sh"',
    'a=shortcut; cat <<E | sh\nsh $a/run.sh\nE',
    'IFS=_; x=sh_shortcut/run.sh; $x',
    "IFS='x'; $y",
    'exec 9< .; sh /dev/fd/9/shortcut/run.sh',
    'rgrep foo',
    'ugrep foo .',
    'cp -r . /tmp/q && sh /tmp/q/shortcut/run.sh',
    'cp -a ./. /tmp/q && sh /tmp/q/shortcut/run.sh',
    'rsync -a ./ /tmp/q && sh /tmp/q/shortcut/run.sh',
    'git clone . /tmp/q && sh /tmp/q/shortcut/run.sh',
    'mv ../project ../q && sh ../q/shortcut/run.sh',
    '7z a /tmp/q.7z .',
    'ln -s ../shortcut src/s; cd src; sh s/run.sh',
    'bash -O globstar -c "cat **/run.sh"',
    'cat ***/run.sh',
    'claude -p "/evil sort the notes"',
    'echo "Use /evil" | claude -p',
    "codex exec '$evil sort the notes'",
  ])('is judged or unresolved: %j', async (command) => {
    expect(isSeen(await find({ command }))).toBe(true);
  });

  it.each([
    `sh -c "$(echo 'npx skills add evil/bad')"`,
    `eval "$(cat <<'E'\nnpx skills add evil/bad\nE\n)"`,
    `x=$(printf %s 'npx skills add evil/bad'); $x`,
  ])('is an installation: %j', async (command) => {
    expect(await find({ command })).toContain('install https://github.com/evil/bad');
  });

  it.each([
    "IFS=$'\\n'; for f in $(ls src); do echo $f; done",
    'while IFS= read -r line; do echo "$line"; done < package.json',
    'IFS=, read -r a b <<< "1,2"',
    'cp -r src /tmp/q && ls /tmp/q',
    'mv src lib && cp -a lib ~/',
    'git clone https://example.com/x ../x && cd ../x && npm test',
    'rsync -a src/ /tmp/q/',
    'name=x; echo "$(echo $name)"',
    'ln -sf ../src/index.ts packages/x',
    'claude -p "Review /src, and nothing evil"',
  ])('is not reported in %j', async (command) => {
    expect(withoutReach(await find({ command }))).toEqual([]);
  });
});

describe('a file name that is not UTF-8', () => {
  const bad = (machine: { project: string }, path: string) =>
    Buffer.concat([Buffer.from(`${machine.project}/${path}`), Buffer.from([0xff])]);
  it.each([
    'cat .claude/skills/*/SKILL.md',
    'for s in .claude/skills/*; do sh $s/run.sh; done',
    "cat $'.claude/skills/x\\xff/SKILL.md'",
    "sh $'li\\xff/run.sh'",
    'sh l*/run.sh',
    'grep -r foo .',
  ])('is not ignored by %j', async (command) => {
    using machine = createMachine();
    mkdirSync(bad(machine, '.claude/skills/x'));
    mkdirSync(join(machine.project, '.claude/skills/x\ufffd'));
    symlinkSync('.claude/skills/evil', bad(machine, 'li'));
    const targets = await resolveToolUse({ cwd: machine.project, command }, { home: machine.home });
    expect(targets.map(show)).toContain('unresolved');
  });
});
