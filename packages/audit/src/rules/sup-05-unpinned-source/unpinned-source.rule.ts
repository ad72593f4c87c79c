import { skillRule } from '../skill-rule.ts';

export const unpinnedSource = skillRule({
  id: 'SUP-05',
  title: 'Dependency without a digest',
  question: 'Is there a git, URL or tarball dependency without commit or digest?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-1357', 'CWE-494'],
  why: 'The branch or file can change after the review.',
  fix: 'Pin the commit or check the digest.',
  looksAt: 'Dependencies given as an address.',
  blindTo: 'Lock files that pin them elsewhere.',
  falseAlarms: 'Repositories on a code host: low.',
  check: (facts) =>
    facts
      .of('dependency')
      .filter(
        ({ value }) =>
          (value.source === 'git' || value.source === 'url') &&
          value.pin !== 'digest' &&
          value.ecosystem !== 'action' &&
          value.ecosystem !== 'docker',
      )
      .map(({ span, value }) => ({
        at: span,
        severity: value.source === 'git' && value.url?.origin === 'code-host' ? 'LOW' : 'MEDIUM',
        confidence: 'firm',
      })),
});
