import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { trustAnchors } from './trust-anchors.rule.ts';

describeCodeRule(trustAnchors, {
  caught: [
    sh('sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ca.pem'),
    sh('cp ca.crt /usr/local/share/ca-certificates/ && sudo update-ca-certificates'),
    sh('networksetup -setwebproxy Wi-Fi 203.0.113.9 8080'),
  ],
  quiet: [
    text('Use mkcert for a certificate of localhost.'),
    sh('code --install-extension ms-python.python'),
    sh('openssl req -new -x509 -out cert.pem'),
    sh('export https_proxy=http://localhost:8080'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
