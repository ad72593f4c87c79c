import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { parserTraps } from './parser-traps.rule.ts';

describeCodeRule(parserTraps, {
  caught: [
    skill('lxml', { 'a.py': 'from lxml import etree\netree.XMLParser(resolve_entities=True)\n' }),
    skill('merge', { 'b.js': 'const _ = require("lodash")\n_.merge({}, JSON.parse(input))\n' }),
    skill('noent', { 'c.js': 'libxmljs.parseXml(x, { noent: true })\n' }),
  ],
  quiet: [
    skill('default', { 'a.py': 'from lxml import etree\netree.XMLParser()\n' }),
    skill('merge constants', { 'a.js': '_.merge({}, defaults)\n' }),
    skill('json', { 'a.js': 'JSON.parse(x)\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
