import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError, createClient } from '@assay/client';
import type { Api } from '@assay/client/api';
import { readIdentity } from '@assay/client/node';
import { Requirements, type Track, Validator } from '@assay/protocol';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { openServedModels } from '../models/find-model.ts';
import { count } from '../render/lines.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { connectProven } from '../service/connect.ts';
import { readSettings } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import { type Home, openHome, type Profile } from '../validator/home.ts';
import { linkWallet, newWalletKey } from '../validator/identity.ts';
import { createJournal, toMarks } from '../validator/journal.ts';
import { openReviewer } from '../validator/review.ts';
import { runLoop } from '../validator/run-loop.ts';
import { createSeats } from '../validator/seats.ts';
import { openVotes } from '../validator/votes.ts';
import { createWork } from '../validator/work.ts';

type Common = { readonly url: string | undefined; readonly home: string | undefined; readonly isJson: boolean };
type Init = Common & {
  /** `undefined` when the command line does not set them. */
  readonly tracks: readonly Track[] | undefined;
  /** `undefined` when the command line does not set them. */
  readonly models: readonly string[] | undefined;
  readonly modelConfig: string | undefined;
  readonly family: string | undefined;
  readonly stakeMarks: bigint | undefined;
  readonly name: string | undefined;
  readonly walletKeyFile: string | undefined;
};
type Run = Common & { readonly isOnce: boolean; readonly pollMs: number };

const MARK = 1_000_000n;
const WITHOUT_MODEL = 'engine';

/** The project of the current folder must not choose where a wallet signs in. */
function openFor(terminal: Terminal, { url, home }: Common): { url: string; home: Home } {
  const settings = readSettings(terminal, { url }, { isProjectRead: false });
  return { url: settings.url, home: openHome(terminal, settings.url, home) };
}

/** The validator of a home and its service. The service is the one it was created with, whatever the current settings are. */
function openKnown(terminal: Terminal, asked: Common) {
  const { home } = openFor(terminal, asked);
  const profile = home.get();
  const { api } = connectProven(terminal, profile.url, profile.apiKey);
  return { home, profile, api, seats: createSeats(api) };
}

/** Each step runs once; completed steps are skipped. */
export async function initValidator(init: Init, terminal: Terminal): Promise<ExitCode> {
  const { url, home } = openFor(terminal, init);
  const profile = choosing(init.tracks, home) ?? (await makeProfile(init, url, home, terminal));
  const { api } = connectProven(terminal, profile.url, profile.apiKey);
  const known = await findValidator(api);
  const needs = await readNeeds(api, init.stakeMarks);
  const say = (text: string) => terminal.err(`${toSafeText(text)}\n`);
  if (known === undefined || known.state === 'INACTIVE' || known.state === 'SUSPENDED') {
    say(`wallet ${profile.walletAddress}, actor ${profile.actorId}, home ${home.folder}`);
    if (needs.missing.length > 0) {
      for (const line of needs.missing) say(line);
      say('Then run again: assay validator init');
      return EXIT.undecided;
    }
    await activate(api, profile, needs.stake);
  }
  const validator = await createSeats(api).validator();
  printValidator(validator, init.isJson, terminal);
  if (!init.isJson) say('Next, run: assay validator run');
  return EXIT.safe;
}

/** The existing profile, with the tracks from the command line. */
function choosing(tracks: readonly Track[] | undefined, home: Home): Profile | undefined {
  const known = home.find();
  if (known === undefined || tracks === undefined) return known;
  const profile = { ...known, tracks: [...tracks] };
  home.write(profile);
  return profile;
}

async function makeProfile(init: Init, url: string, home: Home, terminal: Terminal): Promise<Profile> {
  const { models, walletKeyFile, name, tracks = ['SKILL'] } = init;
  if (models === undefined)
    throw new UsageError('Set the reader of this validator: --model NAME, or --without-model for the engine alone.');
  const modelConfig = init.modelConfig === undefined ? null : resolve(terminal.cwd, init.modelConfig);
  const family = init.family ?? (await familyOf(models, modelConfig, terminal));
  const given =
    walletKeyFile === undefined ? undefined : readFileSync(resolve(terminal.cwd, walletKeyFile), 'utf8').trim();
  const key = home.walletKey(() => given ?? newWalletKey());
  const { client, api } = connectProven(terminal, url);
  const { issuer } = await readIdentity(client);
  const { apiKey, walletAddress, actor } = await linkWallet(api, key, { url, issuer, name });
  const profile: Profile = {
    url,
    walletAddress,
    actorId: actor.id,
    apiKey,
    family,
    tracks: [...tracks],
    models: [...models],
    modelConfig,
  };
  home.write(profile);
  return profile;
}

/** Also opens the models, so that a wrong name or a missing key is reported now and not with the first assignment. */
async function familyOf(models: readonly string[], modelConfig: string | null, { config }: Terminal): Promise<string> {
  const { configFile, findVariable } = config.models;
  const file = modelConfig ?? configFile;
  const [first] = await openServedModels(models, { file, isFileNamed: modelConfig !== null, findVariable });
  return first?.reader.family ?? WITHOUT_MODEL;
}

async function findValidator(api: Api): Promise<Validator | undefined> {
  try {
    return await createSeats(api).validator();
  } catch (error) {
    if (error instanceof AssayError && error.problem === 'validator_not_found') return undefined;
    throw error;
  }
}

async function readNeeds(api: Api, stakeMarks: bigint | undefined) {
  const { minStake, maxStake, items } = Requirements.parse(await api.call('readRequirements', {}));
  const stake = stakeMarks === undefined ? minStake : stakeMarks * MARK;
  if (stake < minStake || stake > maxStake)
    throw new UsageError(`--stake takes ${toMarks(minStake)} to ${toMarks(maxStake)} marks.`);
  const current = BigInt(items.find(({ code }) => code === 'STAKE')?.current ?? '0');
  const marks = `The stake is ${toMarks(stake)} marks; this actor needs ${toMarks(stake - current)} more. Ask the operator for a grant.`;
  return { stake, missing: [...(current < stake ? [marks] : []), ...items.flatMap(toUnmet)] };
}

/** Requirements that only time and good conduct in the world meet. Calibration is requested together with the stake. */
const OF_THE_WORLD: Readonly<Record<string, string>> = {
  ACTOR_AGE: 'The actor is too young: it ages with the world',
  REPUTATION: 'The reputation is too low: it grows every month in the world',
  NO_DEFAULT: 'The actor has not repaid a loan',
};

function toUnmet({ code, met, required, current }: Requirements['items'][number]): string[] {
  const why = OF_THE_WORLD[code];
  return met === false && why !== undefined ? [`${why} (required ${required}, current ${current}).`] : [];
}

async function activate(api: Api, { family, tracks }: Profile, stake: bigint): Promise<void> {
  const body = { tracks, stake: stake.toString(), mode: 'REMOTE' as const, family };
  await api.call('activate', { body, headers: { 'idempotency-key': randomUUID() } });
}

export async function runValidator(run: Run, terminal: Terminal): Promise<ExitCode> {
  const { home, profile, seats } = openKnown(terminal, run);
  const journal = createJournal(terminal, run.isJson);
  const reviewer = await openReviewer(home, profile, terminal, journal);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  journal.note('running', {
    service: profile.url,
    actor: profile.actorId,
    readers: profile.models.join(', ') || 'none: the instructions are not read',
    home: home.folder,
  });
  const work = createWork({
    seats,
    votes: openVotes(home.votes),
    review: reviewer.review,
    journal,
    now: terminal.now,
  });
  try {
    const client = createClient({ baseUrl: profile.url, token: profile.apiKey });
    return await runLoop({ seats, work, client, journal, stop: stop.signal }, run);
  } finally {
    stop.abort();
    reviewer.close();
  }
}

export async function showValidator(asked: Common, terminal: Terminal): Promise<ExitCode> {
  const { seats } = openKnown(terminal, asked);
  const validator = await seats.validator();
  const [assigned, committed] = [await seats.list('ASSIGNED'), await seats.list('COMMITTED')];
  printValidator(validator, asked.isJson, terminal, { assigned: assigned.length, committed: committed.length });
  return validator.state === 'ACTIVE' ? EXIT.safe : EXIT.undecided;
}

export async function withdrawValidator(asked: Common, terminal: Terminal): Promise<ExitCode> {
  const { api } = openKnown(terminal, asked);
  printValidator(Validator.parse(await api.call('deactivate', {})), asked.isJson, terminal);
  return EXIT.safe;
}

type Open = { readonly assigned: number; readonly committed: number };

function printValidator(validator: Validator, isJson: boolean, { out }: Terminal, open?: Open): void {
  if (isJson) {
    out(`${toSafeJson({ ...Validator.encode(validator), ...(open && { open }) }, 2)}\n`);
    return;
  }
  const { id, state, family, stake, calibration, reputation, earnings, slashes, unbondingUntil } = validator;
  const lines = [
    `${state} ${id}`,
    `  family       ${family}`,
    `  stake        ${toMarks(stake)} marks`,
    ...calibration.map(
      ({ track, state: how, correct, of }) => `  calibration  ${track} ${how}, ${correct} of ${of} correct`,
    ),
    ...reputation.map(({ track, scoreBp, cases }) =>
      scoreBp === null
        ? `  accuracy     ${track} no cases yet`
        : `  accuracy     ${track} ${scoreBp / 100} % after ${count(cases, 'case')}`,
    ),
    `  earned       ${toMarks(earnings.paid)} marks, ${toMarks(earnings.vesting)} more vesting`,
    ...slashes.map(({ at, amount, reason }) => `  slashed      ${toMarks(amount)} marks, ${reason}, ${at}`),
    ...(open === undefined ? [] : [`  open         ${open.assigned} to review, ${open.committed} to reveal`]),
    ...(unbondingUntil === null ? [] : [`  unbonding    until ${unbondingUntil}`]),
  ];
  out(`${lines.map(toSafeText).join('\n')}\n`);
}
