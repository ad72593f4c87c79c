import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { containerEscape } from './container-escape.rule.ts';

describeCodeRule(containerEscape, {
  caught: [
    sh('docker run -v /:/host alpine chroot /host'),
    sh('docker run --privileged alpine'),
    sh('nsenter -t 1 -m -u sh -c /mnt'),
  ],
  quiet: [sh('docker run -v "$PWD":/work alpine ls'), sh('docker ps'), sh('docker build .')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
