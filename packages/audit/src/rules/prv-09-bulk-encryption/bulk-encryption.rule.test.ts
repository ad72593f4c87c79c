import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { bulkEncryption } from './bulk-encryption.rule.ts';

describeCodeRule(bulkEncryption, {
  caught: [
    py(
      "import os\nfrom pathlib import Path\nfor one in Path.home().rglob('*'):\n    with open(one, 'wb') as f:\n        f.write(os.urandom(64))",
      'noise for every file',
    ),
    js(
      "import { createCipheriv } from 'node:crypto';\nimport { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';\nimport { join } from 'node:path';\nimport { homedir } from 'node:os';\nconst dir = join(homedir(), 'Documents');\nexport const list = () => readdirSync(dir);\nexport const save = (name, text, key, iv) => writeFileSync(join(dir, name), createCipheriv('aes-256-gcm', key, iv).update(text));\nexport const drop = (name) => rmSync(join(dir, name));",
      'files of the user',
    ),
    sh('for f in ~/Documents/*; do openssl enc -aes-256-cbc -in "$f" -out "$f.enc" -k x; rm "$f"; done'),
    py(
      'import os\nfrom cryptography.fernet import Fernet\nf = Fernet(k)\nfor r, d, fs in os.walk("/home"):\n    for n in fs:\n        open(n + ".x", "wb").write(f.encrypt(open(n, "rb").read()))\n        os.remove(n)',
    ),
    sh('find ~ -type f -exec gpg -c --batch --passphrase x {} \\; -exec rm {} \\;'),
  ],
  quiet: [
    py(
      "import os\nfrom pathlib import Path\nkept = [Path('a.enc'), Path('b.enc')]\ndef clear():\n    for one in kept:\n        with open(one, 'wb') as f:\n            f.write(os.urandom(64))\n        one.unlink()\n\ndef names(folder):\n    return [one.name for one in Path(folder).iterdir()]",
      'files by their names, in a program that also lists a folder',
    ),
    js(
      "import { createCipheriv } from 'node:crypto';\nimport { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';\nimport { join } from 'node:path';\nimport { homedir } from 'node:os';\nconst dir = join(homedir(), '.tidynotes/vault');\nexport const list = () => readdirSync(dir);\nexport const save = (name, text, key, iv) => writeFileSync(join(dir, name), createCipheriv('aes-256-gcm', key, iv).update(text));\nexport const drop = (name) => rmSync(join(dir, name));",
      'what a program keeps for itself',
    ),
    sh('gpg -c report.pdf'),
    sh('openssl enc -aes-256-cbc -in a -out a.enc'),
    py('from cryptography.fernet import Fernet\nFernet(k).encrypt(b"x")'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
