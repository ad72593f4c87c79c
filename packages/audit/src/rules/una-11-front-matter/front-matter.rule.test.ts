import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { frontMatter } from './front-matter.rule.ts';

describeCodeRule(frontMatter, {
  caught: [
    skill('two descriptions', { 'SKILL.md': '---\nname: a\ndescription: b\ndescription: c\n---\nx\n' }),
    skill('two names', { 'SKILL.md': '---\nname: a\nname: b\ndescription: c\n---\nx\n' }),
    skill('a tag', { 'SKILL.md': '---\nname: a\ndescription: !!python/object x\n---\nx\n' }),
  ],
  quiet: [
    skill('a long description', { 'SKILL.md': '---\nname: a\ndescription: >\n  one\n  two\n---\nx\n' }),
    text('x'),
    skill('no front matter', { 'SKILL.md': '# A\n' }),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
