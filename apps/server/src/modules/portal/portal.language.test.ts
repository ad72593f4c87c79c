import { describe, expect, it } from 'vitest';
import { chooseLanguage, toChoice } from './portal.language.ts';

describe('chooseLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,en;q=0.8', 'de'],
    ['fr, zh-CN;q=0.7, de;q=0.9', 'de'],
    ['en, de', 'en'],
    ['fr', 'en'],
    ['de;q=0, zh;q=0.1', 'zh'],
    ['*', 'en'],
    ['de;q=much', 'de'],
  ])('answers Accept-Language “%s” in %s', (header, expected) => {
    expect(chooseLanguage({ 'accept-language': header })).toBe(expected);
  });

  it('prefers the choice in the cookie, and ignores a choice that is not offered', () => {
    const headers = { 'accept-language': 'de' };
    expect(chooseLanguage({ ...headers, cookie: 'session=x; language=zh' })).toBe('zh');
    expect(chooseLanguage({ ...headers, cookie: 'language=xx' })).toBe('de');
    expect(chooseLanguage({ ...headers, cookie: 'my-language=zh' })).toBe('de');
  });
});

describe('toChoice', () => {
  it('keeps the path and the rest of the query', () => {
    expect(toChoice('/certificates', 'q=a+b&language=de')).toMatchObject({ location: '/certificates?q=a+b' });
    expect(toChoice('/', 'language=zh')?.location).toBe('/');
    expect(toChoice('/', 'language=zh')?.cookie).toMatch(/^language=zh; Path=\/; /);
  });

  it('stays on this host, and ignores languages that are not offered', () => {
    expect(toChoice('//other.example', 'language=de')?.location).toBe('/other.example');
    expect(toChoice('/', 'language=xx%0d%0aSet-Cookie:a=b')).toBeUndefined();
    expect(toChoice('/', 'q=1')).toBeUndefined();
  });
});
