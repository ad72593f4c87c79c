import { describe, expect, it } from 'vitest';
import { describeCodeRule, py, reviewOf, sh, text } from '../../testing/code-rule-cases.ts';
import { passwordDialogue } from './password-dialogue.rule.ts';

describeCodeRule(passwordDialogue, {
  caught: [
    sh('osascript -e \'display dialog "System update needs your password" default answer "" with hidden answer\''),
    sh('zenity --password --title="Login"'),
  ],
  quiet: [
    sh('sudo apt install jq'),
    sh('osascript -e \'display dialog "Build finished"\''),
    py('import getpass\ngetpass.getpass()'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});

describe('a window that covers what is typed', () => {
  const worst = async (words: string): Promise<string | undefined> => {
    const line = `osascript -e 'display dialog "${words}" default answer "" with hidden answer'`;
    return (await reviewOf(sh(line))).findings.find(({ ruleId }) => ruleId === passwordDialogue.id)?.severity;
  };

  it('is seen where it asks for a key of a service', async () => {
    expect(await worst('Paste your API key for the shop:')).toBe('HIGH');
  });

  it.each(['Enter your password to use the API key:', 'Your login is needed to unlock the key:', 'Continue?'])(
    'blocks where it asks "%s"',
    async (words) => {
      expect(await worst(words)).toBe('CRITICAL');
    },
  );
});
