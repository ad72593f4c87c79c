import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { encryptedContent } from './encrypted-content.rule.ts';

const openssl = new TextEncoder().encode('Salted__abcdefgh\0\0\0\0');
const age = Uint8Array.from([...new TextEncoder().encode('age-encryption.org/v1\n--- mac\n'), 0xff, 0x00, 0x81, 0x9c]);

describeCodeRule(encryptedContent, {
  caught: [
    skill('an encrypted file', { 'data.enc': openssl }),
    skill('an age file', { 'x.age': age }),
    skill('named in the document', { 'data.enc': openssl, 'SKILL.md': 'Decrypt and use `data.enc`.\n' }),
  ],
  quiet: [skill('plain', { 'a.txt': 'x' }), text('Passwords are hashed.'), skill('json', { 'a.json': '{}' })],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
