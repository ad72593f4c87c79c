import { describeCodeRule, js, py, sh, text } from '../../testing/code-rule-cases.ts';
import { nativeMemory } from './native-memory.rule.ts';

describeCodeRule(nativeMemory, {
  caught: [
    py('import ctypes\nk = ctypes.windll.kernel32\nk.VirtualAlloc(0, 100, 0x3000, 0x40)'),
    py('import os\nfd = os.memfd_create("x")'),
    py('import ctypes\nctypes.windll.kernel32.CreateThread(0, 0, p, 0, 0, 0)'),
  ],
  quiet: [
    py('import ctypes\nctypes.CDLL("libc.so.6").sysconf(84)'),
    py('import mmap\nm = mmap.mmap(f.fileno(), 0)'),
    py('import threading\nthreading.Thread(target=run).start()'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), js('let a = 1')],
});
