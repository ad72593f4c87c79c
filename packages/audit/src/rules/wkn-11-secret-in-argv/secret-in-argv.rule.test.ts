import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { secretInArgv } from './secret-in-argv.rule.ts';

describeCodeRule(secretInArgv, {
  caught: [
    sh('mysql -u me --password=Zk4mQ9vT db'),
    sh('curl -u me:Zk4mQ9vTx https://a.example.invalid'),
    sh('sshpass -pZk4mQ9vT ssh host.example.invalid'),
  ],
  quiet: [
    sh('mysql -u me -p db'),
    sh('curl -u "$USER:$PASS" https://a.example.invalid'),
    sh('mysql --password=changeme db'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
