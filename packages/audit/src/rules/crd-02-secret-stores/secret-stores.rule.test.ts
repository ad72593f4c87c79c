import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { secretStores } from './secret-stores.rule.ts';

describeCodeRule(secretStores, {
  caught: [
    sh('cp "$HOME/Library/Application Support/Google/Chrome/Default/Login Data" /tmp/l'),
    sh('security dump-keychain -d login.keychain'),
    py('import browser_cookie3\nbrowser_cookie3.chrome()'),
    py('import os\nopen(os.path.expanduser("~/.config/solana/id.json")).read()'),
  ],
  quiet: [
    py('import keyring\nkeyring.get_password("notes-app", "me")'),
    sh('google-chrome --headless page.html'),
    text('Cookies are stored by the browser.'),
  ],
  notApplicable: [sh('ls -la'), text('Keep the notes short.'), py('print(1)')],
});
