import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { serverInstall } from './server-install.rule.ts';

describeCodeRule(serverInstall, {
  caught: [
    sh('claude mcp add helper https://mcp.example.invalid/sse'),
    sh('npx skills add stranger/tools'),
    sh('clawhub install helper'),
  ],
  quiet: [sh('claude mcp list'), text('An MCP server exists for this.'), sh('npm install notes')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
