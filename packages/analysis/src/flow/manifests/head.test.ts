import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHead } from './head.ts';

describe('the head of a SKILL.md', () => {
  it.each([
    ['plain', '---\nname: pdf\nversion: 1.2.3\n---\n', { name: 'pdf', version: '1.2.3' }],
    ['quoted', '---\nname: "a: b"\nversion: \'2\'\n---', { name: 'a: b', version: '2' }],
    ['folded', '---\ndescription: >-\n  Reads\n  files.\nname: x\n---\n', { description: 'Reads files.', name: 'x' }],
    ['with a comment', '---\nname: pdf # a tool\nversion: 1.10 # ten\n---\n', { name: 'pdf', version: '1.10' }],
    ['with its version among the metadata', '---\nmetadata:\n  version: "3.1"\n---\n', { version: '3.1' }],
    ['with Windows line ends', '---\r\nname: pdf\r\n---\r\n', { name: 'pdf' }],
    ['with an address', '---\nhomepage: https://a.example\n---\n', { homepage: 'https://a.example' }],
  ])('is read when %s', (_, text, head) => {
    expect(readHead(text)).toEqual(head);
  });

  it.each([
    ['missing', '# Title\nname: no'],
    ['not closed', '---\nname: x\n'],
    ['not YAML', '---\nname: [x\n---\n'],
    ['a list', '---\n- name\n---\n'],
    ['full of aliases', '---\na: &a [x]\nname: *a\n---\n'],
    ['empty where it matters', '---\nname:\nversion: ""\ndescription: {}\n---\n'],
  ])('says nothing when it is %s', (_, text) => {
    expect(readHead(text)).toEqual({});
  });

  it('never makes a reader fail', () => {
    fc.assert(
      fc.property(fc.string(), (text) => Object.values(readHead(`---\n${text}\n---\n`)).every((one) => one !== '')),
    );
  });
});
