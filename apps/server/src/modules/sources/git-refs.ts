import { MalformedPackets, splitPackets, textOf } from './git-packets.ts';
import { unavailable } from './source-problems.ts';

/** The refs that a repository advertises. Pull requests are omitted, because anyone can open one. */
export type GitRefs = {
  /** The commit of the default branch. `undefined` while the repository is empty. */
  head: string | undefined;
  defaultBranch: string | undefined;
  branches: ReadonlyMap<string, string>;
  /** Annotated tags are resolved to their commit. */
  tags: ReadonlyMap<string, string>;
};

const SERVICE_LINE = '# service=git-upload-pack';
const NO_COMMIT = '0'.repeat(40);
const REF_LINE = /^([0-9a-f]{40}) ([^\0]+)(?:\0(.*))?$/s;
const BRANCH = 'refs/heads/';
const TAG = 'refs/tags/';
const PEELED = '^{}';

const malformed = () => unavailable('The source host sent an unreadable list of refs.');

/** Parses the advertisement of git's smart HTTP protocol, version 0 (gitprotocol-http, "Smart Server Response"). */
export function parseRefAdvertisement(bytes: Uint8Array): GitRefs {
  const [service, flush, ...lines] = readPackets(bytes);
  if (service !== SERVICE_LINE || flush !== null || lines.pop() !== null) throw malformed();

  let head: string | undefined;
  let defaultBranch: string | undefined;
  const branches = new Map<string, string>();
  const tags = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const [, commit, name, capabilities] = REF_LINE.exec(line ?? '') ?? [];
    if (commit === undefined || name === undefined) throw malformed();
    if (index === 0) defaultBranch = / ?symref=HEAD:refs\/heads\/(\S+)/.exec(capabilities ?? '')?.[1];
    if (commit === NO_COMMIT) continue; // an empty repository has one line, for its capabilities
    if (name === 'HEAD') head = commit;
    else if (name.startsWith(BRANCH)) branches.set(name.slice(BRANCH.length), commit);
    else if (name.startsWith(TAG)) tags.set(tagName(name), commit); // the peeled line follows and replaces the tag's own
  }
  return { head, defaultBranch, branches, tags };
}

const tagName = (name: string): string => name.slice(TAG.length, name.endsWith(PEELED) ? -PEELED.length : undefined);

/** Lines as text; a flush is null. */
function readPackets(bytes: Uint8Array): (string | null)[] {
  try {
    return splitPackets(bytes).map((packet) => (Buffer.isBuffer(packet) ? textOf(packet) : null));
  } catch (fault) {
    if (fault instanceof MalformedPackets) throw malformed();
    throw fault;
  }
}
