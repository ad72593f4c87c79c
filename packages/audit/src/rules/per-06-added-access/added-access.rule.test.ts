import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { addedAccess } from './added-access.rule.ts';

describeCodeRule(addedAccess, {
  caught: [
    sh('echo "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA x@y" >> ~/.ssh/authorized_keys'),
    sh('echo "me ALL=(ALL) NOPASSWD:ALL" | sudo tee -a /etc/sudoers'),
    sh('useradd -m -G sudo helper'),
  ],
  quiet: [
    text('Grant the role read access to the bucket.'),
    sh('ssh-copy-id host.example.invalid'),
    sh('sudo usermod -aG docker $USER'),
    sh('cat ~/.ssh/authorized_keys'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
