import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { unsafeDeserialisation } from './unsafe-deserialisation.rule.ts';

describeCodeRule(unsafeDeserialisation, {
  caught: [
    skill('pickle from a server', {
      'a.py': 'import pickle, requests\npickle.loads(requests.get("https://a.example.invalid").content)\n',
    }),
    skill('yaml', { 'b.py': 'import yaml\nyaml.load(open("a.yml"))\n' }),
    skill('argv', { 'c.py': 'import pickle, sys\npickle.load(open(sys.argv[1], "rb"))\n' }),
  ],
  quiet: [
    skill('safe yaml', { 'a.py': 'import yaml\nyaml.safe_load(open("a.yml"))\n' }),
    skill('json', { 'a.py': 'import json\njson.loads("{}")\n' }),
    skill('safe loader', { 'a.py': 'import yaml\nyaml.load(f, Loader=yaml.SafeLoader)\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
