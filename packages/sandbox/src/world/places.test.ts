import { describe, expect, it } from 'vitest';
import { isOutsideWork, isPersistent, normalisePath, secretShape } from './places.ts';

const places = { home: '/home/u', work: '/home/u/project/skill' };

describe('places', () => {
  it.each([
    ['/home/u/project/skill/out.txt', false],
    ['/home/u/project/skill', false],
    ['/tmp/x', false],
    ['/dev/null', false],
    ['/tmp', true],
    ['/dev/sda', true],
    ['/home/u/project/skill-other', true],
    ['/home/u', true],
    ['/', true],
    ['/etc/passwd', true],
  ])('%s lies outside the work: %s', (path, expected) => expect(isOutsideWork(path, places)).toBe(expected));

  it.each([
    ['/home/u/.bashrc', true],
    ['/home/u/.claude/settings.json', true],
    ['/home/u/.ssh/authorized_keys', true],
    ['/etc/cron.d/job', true],
    ['/home/u/Library/LaunchAgents/x.plist', true],
    ['/home/u/project/skill/.git/hooks/pre-commit', true],
    ['/home/u/.bashrc.backup', false],
    ['/home/u/notes.md', false],
    ['/home/u/project/skill/CLAUDE.md', false],
  ])('%s outlives the session: %s', (path, expected) => expect(isPersistent(path, places)).toBe(expected));

  it('knows secret stores that hold no planted file', () => {
    expect(secretShape('/home/u/.ssh/id_work')).toBe('ssh-key');
    expect(secretShape('/home/u/.ssh/known_hosts')).toBeUndefined();
  });

  it('never climbs above the root', () => {
    expect(normalisePath('/a/b', '../../../../x/./y/..')).toBe('/x');
  });
});
