import { join } from 'node:path';
import { openWitness, serveWitness } from '@assay/client/node';
import { isKeyName, NOTE_KEY_TYPES } from '@assay/protocol/log';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { parseKey } from '../log/log.options.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, toCommonHelp } from './options.ts';

const HELP = `Usage: assay witness --name NAME --log KEY [options]

Runs a witness for transparency logs (C2SP tlog-witness): cosigns a checkpoint only if it extends the last cosigned one, and stores
contradictory checkpoints as evidence. The witness has its own key and data folder.

Options
  --name NAME        the name of this witness, a URL without its scheme: witness.example/w1
  --log KEY          the verifier key of a log (can be repeated); a service shows its log's key at /api/v1/public/transparency
  --home DIR         the folder for the key, checkpoints and evidence (default: witness in your state folder)
  --listen HOST:PORT the address to listen on (default 127.0.0.1:8090)
  --show-key         print the verifier key of this witness and exit
${toCommonHelp('url')}
Exit codes: 0 stopped, 64 invalid command line.
`;

const OWN = {
  name: { type: 'string' },
  log: { type: 'string', multiple: true },
  home: { type: 'string' },
  listen: { type: 'string' },
  'show-key': { type: 'boolean' },
} as const;

const LISTEN = /^(?:(\[[0-9a-f:]+\]|[A-Za-z0-9.-]+):)?(\d{1,5})$/;

function parseListen(text: string): { host: string; port: number } {
  const [, host = '127.0.0.1', port = ''] = LISTEN.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535)
    throw new UsageError('--listen takes HOST:PORT, for example 127.0.0.1:8090.');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export async function witness(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, OWN, { what: 'witness --name NAME --log KEY', without: ['url'] });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { name, log = [], home, listen = '127.0.0.1:8090', 'show-key': isShown = false, json = false } = parsed.values;
  if (name === undefined || !isKeyName(name))
    throw new UsageError('--name takes a URL without a scheme, spaces or plus signs.');
  if (log.length === 0 && !isShown) throw new UsageError('Set at least one log: --log KEY.');
  const logs = log.map((key) => parseKey(key, NOTE_KEY_TYPES.ed25519, '--log'));
  const place = parseListen(listen);
  const opened = await openWitness({ home: home ?? join(terminal.config.stateDir, 'witness'), name, logs });
  if (isShown) {
    terminal.out(json ? `${JSON.stringify({ verifierKey: opened.verifierKey })}\n` : `${opened.verifierKey}\n`);
    await opened.close();
    return EXIT.safe;
  }
  // Register the handlers first: a caller that reads the printed address may stop the witness immediately.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const server = await serveWitness(opened, place);
  const told = { verifierKey: opened.verifierKey, url: server.url };
  terminal.out(json ? `${JSON.stringify(told)}\n` : `${told.verifierKey}\nlistening on ${told.url}\n`);
  await stopped;
  await server.close();
  await opened.close();
  return EXIT.safe;
}
