import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { weakPermissions } from './weak-permissions.rule.ts';

describeCodeRule(weakPermissions, {
  caught: [
    sh('chmod -R 777 /var/www'),
    sh('chmod 777 /opt/shared\nsudo chown -R root:root /opt/shared'),
    sh('chmod -R a+rwx .'),
  ],
  quiet: [sh('chmod +x run.sh'), sh('chmod 600 key.pem'), sh('chmod 755 bin/tool')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
