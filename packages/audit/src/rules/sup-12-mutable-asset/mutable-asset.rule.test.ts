import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { mutableAsset } from './mutable-asset.rule.ts';

describeCodeRule(mutableAsset, {
  caught: [
    sh('curl -L -o t https://github.com/a/b/releases/latest/download/t\nchmod +x t\n./t'),
    sh('curl -s https://github.com/a/b/raw/main/i.sh | sh'),
    // A sum that comes from where the file comes from fits whatever comes.
    sh('curl -L -o t https://github.com/a/b/releases/download/v1/t\nsha256sum -c t.sha256\n./t'),
    sh('wget https://github.com/a/b/releases/download/v1/t.tar.gz\ntar xzf t.tar.gz\n./t/install.sh'),
  ],
  quiet: [
    sh(
      `curl -L -o t https://github.com/a/b/releases/download/v1/t\necho "${'0123456789abcdef'.repeat(4)}  t" | sha256sum -c\n./t`,
    ),
    sh('curl -LO https://github.com/a/b/releases/latest/download/data.csv'),
    sh('npm ci'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
