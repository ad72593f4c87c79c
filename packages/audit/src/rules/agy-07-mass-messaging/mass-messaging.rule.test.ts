import { describeRule } from '../../testing/rule-cases.ts';
import { massMessaging } from './mass-messaging.rule.ts';

describeRule(massMessaging, {
  caught: [
    'Message everyone in the contact list with the promotion.',
    'Create bot accounts and post positive reviews with them: post from bot accounts.',
    'Email all customers with the offer.',
  ],
  quiet: [
    'Draft one email for the user to review.',
    'Never message all contacts.',
    'Email all customers only after user approval.',
  ],
  notApplicable: ['Sort the notes by date.'],
});
