/** The lines printed on a terminal when the service is ready. */
import type { Config } from './config.ts';

const READERS = {
  certify: 'nobody: certificates are issued unread, at LOW and with a warning (set ASSAY_MODELS=auto for a model)',
  person: 'you: what no model has read waits at /operator',
  refuse: 'nobody: submissions are refused (set ASSAY_MODELS or GOD_API_KEY)',
} as const;

type Shown = Pick<Config, 'publicBaseUrl' | 'roles' | 'models' | 'unread' | 'dataDir' | 'databaseUrl'>;

export function greet({ publicBaseUrl, roles, models, unread, dataDir, databaseUrl }: Shown): string {
  const readers = models.map(({ config }) => config.name);
  const isEmbedded = databaseUrl === undefined;
  const rows = [
    ['Address', roles.includes('api') ? `${publicBaseUrl} (routes: ${publicBaseUrl}/reference)` : 'none: no api role'],
    ['Roles', roles.join(', ')],
    ['Readers', readers.length > 0 ? readers.join(', ') : READERS[unread]],
    ['Data', `${dataDir}${isEmbedded ? ' (embedded PostgreSQL)' : ', and the database of DATABASE_URL'}`],
    ['Stop', 'Ctrl-C; once more ends it at once'],
  ];
  return `\n${rows.map(([name = '', value]) => `${name.padEnd(9)}${value}\n`).join('')}\n`;
}
