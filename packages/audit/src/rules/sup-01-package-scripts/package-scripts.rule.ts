import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const REACHES = /\b(?:curl|wget|nc|iwr|invoke-webrequest|fetch\(|https?:\/\/)/i;
const RUNS = /\b(?:node\s+-e|python3?\s+-c|eval|base64|bash\s+-c|powershell|sh\s+-c)\b/i;
const USUAL =
  /^(?:husky|patch-package|lefthook|simple-git-hooks|node-gyp|prebuild|electron-builder|ngcc|prisma generate|playwright install|nuxt prepare|svelte-kit sync|tsc|npm run \w+|yarn \w+|pnpm \w+)\b/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('script')
    .filter(({ value }) => value.isLifecycle && !USUAL.test(value.command))
    .flatMap(({ span, value }): RawFinding[] => {
      const reaches = REACHES.test(value.command);
      const runs = RUNS.test(value.command) || /\|\s*(?:ba)?sh\b/.test(value.command);
      if (!reaches && !runs) return [{ at: span, severity: 'LOW', confidence: 'firm' }];
      return [
        {
          at: span,
          severity: 'HIGH',
          confidence: 'firm',
          note: `It runs on ${value.name}.`,
        },
      ];
    });

export const packageScripts = skillRule({
  id: 'SUP-01',
  title: 'Package script with network or execution',
  question: 'Do package scripts (pre/post install, setup.py, build.rs, prepare) use network or exec?',
  kind: 'HINT',
  reproducedBy: 'foreign-code',
  severity: 'HIGH',
  references: ['CWE-506', 'CWE-829', 'OWASP-AST02'],
  why: 'The script runs during installation, without a confirmation.',
  fix: 'Remove the script, or make it a step that the user starts.',
  looksAt: 'The rule checks lifecycle scripts of package manifests and build files.',
  blindTo: 'Scripts of dependencies are not checked.',
  falseAlarms: 'Hook managers and native rebuilds are not reported.',
  check: toFindings,
});
