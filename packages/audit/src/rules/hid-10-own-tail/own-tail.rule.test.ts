import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { ownTail } from './own-tail.rule.ts';

describeCodeRule(ownTail, {
  caught: [
    sh('tail -n +20 "$0" | base64 -d | bash'),
    sh('sed \'1,/^__PAYLOAD__$/d\' "$0" | tar xz'),
    sh("awk '/^__ARCHIVE__/{f=1;next}f' $0 | base64 -d > /tmp/x"),
  ],
  quiet: [sh("cat > config.ini <<'EOF'\na = 1\nEOF"), sh('tail -n +2 data.csv | sort'), sh("sed -n '1,5p' notes.txt")],
  notApplicable: [text('Notes.'), py('x = 1'), sh('ls')],
});
