import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { bulkEncryption } from './bulk-encryption.rule.ts';

describeCodeRule(bulkEncryption, {
  caught: [
    py(
      "import os\nfrom pathlib import Path\nfor one in Path.home().rglob('*'):\n    with open(one, 'wb') as f:\n        f.write(os.urandom(64))",
      'noise for every file',
    ),
    js(
      "import { createCipheriv } from 'node:crypto';\nimport { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';\nimport { join } from 'node:path';\nimport { homedir } from 'node:os';\nconst dir = join(homedir(), 'Documents');\nexport const list = () => readdirSync(dir);\nexport const save = (name, text, key, iv) => writeFileSync(join(dir, name), createCipheriv('aes-256-gcm', key, iv).update(text));\nfor (const name of list()) { save(name + '.locked', readFileSync(join(dir, name)), key, iv); rmSync(join(dir, name)); }",
      'files of the user',
    ),
    py(
      'import os\nfrom cryptography.fernet import Fernet\nf = Fernet(k)\ndef encrypt_file(path):\n    data = open(path, "rb").read()\n    open(path + ".x", "wb").write(f.encrypt(data))\nfor r, d, fs in os.walk("/home"):\n    for n in fs:\n        full = os.path.join(r, n)\n        encrypt_file(full)\n        os.remove(full)',
      'a function that encrypts, and the removal where it is called',
    ),
    sh('for f in ~/Documents/*; do openssl enc -aes-256-cbc -in "$f" -out "$f.enc" -k x; rm "$f"; done'),
    py(
      'import os\nfrom cryptography.fernet import Fernet\nf = Fernet(k)\nfor r, d, fs in os.walk("/home"):\n    for n in fs:\n        open(n + ".x", "wb").write(f.encrypt(open(n, "rb").read()))\n        os.remove(n)',
    ),
    sh('find ~ -type f -exec gpg -c --batch --passphrase x {} \\; -exec rm {} \\;'),
  ],
  quiet: [
    js(
      "import { createCipheriv } from 'node:crypto';\nimport { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';\nimport { join } from 'node:path';\nimport { homedir } from 'node:os';\nconst dir = join(homedir(), 'Documents');\nexport const list = () => readdirSync(dir);\nexport const save = (name, text, key, iv) => writeFileSync(join(dir, name), createCipheriv('aes-256-gcm', key, iv).update(text));\nexport const drop = (name) => rmSync(join(dir, name));",
      'notes that are kept and dropped by name',
    ),
    py(
      'import glob, os\nfrom cryptography.fernet import Fernet\ndef keep(data, name):\n    open(name + ".enc", "wb").write(Fernet(k).encrypt(data))\ndef prune(folder):\n    for old in sorted(glob.glob(folder + "/*.enc"))[:-5]:\n        os.remove(old)',
      'a backup that clears its old copies away',
    ),
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
