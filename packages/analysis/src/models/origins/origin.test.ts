import { describe, expect, it } from 'vitest';
import { isMetadataHost, registrableDomain, toUrlValue } from './origin.ts';

describe('isMetadataHost', () => {
  it.each(['http://169.254.169.254/latest', 'http://[fd00:ec2::254]/latest', 'http://metadata.google.internal/'])(
    'knows %s',
    (address) => {
      expect(isMetadataHost(toUrlValue(address)?.host ?? '')).toBe(true);
    },
  );

  it('is false for any other machine', () => {
    expect(isMetadataHost('169.254.1.1')).toBe(false);
  });
});

describe('toUrlValue', () => {
  it.each([
    ['https://pypi.org/simple/x', 'package-index'],
    ['https://sh.rustup.rs', 'vendor-installer'],
    ['https://raw.githubusercontent.com/someone/x/main/i.sh', 'code-host'],
    ['http://203.0.113.9/x', 'raw-ip'],
    ['http://[2001:db8::1]/x', 'raw-ip'],
    ['http://3405803785/x', 'raw-ip'],
    ['http://127.0.0.1:80/x', 'loopback'],
    ['https://abc.ngrok-free.app/x', 'tunnel'],
    ['https://webhook.site/1', 'collector'],
    ['https://discord.com/api/webhooks/1/x', 'chat-webhook'],
    ['https://discord.com/blog', 'unknown'],
    ['https://a.example.invalid/x', 'reserved'],
    ['https://nobody-knows.xyz/x', 'unknown'],
  ])('%s is %s', (text, origin) => {
    expect(toUrlValue(text)?.origin).toBe(origin);
  });

  it('knows the owner, not only the host, of a code host', () => {
    expect(toUrlValue('https://github.com/Acme/tool')?.owner).toBe('acme');
  });

  it('is not fooled by a user part or a known name in front', () => {
    expect(toUrlValue('https://github.com@203.0.113.9/x')?.origin).toBe('raw-ip');
    expect(toUrlValue('https://sh.rustup.rs.evil.xyz/')?.origin).toBe('unknown');
  });

  it('says when the host is made at run time', () => {
    expect(toUrlValue('https://␀/x')).toMatchObject({ host: '', isDynamic: true });
  });
});

describe('registrableDomain', () => {
  it.each([
    ['api.shop.co.uk', 'shop.co.uk'],
    ['a.b.shop.com', 'shop.com'],
    ['x.vercel.app', 'x.vercel.app'],
    ['api.one.workers.dev', 'one.workers.dev'],
    ['api.acme.com.br', 'acme.com.br'],
    ['metrics.acme.example', 'acme.example'],
    ['vercel.app', 'vercel.app'],
    ['␀.acme.com', 'acme.com'],
    ['localhost', 'localhost'],
    ['192.0.2.7', '192.0.2.7'],
  ])('%s → %s', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });
});
