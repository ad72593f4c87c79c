import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { destruction } from './destruction.rule.ts';

describeCodeRule(destruction, {
  caught: [sh('dd if=/dev/zero of=/dev/sda'), sh('terraform destroy -auto-approve'), sh('dropdb prod')],
  quiet: [sh('terraform plan'), sh('docker rm web'), sh('dd if=a.img of=b.img')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
