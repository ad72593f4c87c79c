import { SEVERITIES, type Severity } from '@assay/analysis/types';
import { describe, expect, it } from 'vitest';
import { describeCodeRule, py, reviewOf, sh, text } from '../../testing/code-rule-cases.ts';
import { addedAccess } from './added-access.rule.ts';

describeCodeRule(addedAccess, {
  caught: [
    sh('echo "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA x@y" >> ~/.ssh/authorized_keys'),
    sh('echo "me ALL=(ALL) NOPASSWD:ALL" | sudo tee -a /etc/sudoers'),
    sh('useradd -m -G sudo helper'),
  ],
  quiet: [
    text('Grant the role read access to the bucket.'),
    sh('ssh-copy-id host.example.invalid'),
    sh('sudo usermod -aG docker $USER'),
    sh('cat ~/.ssh/authorized_keys'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});

describe('the account of a machine that is set up', () => {
  const GRANT = 'echo "deploy ALL=(ALL) NOPASSWD:ALL" > /etc/sudoers.d/deploy';
  const worst = async (code: string): Promise<Severity | undefined> =>
    (await reviewOf(sh(code))).findings
      .filter(({ ruleId }) => ruleId === addedAccess.id)
      .map(({ severity }) => severity)
      .sort((a, b) => SEVERITIES.indexOf(b) - SEVERITIES.indexOf(a))[0];

  it('is seen where it is made and nobody is given a way in', async () => {
    expect(await worst(`adduser deploy\n${GRANT}`)).toBe('HIGH');
  });

  it.each([
    ['nobody makes it', GRANT],
    ['it gets a password', `useradd -m deploy\necho "deploy:spring" | chpasswd\n${GRANT}`],
    [
      'it gets a key',
      `adduser deploy\n${GRANT}\necho "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA x@y" >> /home/deploy/.ssh/authorized_keys`,
    ],
  ])('blocks where %s', async (_name, code) => {
    expect(await worst(code)).toBe('CRITICAL');
  });
});
