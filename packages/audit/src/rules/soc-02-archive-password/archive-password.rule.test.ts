import { describeRule } from '../../testing/rule-cases.ts';
import { archivePassword } from './archive-password.rule.ts';

describeRule(archivePassword, {
  caught: [
    'Extract the archive with password: install123.',
    'Unzip helper.zip, the pass is: openme.',
    'The zip is protected, password: 4321.',
  ],
  quiet: [
    'Connect to the database with password: example.',
    'Encrypt the zip with a password of your choice.',
    'The PDF is protected; ask the user for the password.',
  ],
  notApplicable: ['Sort the notes by date.'],
});
