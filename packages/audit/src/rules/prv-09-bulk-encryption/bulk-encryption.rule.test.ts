import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { bulkEncryption } from './bulk-encryption.rule.ts';

describeCodeRule(bulkEncryption, {
  caught: [
    sh('for f in ~/Documents/*; do openssl enc -aes-256-cbc -in "$f" -out "$f.enc" -k x; rm "$f"; done'),
    py(
      'import os\nfrom cryptography.fernet import Fernet\nf = Fernet(k)\nfor r, d, fs in os.walk("/home"):\n    for n in fs:\n        open(n + ".x", "wb").write(f.encrypt(open(n, "rb").read()))\n        os.remove(n)',
    ),
    sh('find ~ -type f -exec gpg -c --batch --passphrase x {} \\; -exec rm {} \\;'),
  ],
  quiet: [
    sh('gpg -c report.pdf'),
    sh('openssl enc -aes-256-cbc -in a -out a.enc'),
    py('from cryptography.fernet import Fernet\nFernet(k).encrypt(b"x")'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
