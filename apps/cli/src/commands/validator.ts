import { Track } from '@assay/protocol';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay validator init|run|status|withdraw [options]

Runs a council validator on this machine: it reviews assignments with the engine and your model, votes, and earns marks.
The page /docs/guides/validators of the service describes the complete setup.

  init               create the wallet and the API key, stake marks and request a calibration; run it again after you have met a
                     missing requirement
  run                calibrate, review, commit and reveal until stopped; safe to kill at any time
  status             show state, stake, calibration, accuracy, earnings and open assignments
  withdraw           leave the council; the stake is returned after the unbonding time

Options
  --home DIR         the folder for the wallet, the key and the votes (default: in your state folder, one per service)
  --model NAME       the model of this validator (init; can be repeated): a configured model, or ollama/MODEL
  --without-model    review with the engine only; the instructions are not read (init)
  --model-config FILE  the file that configures models (init; default: assay/models.json in your configuration folder)
  --family NAME      the family of this validator (init; default: the family of its first model, else "engine")
  --track NAME       SKILL, API, TOOL or CONTRACT, each with its own calibration (init; can be repeated; default: SKILL)
  --stake MARKS      marks to stake (init; default: the minimum)
  --name NAME        the name of the actor (init)
  --wallet-key FILE  a private key as hex, instead of a new wallet (init)
  --once             do all pending work, then exit (run)
  --poll SECONDS     polling interval while there are no events, 1 to 30 (run; default 15)
${COMMON_HELP}
With --json, run writes one JSON object per line on stdout.
Exit codes: 0 done, 1 not accepted or removed from the council, 2 a requirement is missing, 4 the service does not know this key.
`;

const OWN = {
  home: { type: 'string' },
  model: { type: 'string', multiple: true },
  'without-model': { type: 'boolean' },
  'model-config': { type: 'string' },
  family: { type: 'string' },
  track: { type: 'string', multiple: true },
  stake: { type: 'string' },
  name: { type: 'string' },
  'wallet-key': { type: 'string' },
  once: { type: 'boolean' },
  poll: { type: 'string' },
} as const;

const ACTIONS = ['init', 'run', 'status', 'withdraw'] as const;
const OPTIONS_OF: Readonly<Record<(typeof ACTIONS)[number], readonly string[]>> = {
  init: ['model', 'without-model', 'model-config', 'family', 'track', 'stake', 'name', 'wallet-key'],
  run: ['once', 'poll'],
  status: [],
  withdraw: [],
};
const POLL_SECONDS = { min: 1, default: 15, max: 30 } as const;

export async function validator(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const what = `validator ${ACTIONS.join('|')}`;
  const parsed = parseOptions(args, OWN, { min: 1, max: 1, what });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { values } = parsed;
  const action = ACTIONS.find((name) => name === parsed.positionals[0]);
  if (action === undefined) throw new UsageError(`Usage: assay ${what}`);
  const foreign = Object.keys(values).find((name) => !['home', 'url', 'json', ...OPTIONS_OF[action]].includes(name));
  if (foreign !== undefined) throw new UsageError(`assay validator ${action} does not accept --${foreign}.`);
  const run = await import('./validator.run.ts');
  const common = { url: values.url, home: values.home, isJson: values.json ?? false };
  switch (action) {
    case 'init':
      return run.initValidator({ ...common, ...readInit(values) }, terminal);
    case 'run':
      return run.runValidator(
        { ...common, isOnce: values.once ?? false, pollMs: parsePoll(values.poll) * 1_000 },
        terminal,
      );
    case 'status':
      return run.showValidator(common, terminal);
    case 'withdraw':
      return run.withdrawValidator(common, terminal);
  }
}

type InitValues = {
  readonly model?: string[];
  readonly 'without-model'?: boolean;
  readonly 'model-config'?: string;
  readonly family?: string;
  readonly track?: string[];
  readonly stake?: string;
  readonly name?: string;
  readonly 'wallet-key'?: string;
};

/** Requires an explicit choice: a validator without a model should know that it has none. */
function readInit(values: InitValues) {
  const { model = [], 'without-model': isAlone = false, stake } = values;
  if (isAlone && model.length > 0) throw new UsageError('Choose one of --model and --without-model.');
  if (stake !== undefined && !/^[1-9]\d{0,8}$/.test(stake)) throw new UsageError('--stake takes a number of marks.');
  return {
    tracks: values.track === undefined ? undefined : readTracks(values.track),
    models: isAlone ? [] : model.length > 0 ? model : undefined,
    modelConfig: values['model-config'],
    family: values.family,
    stakeMarks: stake === undefined ? undefined : BigInt(stake),
    name: values.name,
    walletKeyFile: values['wallet-key'],
  };
}

function readTracks(names: readonly string[]): Track[] {
  return [...new Set(names)].map((name) => {
    const track = Track.options.find((one) => one === name);
    if (track === undefined) throw new UsageError(`--track takes ${Track.options.join(', ')}; it was "${name}".`);
    return track;
  });
}

function parsePoll(text: string | undefined): number {
  if (text === undefined) return POLL_SECONDS.default;
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (seconds < POLL_SECONDS.min || seconds > POLL_SECONDS.max)
    throw new UsageError(
      `--poll takes ${POLL_SECONDS.min} to ${POLL_SECONDS.max} seconds, because assignments must be downloaded within a minute.`,
    );
  return seconds;
}
