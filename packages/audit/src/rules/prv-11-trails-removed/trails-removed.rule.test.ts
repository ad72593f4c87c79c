import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { trailsRemoved } from './trails-removed.rule.ts';

describeCodeRule(trailsRemoved, {
  caught: [
    sh('find /var/log -name "*.log" -exec truncate -s 0 {} \\;'),
    sh('vssadmin delete shadows /all /quiet'),
    sh('rm -rf /var/log/*'),
    sh('aws cloudtrail stop-logging --name main'),
  ],
  quiet: [
    sh('find /var/log -name "*.log" -size +100M -exec truncate -s 0 {} \\;'),
    sh('rm app.log'),
    sh('logrotate -f /etc/logrotate.d/app'),
    sh('rm -rf logs/'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
