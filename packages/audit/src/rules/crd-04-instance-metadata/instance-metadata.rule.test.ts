import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { instanceMetadata } from './instance-metadata.rule.ts';

describeCodeRule(instanceMetadata, {
  caught: [
    sh('curl http://169.254.169.254/latest/meta-data/iam/security-credentials/role'),
    py('import requests\nrequests.get("http://169.254.169.254/latest/meta-data/iam/security-credentials/")'),
    sh(
      'curl -H "Metadata-Flavor: Google" http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token',
    ),
  ],
  quiet: [
    sh('curl http://169.254.169.254/latest/meta-data/public-ipv4'),
    sh('curl https://api.example.invalid/metadata'),
    text('Block 169.254.169.254 in the firewall.'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
