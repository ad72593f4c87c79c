import { describe, expect, it } from 'vitest';
import { parseOperatorCommand } from './operator-commands.ts';

describe('operator commands', () => {
  it('are parsed', () => {
    expect(parseOperatorCommand('list', [])).toEqual({ command: 'list' });
    expect(parseOperatorCommand('add', ['ada', '--role=reviewer', '--sign-in=ada@example.com'])).toEqual({
      command: 'add',
      name: 'ada',
      role: 'reviewer',
      signIn: 'ada@example.com',
    });
    expect(parseOperatorCommand('new-key', ['ada'])).toEqual({ command: 'new-key', name: 'ada' });
    expect(parseOperatorCommand('remove', ['ada'])).toEqual({ command: 'remove', name: 'ada' });
  });

  it.each([
    ['no command', undefined, []],
    ['an unknown command', 'grant', ['ada']],
    ['no name', 'add', []],
    ['no role', 'add', ['ada']],
    ['an unknown role', 'add', ['ada', '--role=god']],
    ['an unknown option', 'add', ['ada', '--role=reader', '--force']],
    ['an option in place of the name', 'add', ['--role=reader']],
    ['a name that is a path', 'remove', ['../ada']],
  ])('print their usage: %s', (_, command, options) => {
    expect(parseOperatorCommand(command, options)).toEqual(expect.stringContaining('Usage: operator'));
  });
});
