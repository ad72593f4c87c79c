import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { miner } from './miner.rule.ts';

describeCodeRule(miner, {
  caught: [
    sh('./xmrig -o pool.example.invalid:3333 -u wallet'),
    sh('minerd -a sha256 -o stratum+tcp://pool.example.invalid:3333'),
    sh('hping3 -S --flood 203.0.113.1'),
  ],
  quiet: [
    text('Explain how mining pays its way.'),
    text('Mining pools pay per share; compare their fees.'),
    sh('echo mining report'),
    text('Never run `xmrig`: it is malware here.'),
  ],
  notApplicable: [sh('ls'), py('x = 1'), text('Notes.')],
});
