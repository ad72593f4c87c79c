import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { weakCryptography } from './weak-cryptography.rule.ts';

describeCodeRule(weakCryptography, {
  caught: [
    skill('md5 password', { 'a.py': 'import hashlib\nhashlib.md5(password.encode())\n' }),
    skill('DES', { 'b.py': 'from Crypto.Cipher import DES\nDES.new(k)\n' }),
    skill('ECB', { 'c.py': 'from Crypto.Cipher import AES\nAES.new(k, AES.MODE_ECB)\n' }),
  ],
  quiet: [
    skill('checksum', { 'a.py': 'import hashlib\nhashlib.md5(data).hexdigest()\n' }),
    skill('sha256', { 'a.py': 'import hashlib\nhashlib.sha256(password.encode())\n' }),
    skill('fernet', { 'a.py': 'Fernet(k).encrypt(b"x")\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
