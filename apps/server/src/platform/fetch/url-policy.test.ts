import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { URL_CHARS_MAX } from './fetch-limits.ts';
import { decideUrl, type UrlRules } from './url-policy.ts';

const reasonFor = (url: string, rules: UrlRules = {}, base?: URL) => {
  const decision = decideUrl(url, rules, base);
  return decision.kind === 'refused' ? decision.reason : 'ok';
};

describe('decideUrl', () => {
  it.each(['https://example.com/', 'https://example.com:443/a?b#c', 'https://8.8.8.8/', 'https://[2606:50c0::1]/'])(
    'accepts %s',
    (url) => {
      expect(reasonFor(url)).toBe('ok');
    },
  );

  it.each([
    ['', 'url_invalid'],
    ['example.com', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['https://1.2.3.256/', 'url_invalid'],
    ['https://[fe80::1%25eth0]/', 'url_invalid'],
    ['http://example.com/', 'scheme_not_allowed'],
    ['ftp://example.com/', 'scheme_not_allowed'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['data:text/plain,x', 'scheme_not_allowed'],
    ['gopher://example.com/', 'scheme_not_allowed'],
    ['https://user@example.com/', 'credentials_in_url'],
    ['https://:secret@example.com/', 'credentials_in_url'],
    ['https://example.com:80/', 'port_not_allowed'],
    ['https://example.com:6379/', 'port_not_allowed'],
  ])('refuses %j: %s', (url, reason) => {
    expect(reasonFor(url)).toBe(reason);
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://0x7f.0.0.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://１２７.０.０.１/',
    'https://%31%32%37.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('recognises the private address in %s', (url) => {
    expect(reasonFor(url)).toBe('address_not_public');
  });

  it('refuses every written form of every non-public IPv4 address', () => {
    const part = fc.integer({ min: 0, max: 255 });
    const loopback = fc.tuple(fc.constantFrom(10, 127, 0), part, part, part);
    fc.assert(
      fc.property(loopback, ([a, b, c, d]) => {
        const value = ((a * 256 + b) * 256 + c) * 256 + d;
        const hosts = [
          `${a}.${b}.${c}.${d}`,
          `${a}.${b}.${c * 256 + d}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `${value}`,
          `0x${value.toString(16)}`,
          `0${value.toString(8)}`,
          `0${a.toString(8)}.0x${b.toString(16)}.${c}.${d}`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ];
        for (const host of hosts) expect(reasonFor(`https://${host}/`)).toBe('address_not_public');
      }),
    );
  });

  it('accepts a URL at the length limit and refuses one above it', () => {
    const atLimit = 'https://example.com/'.padEnd(URL_CHARS_MAX, 'a');
    expect([reasonFor(atLimit), reasonFor(`${atLimit}a`)]).toEqual(['ok', 'url_invalid']);
  });

  it('permits only the allowed hosts when there is a list', () => {
    const rules = { allowHosts: ['github.com'] };
    const urls = [
      'https://github.com/',
      'https://GitHub.com/',
      'https://evil-github.com/',
      'https://github.com.evil.io/',
    ];
    expect(urls.map((url) => reasonFor(url, rules))).toEqual(['ok', 'ok', 'host_not_allowed', 'host_not_allowed']);
  });

  it('permits no host when the list is empty', () => {
    expect(reasonFor('https://github.com/', { allowHosts: [] })).toBe('host_not_allowed');
  });

  it('permits http and other ports only by option, and never another scheme', () => {
    const rules = { allowHttp: true, allowAnyPort: true };
    const urls = ['http://example.com:8080/', 'https://example.com:8443/', 'ftp://example.com/'];
    expect(urls.map((url) => reasonFor(url, rules))).toEqual(['ok', 'ok', 'scheme_not_allowed']);
  });

  it('resolves a redirect relative to its source', () => {
    const base = new URL('https://example.com/a/b');
    expect(decideUrl('../c', {}, base)).toMatchObject({ url: new URL('https://example.com/c') });
    expect(reasonFor('//10.0.0.1/c', {}, base)).toBe('address_not_public');
  });
});
