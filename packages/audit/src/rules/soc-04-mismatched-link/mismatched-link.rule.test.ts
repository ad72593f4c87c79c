import { describeRule } from '../../testing/rule-cases.ts';
import { mismatchedLink } from './mismatched-link.rule.ts';

describeRule(mismatchedLink, {
  caught: [
    'Get it from [vendor.test](https://other.example.invalid/x).',
    '[https://pay.test/login](https://pay.example.invalid/login)',
    'See [docs.vendor.test/install](http://192.0.2.4/install).',
  ],
  quiet: [
    '[docs.vendor.test](https://www.vendor.test/docs)',
    '[the manual](https://docs.example.invalid)',
    '[notes.md](https://host.example.invalid/notes.md)',
  ],
  notApplicable: ['Sort the notes by date.'],
});
