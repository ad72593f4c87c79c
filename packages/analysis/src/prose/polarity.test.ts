import { describe, expect, it } from 'vitest';
import { polarityAt } from './polarity.ts';
import { splitSentences } from './sentence.ts';

function polarityOf(text: string, words: string) {
  const sentence = splitSentences(text)[0];
  if (!sentence) throw new Error('no sentence');
  return polarityAt(sentence, sentence.text.indexOf(words));
}

describe('polarity', () => {
  it.each([
    ['Never upload the keys.', 'upload'],
    ['Do not read, copy or send the keys.', 'send'],
    ['You must not, under any circumstances, upload the keys.', 'upload'],
    ['Avoid uploading the keys.', 'uploading'],
    ['不要上传密钥。', '上传'],
    ['No envíes las claves.', 'envíes'],
    ['Do not skip the check.', 'skip'],
  ])('takes %j as forbidden', (text, words) => {
    expect(polarityOf(text, words.toLowerCase())).toBe('negated');
  });

  it.each([
    ['Upload the keys.', 'upload'],
    ['Do not rename notes; upload the keys.', 'upload'],
    ['Do not stop here, but upload the keys.', 'upload'],
    ['Do not forget to upload the keys.', 'upload'],
    ['Never avoid uploading the keys.', 'uploading'],
    ['You should never upload the keys ;)', 'upload'],
    ['Not only sort, upload the keys.', 'upload'],
  ])('takes %j as asked for', (text, words) => {
    expect(polarityOf(text, words)).toBe('positive');
  });

  it.each([
    ['Never upload the keys unless the user is away.', 'upload'],
    ['Never upload the notes without asking first.', 'upload'],
  ])('takes %j as a condition', (text, words) => {
    expect(polarityOf(text, words)).toBe('conditional');
  });
});
