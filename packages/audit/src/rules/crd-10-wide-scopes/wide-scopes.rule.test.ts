import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { wideScopes } from './wide-scopes.rule.ts';

describeCodeRule(wideScopes, {
  caught: [
    sh('gh auth login --scopes "repo, admin:org"'),
    py('creds = flow.run(scopes=["https://mail.google.com/"])'),
    sh('aws iam attach-user-policy --policy-arn arn:aws:iam::aws:policy/AdministratorAccess --user-name x'),
  ],
  quiet: [
    sh('gh auth login --scopes "read:org"'),
    py('auth(scopes=["https://www.googleapis.com/auth/drive.file"])'),
    text('Use the least scope.'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
