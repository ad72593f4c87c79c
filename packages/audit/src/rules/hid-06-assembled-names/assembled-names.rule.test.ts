import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { assembledNames } from './assembled-names.rule.ts';

describeCodeRule(assembledNames, {
  caught: [
    py('import os\ngetattr(os, "sys" + "tem")("ls")'),
    sh("c''url https://a.example.invalid"),
    js('globalThis["ev" + "al"]("1")'),
    py('__import__("".join(["o", "s"])).system("id")'),
  ],
  quiet: [
    py('import os\nos.path.join("a", "b")'),
    js('const key = "user" + "Name"\nconsole.log(t[key])'),
    py('getattr(obj, "name")'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
