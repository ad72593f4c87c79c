/** The `fetch` command of git's protocol version 2 (gitprotocol-v2): the wanted objects and the resulting pack. */
import {
  DELIMITER_PACKET,
  FLUSH_PACKET,
  type GitPacket,
  MalformedPackets,
  splitPackets,
  textOf,
  toPacket,
} from './git-packets.ts';

/** An object, alone or with everything it points to. The history of a commit is never requested. */
export type GitWant = { readonly id: string; readonly type: 'commit' | 'tree' | 'blob'; readonly isAlone: boolean };

export const UPLOAD_PACK_REQUEST = 'application/x-git-upload-pack-request';
export const UPLOAD_PACK_RESULT = 'application/x-git-upload-pack-result';
/** Selects the protocol version of the body. */
export const PROTOCOL_HEADER = { 'git-protocol': 'version=2' } as const;

const BAND = { pack: 1, progress: 2, error: 3 } as const;

/** The filter omits all trees and blobs that are not requested by id. Every host that supports filters supports this one. */
export function toFetchRequest({ id, type, isAlone }: GitWant): Buffer {
  return Buffer.concat([
    toPacket('command=fetch\n'),
    toPacket('object-format=sha1\n'),
    DELIMITER_PACKET,
    toPacket('no-progress\n'),
    toPacket('ofs-delta\n'),
    ...(type === 'commit' ? [toPacket('deepen 1\n')] : []),
    ...(isAlone ? [toPacket('filter tree:0\n')] : []),
    toPacket(`want ${id}\n`),
    toPacket('done\n'),
    FLUSH_PACKET,
  ]);
}

/** `refused`: the server says that it has no such object. */
type FetchedPack = { readonly kind: 'pack'; readonly bytes: Buffer } | { readonly kind: 'refused' };

/** Throws MalformedPackets for anything except an answer to the request above. */
export function readFetchAnswer(bytes: Uint8Array): FetchedPack {
  const packets = splitPackets(bytes);
  const start = packets.findIndex((packet) => isText(packet, 'packfile'));
  if (start < 0) {
    if (packets.some((packet) => Buffer.isBuffer(packet) && textOf(packet).startsWith('ERR ')))
      return { kind: 'refused' };
    throw new MalformedPackets('an answer has no pack');
  }
  if (packets.at(-1) !== 'flush') throw new MalformedPackets('an answer has no end');
  const parts: Buffer[] = [];
  for (const packet of packets.slice(start + 1, -1)) {
    if (!Buffer.isBuffer(packet)) throw new MalformedPackets('a pack is not all there is');
    const [band] = packet;
    if (band === BAND.error) return { kind: 'refused' };
    if (band === BAND.pack) parts.push(packet.subarray(1));
    else if (band !== BAND.progress) throw new MalformedPackets('an unknown side band');
  }
  return { kind: 'pack', bytes: Buffer.concat(parts) };
}

const isText = (packet: GitPacket, text: string): boolean => Buffer.isBuffer(packet) && textOf(packet) === text;
