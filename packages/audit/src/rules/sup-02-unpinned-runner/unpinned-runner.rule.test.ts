import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { unpinnedRunner } from './unpinned-runner.rule.ts';

describeCodeRule(unpinnedRunner, {
  caught: [sh('npx some-tool'), sh('uvx notes-tool'), sh('docker run acme/tool:latest')],
  quiet: [
    sh('npx some-tool@1.2.3'),
    sh('npm test'),
    sh('docker run acme/tool@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
