import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { packedCode } from './packed-code.rule.ts';

describeCodeRule(packedCode, {
  caught: [
    py('import marshal\nexec(marshal.loads(b"x"))'),
    js('var _0x1a2b = ["a"]; _0x1a2b3c("b")'),
    py('import zlib\nexec(zlib.decompress(b"x"))'),
  ],
  quiet: [
    js('!function(e,t){e.exports=t()}(this,function(){return 1})'),
    py('import zlib\ndata = zlib.decompress(blob)'),
    js('const a = [1]; a.map(f)'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
