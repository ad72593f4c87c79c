/** TLS certificates for tests, generated on demand, so that the repository contains no key and no program is needed. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

type Der = Buffer;

const der = (tag: number, ...parts: readonly Der[]): Der => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Der[]): Der => der(0x30, ...parts);
const oid = (hex: string): Der => der(0x06, Buffer.from(hex, 'hex'));
/** Dates from 2050 have a four-digit year and another tag. */
const time = (date: Date): Der => {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
};
const bits = (bytes: Der): Der => der(0x03, Buffer.from([0]), bytes);

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const nameOf = (name: string): Der => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
/** The DNS names of the certificate. */
const altNames = (host: string): Der => sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))));
const IS_AUTHORITY = sequence(
  oid('551d13'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);

type TestCertificate = { readonly cert: string; readonly key: string };

let serial = 1;

/**
 * A certificate for one host, signed by a test authority. Without an authority it is self-signed and is an authority
 * itself.
 */
export function makeCertificate(host: string, until: Date, authority?: TestCertificate): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer: KeyObject = authority === undefined ? privateKey : createPrivateKey(authority.key);
  serial += 1;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial])),
    ECDSA_SHA256,
    nameOf(authority === undefined ? host : 'authority'),
    sequence(time(new Date(Date.UTC(2020, 0, 1))), time(until)),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altNames(host), ...(authority === undefined ? [IS_AUTHORITY] : []))),
  );
  const whole = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, signer)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
