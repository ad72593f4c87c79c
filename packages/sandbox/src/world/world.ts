import type { DataTag, Variant } from '@assay/analysis/runs/observation';
import type { ExercisePlan } from '@assay/analysis/runs/plan';
import { MADE_LIMITS, MADE_UNREAD, type Made } from '@assay/analysis/runs/run-text';
import { FileTree, TreeError } from './file-tree.ts';
import { createNetwork, type FakeNetwork, STAGE_MARKERS } from './network.ts';
import type { Places } from './places.ts';
import { createPlantedSecrets, type PlantedHome, secretVariables } from './planted-secrets.ts';
import { type Act, createRecorder, type Recorder } from './recorder.ts';
import { createStandIns, NO_READS, type Reads } from './stand-in-files.ts';
import { createTracer, type Tracer } from './trace.ts';
import { type Surroundings, surroundingsEnv, WORK_FOLDER } from './variants.ts';
import { createWorldFiles, type WorldFiles } from './world-files.ts';

const WORLD_LIMITS = { decodedTextsMax: 64, decodedCharsMax: 65_536, decodedCharsMin: 8 } as const;

/** One fake machine: home with planted secrets, working folder, network, clock. */
export type World = {
  surroundings: Surroundings;
  places: Places;
  env: Record<string, string>;
  /** Names of the variables with planted values. */
  plantedVariables: ReadonlySet<string>;
  files: WorldFiles;
  network: FakeNetwork;
  tracer: Tracer;
  clock: { nowMs: number };
  /** Properties of the environment that code has checked since the unit began. */
  consulted: Set<Variant>;
  /** Missing paths outside the working folder that code looked for since the unit began. */
  missed: Set<string>;
  /** Missing paths in the working folder that code wanted to read since the unit began. Folders end with a slash. */
  absent: Set<string>;
  /** Provides these files on access until the next unit, in a form that the program can read. */
  offer(paths: readonly string[], reads: Reads): void;
  /** Starts recording for a unit and restores planted secrets that an earlier unit removed. */
  begin(unit: string): Recorder;
  record(act: Act): void;
  miss(reason: string): void;
  limit(name: string): void;
  /** Remembers the output of a decoder, to recognise it if it runs. */
  noteDecoded(text: string): void;
  /** The origin of text that is about to run: the network, a decoder, or (no tags) the bundle. */
  provenance(text: string): { tags: DataTag[]; origin: string };
  /** Remembers text that is about to run, unless the fake network produced it. */
  noteMade(kind: Exclude<Made['kind'], 'file'>, text: string): void;
  /** Commands, evaluated code and files that the unit has produced so far. */
  made(): Made[];
};

/** The secrets of a plan and the tracer that recognises them. Every world of the plan shares them. */
type Bait = { planted: PlantedHome; tracer: Tracer };

export function plantSecrets(plan: ExercisePlan): Bait {
  const planted = createPlantedSecrets(plan.digest, secretVariables(plan.units.map((unit) => unit.code).join('\n')));
  return { planted, tracer: createTracer(planted.canaries) };
}

export function createWorld(
  plan: ExercisePlan,
  surroundings: Surroundings,
  { planted, tracer }: Bait = plantSecrets(plan),
  granted: readonly string[] = [],
): World {
  const places: Places = { home: surroundings.home, work: `${surroundings.home}/${WORK_FOLDER}` };
  const tree = new FileTree((name) => recorder.limit(name));
  const decoded: string[] = [];
  const consulted = new Set<Variant>();
  const missed = new Set<string>();
  const ran = new Map<string, Made>();
  const written = new Set<string>();
  const inWork = (text: string) => shorthand(text.replaceAll(`${places.work}/`, ''));
  const absent = new Set<string>();
  const standIns = createStandIns(places);
  const shorthand = (target: string) => tracer.mask(target).replaceAll(places.home, '~');
  let recorder = createRecorder('', shorthand);

  const record = (act: Act) => recorder.record(act);
  const network = createNetwork({ record, tracer });
  const files = createWorldFiles({
    tree,
    places,
    network,
    tracer,
    record,
    planted,
    isBare: surroundings.isBare,
    missed,
    written,
    absent,
    standIns,
  });
  layOut(tree, plan, places);
  for (const path of granted) grant(tree, path);

  function provenance(text: string): { tags: DataTag[]; origin: string } {
    const markers = text.match(STAGE_MARKERS);
    const origin = markers?.map((marker) => network.stageOrigin(marker)).find((url) => url !== undefined);
    if (origin !== undefined) return { tags: ['downloaded', 'second-stage'], origin };
    // A decoded word inside a longer command is data. A command that consists mostly of decoded text is code.
    const { length } = text.trim();
    const isDecoded = decoded.some((piece) => piece.length * 2 >= length && text.includes(piece));
    return { tags: isDecoded ? ['decoded', 'second-stage'] : [], origin: '' };
  }

  let own: ReadonlySet<string> | undefined;
  function noteMade(kind: Made['kind'], text: string, path = ''): void {
    own ??= new Set(plan.files.map(({ bytes }) => Buffer.from(bytes).toString('latin1')));
    const isForeign = own.has(text) || text.trim() === '' || text.match(STAGE_MARKERS) !== null;
    const key = `${kind} ${path} ${text}`;
    if (isForeign || ran.has(key)) return;
    const made = { kind, text: inWork(text), path: inWork(path) };
    if (ran.size >= MADE_LIMITS.texts) recorder.miss(MADE_UNREAD);
    else if (made.text.length > MADE_LIMITS.chars || made.path.length > MADE_LIMITS.pathChars)
      recorder.miss(
        `it made a ${kind === 'command' || kind === 'file' ? kind : 'program'} that is too long to be read`,
      );
    else ran.set(key, made);
  }

  return {
    surroundings,
    places,
    env: { ...surroundingsEnv(surroundings), ...planted.env, PWD: places.work },
    plantedVariables: new Set(Object.keys(planted.env)),
    files,
    network,
    tracer,
    clock: { nowMs: surroundings.nowMs },
    consulted,
    missed,
    absent,
    offer: standIns.offer,
    begin(unit) {
      recorder = createRecorder(unit, shorthand);
      consulted.clear();
      missed.clear();
      ran.clear();
      written.clear();
      absent.clear();
      standIns.offer([], NO_READS);
      tree.startCounting();
      plantFiles(tree, planted, places);
      return recorder;
    },
    record,
    miss: (reason) => recorder.miss(reason),
    limit: (name) => recorder.limit(name),
    noteDecoded(text) {
      const piece = text.trim().slice(0, WORLD_LIMITS.decodedCharsMax);
      if (piece.length >= WORLD_LIMITS.decodedCharsMin && decoded.length < WORLD_LIMITS.decodedTextsMax)
        decoded.push(piece);
    },
    provenance,
    noteMade,
    made() {
      for (const path of written) {
        const bytes = files.peek(path);
        // A longer file that is not a program counts as regular output.
        if (bytes !== undefined && (bytes.length <= MADE_LIMITS.chars || PROGRAM.test(path)))
          noteMade('file', Buffer.from(bytes).toString(), path);
      }
      return [...ran.values()];
    },
  };
}

const PROGRAM = /\.(?:sh|bash|zsh|py|[cm]?js|ts|rb|pl|php|ps1|bat|cmd|service|plist|desktop)$/i;

/** Folders of every home. */
const HOME_FOLDERS = [
  'Desktop',
  'Documents',
  'Downloads',
  'Music',
  'Pictures',
  'Videos',
  '.cache',
  '.config/autostart',
  '.config/systemd/user',
  '.local/bin',
  '.local/share',
] as const;

/** Folders of every machine that programs rely on. */
const SYSTEM_FOLDERS = (
  '/tmp /var/tmp /var/log /var/lib /var/spool/cron /etc/cron.d /etc/cron.daily /etc/cron.hourly /etc/init.d /etc/profile.d ' +
  '/etc/ssh /etc/sudoers.d /etc/systemd/system /dev /proc/self /proc/sys /usr/bin /usr/lib /usr/share /bin /usr/local/bin ' +
  '/usr/local/lib /opt /root /run /srv'
).split(' ');

/** A name with an extension becomes a file. Any other name becomes a folder with one file. */
function grant(tree: FileTree, path: string): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  layOutFile(tree, /.\../.test(name) ? path : `${path}/notes.txt`, Buffer.from('notes\n'));
}

function layOut(tree: FileTree, plan: ExercisePlan, places: Places): void {
  for (const folder of [...SYSTEM_FOLDERS, places.work]) tree.makeFolders(folder);
  const text = (path: string, content: string) => tree.write(path, Buffer.from(content));
  text('/etc/passwd', 'root:x:0:0:root:/root:/bin/bash\n');
  text('/etc/hosts', '127.0.0.1 localhost\n');
  text('/etc/os-release', 'ID=debian\nVERSION_ID="13"\n');
  for (const profile of ['.bashrc', '.zshrc', '.profile']) text(`${places.home}/${profile}`, '# shell profile\n');
  for (const folder of HOME_FOLDERS) tree.makeFolders(`${places.home}/${folder}`);
  text(`${places.home}/Documents/notes.txt`, 'notes\n');
  for (const file of plan.files) layOutFile(tree, `${places.work}/${file.path}`, file.bytes);
}

/** Paths in a bundle can conflict (a file that is also a folder). The first one wins. */
function layOutFile(tree: FileTree, path: string, bytes: Uint8Array): void {
  try {
    tree.makeFolders(path.slice(0, path.lastIndexOf('/')));
    tree.write(path, bytes, 0o755);
  } catch (error) {
    if (!(error instanceof TreeError)) throw error;
  }
}

function plantFiles(tree: FileTree, planted: PlantedHome, places: Places): void {
  const plant = (path: string, content: string) => {
    if (tree.find(path) === undefined) layOutFile(tree, path, Buffer.from(content));
  };
  for (const file of planted.files) plant(`${places.home}/${file.path}`, file.text);
  for (const file of planted.workFiles) plant(`${places.work}/${file.path}`, file.text);
}
