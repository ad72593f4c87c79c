/** Framing of git's protocol (pkt-line): four hex digits of length, which include themselves, then the bytes. */

/** `0000` ends a message, `0001` a section of it. */
export type GitPacket = Buffer | 'flush' | 'delimiter';

export class MalformedPackets extends Error {
  override readonly name = 'MalformedPackets';
}

const SPECIAL = { 0: 'flush', 1: 'delimiter' } as const;
const HEADER_BYTES = 4;
const PACKET_BYTES_MAX = 65_520;

export function splitPackets(bytes: Uint8Array): GitPacket[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packets: GitPacket[] = [];
  for (let at = 0; at < whole.length; ) {
    const digits = whole.toString('latin1', at, at + HEADER_BYTES);
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length === 0 || length === 1) packets.push(SPECIAL[length]);
    else if (length > HEADER_BYTES && at + length <= whole.length)
      packets.push(whole.subarray(at + HEADER_BYTES, at + length));
    else throw new MalformedPackets('a packet has a length that cannot be');
    at += Math.max(length, HEADER_BYTES);
  }
  return packets;
}

/** The text of a packet without the trailing newline that git adds. */
export const textOf = (packet: Buffer): string => packet.toString('utf8').replace(/\n$/, '');

export function toPacket(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  if (bytes.length + HEADER_BYTES > PACKET_BYTES_MAX) throw new MalformedPackets('a packet would be too long');
  return Buffer.concat([Buffer.from((bytes.length + HEADER_BYTES).toString(16).padStart(HEADER_BYTES, '0')), bytes]);
}

export const FLUSH_PACKET = Buffer.from('0000');
export const DELIMITER_PACKET = Buffer.from('0001');
