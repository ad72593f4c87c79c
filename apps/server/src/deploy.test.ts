import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from './config.ts';

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, DEPLOY), 'utf8');
const textsOf = (folder: string): string[] =>
  readdirSync(new URL(folder, DEPLOY)).map((name) => read(`${folder}${name}`));

/** Variables of other programs: the proxy, the database image, the allocator, the OpenTelemetry packages. */
const OF_OTHERS = new Set(['SITE_HOST', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB', 'MALLOC_ARENA_MAX']);
const isOfOthers = (name: string): boolean => OF_OTHERS.has(name) || name.startsWith('OTEL_');
const namesIn = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));

describe('the deployment files', () => {
  it('set only variables that the service reads', () => {
    const names = [
      ...namesIn([read('env.example')], /^([A-Z_]+)=/gm),
      ...namesIn([read('compose.yaml'), read('compose.single.yaml')], /^ +([A-Z_]{3,}): /gm),
      ...namesIn([read('compose.yaml'), read('compose.single.yaml')], /\$\{([A-Z_]+)/g),
      ...namesIn(textsOf('systemd/'), /(?:^Environment=| )([A-Z_]{3,})=/gm),
      ...namesIn(textsOf('kubernetes/'), /^ +([A-Z_]{3,}): /gm),
      ...namesIn(textsOf('kubernetes/'), /\{ name: ([A-Z_]+), value/g),
      ...namesIn([read('Dockerfile')], /(?:^ENV | )([A-Z_]{3,})=/gm),
    ].filter((name) => !isOfOthers(name));

    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !VARIABLES.includes(name))).toEqual([]);
  });

  it.each(['compose.yaml', 'compose.single.yaml'])('%s passes every setting of .env to the service', (name) => {
    expect(read(name).match(/^ +image: assay:local\n(?: .*\n)*? +env_file: \.env$/gm)).toHaveLength(1);
  });

  it('start the same program with the same options', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', DEPLOY), 'utf8')) as {
      scripts: { start: string };
    };
    const words = scripts.start.slice(scripts.start.indexOf(' node ') + 6);

    expect(read('Dockerfile')).toContain(
      `ENTRYPOINT ${JSON.stringify(['node', ...words.split(' ')]).replaceAll(',', ', ')}`,
    );
    const services = readdirSync(new URL('systemd/', DEPLOY)).filter((name) =>
      /^assay(?!-backup).*\.service$/.test(name),
    );
    for (const name of services)
      expect(read(`systemd/${name}`)).toContain(`ExecStart=/opt/assay/node_modules/.bin/node ${words}\n`);
  });
});
