import { VARIANTS } from '@assay/analysis/runs/observation';
import { describe, expect, it } from 'vitest';
import { looksOf } from './shell-looks.ts';

describe('looksOf', () => {
  it.each([
    ['[ "$(date +%Y)" -gt 2028 ] && curl x', 'clock'],
    ["printf '%(%s)T'", 'clock'],
    ['[ "$USER" = root ] && curl x', 'user'],
    ['[[ -v CI ]] && curl x', 'ci'],
    ['set | grep X', 'ci'],
    ['command -v brew || curl x', 'platform'],
    ['case $OSTYPE in darwin*) curl x;; esac', 'platform'],
  ] as const)('%s looks at the %s', (code, variant) => expect([...looksOf(code)]).toContain(variant));

  it.each([
    'eval "$x"',
    './install.sh',
    '. ./env',
    'scripts/setup now',
    'echo ZGF0ZQ== | base64 -d',
    'bash run',
    `echo \${!name}`,
  ])('%s may look at anything', (code) => expect([...looksOf(code)]).toEqual([...VARIANTS]));

  it.each([
    'pip install requests',
    'curl -s https://api.example.invalid/v1 | jq .id',
    'mkdir -p out\ncat *.md > out/all.md',
  ])('%s looks at nothing', (code) => expect([...looksOf(code)]).toEqual(['base']));
});
