import { describe, expect, it } from 'vitest';
import { classifyPath } from './path-class.ts';

describe('classifyPath', () => {
  it.each([
    ['~/.ssh/id_rsa', 'ssh-key'],
    ['$HOME/.ssh/id_ed25519', 'ssh-key'],
    ['C:\\Users\\me\\.ssh\\id_rsa', 'ssh-key'],
    ['~/.ssh/id_rsa.pub', 'other'],
    ['~/.tidynotes/agent_public.pem', 'other'],
    ['keys/public_key.pem', 'other'],
    ['~/.tidynotes/agent_private.pem', 'ssh-key'],
    ['~/.ssh/public.pem', 'ssh-key'],
    ['~/.ssh/authorized_keys', 'authorized-keys'],
    ['/root/.aws/credentials', 'cloud-credential'],
    ['.env', 'env-file'],
    ['.env.example', 'other'],
    ['~/Library/Keychains/login.keychain-db', 'keychain'],
    ['~/.config/google-chrome/Default/Cookies', 'browser-store'],
    ['~/.claude/settings.json', 'agent-config'],
    ['~/.claude/.credentials.json', 'agent-secret'],
    ['~/.claude/skills/x/scripts/auth.json', 'skill-folder'],
    ['CLAUDE.md', 'agent-memory'],
    ['~/.bashrc', 'shell-profile'],
    ['/etc/cron.d/x', 'scheduler'],
    ['~/Library/LaunchAgents/x.plist', 'service-unit'],
    ['/', 'root'],
    ['~', 'home'],
    ['/home/me', 'home'],
    ['.', 'workspace'],
    ['/tmp/x', 'temp'],
    ['/usr/lib/x', 'system'],
    ['notes/today.md', 'other'],
  ])('%s is %s', (path, kind) => {
    expect(classifyPath(path)).toBe(kind);
  });
});
