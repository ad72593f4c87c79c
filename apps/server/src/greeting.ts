/** The lines printed on a terminal when the service is ready. */
import type { Config } from './config.ts';

const READERS = {
  certify:
    'none: certificates are issued for unread instructions, at LOW and with a warning (set ASSAY_MODELS=auto for a model)',
  person: 'you: submissions that no model has read wait at /operator',
  refuse: 'none: submissions are rejected (set ASSAY_MODELS or GOD_API_KEY)',
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
    ['Stop', 'Ctrl-C; press it again to stop immediately'],
  ];
  return `\n${rows.map(([name = '', value]) => `${name.padEnd(9)}${value}\n`).join('')}\n`;
}
