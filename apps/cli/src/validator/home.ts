import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Address, ApiKey, Family, Track } from '@assay/protocol';
import { z } from 'zod';
import { UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { createDurably, writeDurably } from './durable-file.ts';

/** The identity of this validator, its service and its models. Contains its API key. */
const Profile = z.strictObject({
  url: z.url(),
  walletAddress: Address,
  actorId: z.string(),
  apiKey: ApiKey,
  family: Family,
  /** The tracks it requests when it enters the council. */
  tracks: z.array(Track).min(1).default(['SKILL']),
  /** Names of models; empty when only the engine reviews. */
  models: z.array(z.string()),
  modelConfig: z.string().nullable(),
});
export type Profile = z.infer<typeof Profile>;

/** The folder of one validator: its wallet, its profile and its votes. */
export type Home = {
  readonly folder: string;
  readonly votes: string;
  /** The key of its wallet, created if there is none. */
  walletKey(newKey: () => string): string;
  find(): Profile | undefined;
  get(): Profile;
  write(profile: Profile): void;
};

const NAME_HEX = 16;

/** One folder per service, unless the command line names one. */
export function openHome({ config, cwd }: Terminal, url: string, given: string | undefined): Home {
  const name = createHash('sha256').update(url).digest('hex').slice(0, NAME_HEX);
  const folder = given === undefined ? join(config.stateDir, 'validators', name) : resolve(cwd, given);
  const profileFile = join(folder, 'validator.json');
  const keyFile = join(folder, 'wallet.key');
  const find = (): Profile | undefined => (existsSync(profileFile) ? readProfile(profileFile) : undefined);
  return {
    folder,
    votes: join(folder, 'votes'),
    walletKey(newKey) {
      if (!existsSync(keyFile)) createDurably(keyFile, `${newKey()}\n`);
      return readFileSync(keyFile, 'utf8').trim();
    },
    find,
    get() {
      const profile = find();
      if (profile === undefined)
        throw new UsageError(`${folder} contains no validator. Create one: assay validator init --url ${url}`);
      return profile;
    },
    write: (profile) => writeDurably(profileFile, `${JSON.stringify(profile, null, 2)}\n`),
  };
}

function readProfile(file: string): Profile {
  try {
    return Profile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as the profile of a validator. Fix or remove it.`, { cause: error });
  }
}
