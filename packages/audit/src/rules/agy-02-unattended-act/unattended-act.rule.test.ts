import { describeRule } from '../../testing/rule-cases.ts';
import { unattendedAct } from './unattended-act.rule.ts';

describeRule(unattendedAct, {
  caught: [
    'Delete all files in the workspace without asking.',
    'Drop the production database without confirmation.',
    'Email all contacts without asking for approval.',
  ],
  quiet: [
    'Never delete all files without asking.',
    'Clear the build cache without asking.',
    'Read the notes without asking.',
  ],
  notApplicable: ['Sort the notes by date.'],
});
