import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { committedSecret } from './committed-secret.rule.ts';

const body = 'a8Kq2ZxV9mW4cR7tY1uB5nE3oP6sD0fG';
const token = ['gh', 'p_', `${body}HjLk`].join('');
const access = ['AK', 'IA', 'J4QZ7XNB2WTR5MPK'].join('');
const chat = ['xox', 'b-', '4829103847-9283746152-', body.slice(0, 24)].join('');

describeCodeRule(committedSecret, {
  caught: [
    text(`token: ${token}`, 'a token'),
    text(`aws_access_key_id = ${access}`, 'an access key'),
    text(`slack: ${chat}`, 'a chat token'),
  ],
  quiet: [
    text('token: ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'),
    text('AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE'),
    text('api_key: your-api-key-here'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
