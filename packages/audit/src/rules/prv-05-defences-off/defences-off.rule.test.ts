import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { defencesOff } from './defences-off.rule.ts';

describeCodeRule(defencesOff, {
  caught: [
    sh('history -c && rm ~/.bash_history'),
    sh('sudo ufw disable'),
    sh('git config --global http.sslVerify false'),
  ],
  quiet: [
    sh('ufw status'),
    sh('history | grep git'),
    text('Your browser may warn about the self-signed certificate on localhost.'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
