import type { Variant } from '@assay/analysis/runs/observation';

/** Text patterns that show which properties of the environment a program checks. */
const LOOKS: [Variant, RegExp][] = [
  ['clock', /\b(?:datetime|date|time|calendar)\b/],
  ['user', /\b(?:getuser|getlogin|gete?uid|gethostname|getfqdn|pwd|USER|LOGNAME|HOSTNAME|node)\b/],
  ['ci', /\b(?:CI|GITHUB_ACTIONS|GITLAB_CI|JENKINS_URL)\b/],
  ['platform', /\b(?:platform|uname|darwin|Darwin|OSTYPE)\b/],
];

export const looksOfPython = (code: string): Variant[] =>
  LOOKS.filter(([, look]) => look.test(code)).map(([variant]) => variant);
