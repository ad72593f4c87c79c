import { describeRule } from '../../testing/rule-cases.ts';
import { nameNearMiss } from './name-near-miss.rule.ts';

describeRule(nameNearMiss, {
  caught: ['Run the script.', 'Sort notes. Run the command `ls`.', 'Execute the hook script.'],
  quiet: [],
  notApplicable: [],
  about: { name: 'pdf-reeder', knownNames: ['pdf-reader'] },
});

describeRule(nameNearMiss, {
  caught: [],
  quiet: ['Run the script.', 'Sort notes. Run the command `ls`.', 'Execute the hook script.'],
  notApplicable: ['Sort the notes by date.'],
  about: { name: 'pdf-writer', knownNames: ['pdf-reader'] },
});

describeRule(nameNearMiss, {
  caught: [],
  quiet: [],
  notApplicable: [
    'A drop-in replacement. Run the script.',
    'Run the parsers.',
    'The official version. Run the command `ls`.',
  ],
  about: { name: 'json-parsers' },
});
