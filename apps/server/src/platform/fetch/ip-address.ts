/** An IP address as a number, so that a range check is one shift and one comparison. */
export type IpAddress = { family: 4 | 6; value: bigint };

const V4_PART = /^(?:0|[1-9]\d{0,2})$/;
const V6_PART = /^[0-9a-f]{1,4}$/i;
const V6_PARTS = 8;

/**
 * Accepts canonical notations only. Octal, hexadecimal or shortened IPv4, and IPv6 with a zone, give `undefined`,
 * because parsers disagree about them.
 */
export function findIpAddress(text: string): IpAddress | undefined {
  if (text.includes(':')) {
    const value = readV6(text);
    return value === undefined ? undefined : { family: 6, value };
  }
  const value = readV4(text);
  return value === undefined ? undefined : { family: 4, value };
}

function readV4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => V4_PART.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function readV6(text: string): bigint | undefined {
  const plain = spellOutV4Tail(text);
  if (plain === undefined) return undefined;

  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const given = head.length + (tail?.length ?? 0);
  const isComplete = tail === undefined ? given === V6_PARTS : given < V6_PARTS;
  if (!isComplete) return undefined;

  const gap = new Array<string>(V6_PARTS - given).fill('0');
  const parts = [...head, ...gap, ...(tail ?? [])];
  if (!parts.every((part) => V6_PART.test(part))) return undefined;
  return parts.reduce((value, part) => (value << 16n) | BigInt(`0x${part}`), 0n);
}

/** `::ffff:10.0.0.1` → `::ffff:a00:1`. Text without a dot is returned unchanged. */
function spellOutV4Tail(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const cut = text.lastIndexOf(':') + 1;
  const tail = readV4(text.slice(cut));
  if (tail === undefined) return undefined;
  return `${text.slice(0, cut)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`;
}
