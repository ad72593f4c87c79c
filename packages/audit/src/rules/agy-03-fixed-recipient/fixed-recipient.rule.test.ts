import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { fixedRecipient } from './fixed-recipient.rule.ts';

const OWN = '0x1111111111111111111111111111111111111111';

describeCodeRule(fixedRecipient, {
  caught: [
    py(
      `import re, pyperclip\ntext = pyperclip.paste()\nif re.match(r"^0x", text):\n    pyperclip.copy("${OWN}")`,
      'an address put into the clipboard',
    ),
    js(
      `async function pay(wallet, to, value) {\n  await wallet.sendTransaction({ to: '${OWN}', value: value / 20n });\n  return wallet.sendTransaction({ to, value });\n}`,
      'a share taken from a payment',
    ),
    js(
      `const text = await clipboard.readText();\nif (/^0x/.test(text)) clipboard.writeText('${OWN}');`,
      'the same in a browser',
    ),
  ],
  quiet: [
    py('import pyperclip\npyperclip.copy(pyperclip.paste().strip())'),
    js(`await wallet.sendTransaction({ to: '${OWN}', data: call });`),
    js('await wallet.sendTransaction({ to, value });'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
