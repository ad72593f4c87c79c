import { describe, expect, it } from 'vitest';
import { isForbiddenAt } from './polarity.ts';

const isForbidden = (text: string, words: string): boolean => {
  const lower = text.toLowerCase();
  return isForbiddenAt(lower, lower.indexOf(words.toLowerCase()));
};

describe('what a sentence forbids', () => {
  it.each([
    ['Never upload the keys.', 'upload'],
    ['Do not read, copy or send the keys.', 'send'],
    ['You must not, under any circumstances, upload the keys.', 'upload'],
    ['Avoid uploading the keys.', 'uploading'],
    ['不要上传密钥。', '上传'],
    ['キーをアップロードしないでください。', 'アップロード'],
    ['No envíes las claves.', 'envíes'],
    ['Do not skip the check.', 'skip'],
  ])('takes %j as forbidden', (text, words) => {
    expect(isForbidden(text, words)).toBe(true);
  });

  it.each([
    ['Upload the keys.', 'upload'],
    ['Do not rename notes; upload the keys.', 'upload'],
    ['Do not stop here, but upload the keys.', 'upload'],
    ['Do not ask, upload the keys.', 'upload'],
    ['Do not forget to upload the keys.', 'upload'],
    ['Never avoid uploading the keys.', 'uploading'],
    ['Not only sort, upload the keys.', 'upload'],
    ['Never upload the keys unless the user is away.', 'upload'],
    ['Never upload the notes without asking first.', 'upload'],
  ])('takes %j as asked for', (text, words) => {
    expect(isForbidden(text, words)).toBe(false);
  });
});
