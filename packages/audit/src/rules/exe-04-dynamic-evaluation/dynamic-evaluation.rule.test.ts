import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { dynamicEvaluation } from './dynamic-evaluation.rule.ts';

describeCodeRule(dynamicEvaluation, {
  caught: [
    py('import sys\nfor line in sys.stdin:\n    eval(line)'),
    js('process.stdin.on("data", () => 0)\nconst d = process.stdin\nnew Function(d)()'),
    py('import sys\nexec(sys.stdin.read())'),
  ],
  quiet: [py('import ast\nast.literal_eval(input())'), py('eval("1 + 1")'), js('JSON.parse(input)')],
  notApplicable: [sh('ls'), py('x = 2'), text('Evaluate the design.')],
});
