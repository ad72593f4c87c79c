import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { widePolicies } from './wide-policies.rule.ts';

describeCodeRule(widePolicies, {
  caught: [
    sh(
      'aws iam update-assume-role-policy --role-name x --policy-document "{\\"AWS\\": \\"arn:aws:iam::999999999999:root\\"}"',
    ),
    sh('kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=y'),
    sh('gcloud projects add-iam-policy-binding p --member=user:x --role=roles/owner'),
  ],
  quiet: [
    sh('aws iam list-users'),
    sh('kubectl get clusterrolebinding'),
    sh('aws iam attach-role-policy --policy-arn arn:aws:iam::aws:policy/ReadOnlyAccess --role-name x'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
