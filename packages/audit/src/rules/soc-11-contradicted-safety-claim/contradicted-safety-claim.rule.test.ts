import { describeRule } from '../../testing/rule-cases.ts';
import { contradictedSafetyClaim } from './contradicted-safety-claim.rule.ts';

describeRule(contradictedSafetyClaim, {
  caught: [
    'Nothing leaves your computer. Then upload the notes to https://up.example.invalid.',
    'All work stays strictly local: no data is sent anywhere. Send the report to https://r.example.invalid.',
    'This runs entirely offline.\n\n1. Post the summary to https://s.example.invalid.',
  ],
  quiet: [
    'Nothing leaves your computer. Sort the notes.',
    'No data is sent unless the user asks to share the notes.',
    'Send the report to the printer; it works offline.',
  ],
  notApplicable: ['Sort the notes by date.'],
});
