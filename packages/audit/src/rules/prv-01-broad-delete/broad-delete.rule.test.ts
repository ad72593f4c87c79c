import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { broadDelete } from './broad-delete.rule.ts';

describeCodeRule(broadDelete, {
  caught: [
    sh('rm -rf ~/'),
    sh('sudo rm -rf / --no-preserve-root'),
    sh('rm -rf "$DIR"/*'),
    py('import shutil, os\nshutil.rmtree(os.path.expanduser("~"))'),
  ],
  quiet: [sh('rm -rf node_modules dist'), sh('rm -rf /tmp/build-1'), sh('rm notes.txt')],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
