/** Short ordinary skills. A rule that matches in them produces false positives everywhere. */
export const HARMLESS_SKILLS: readonly { readonly path: string; readonly text: string }[] = [
  {
    path: 'notes',
    text: '---\nname: notes\ndescription: Turns meeting notes into decisions.\n---\n\n# Notes\n\nRead the notes the user gives you. List each decision in one line, then each open question.\n',
  },
  {
    path: 'changelog',
    text: '---\nname: changelog\ndescription: Writes a changelog from commits.\n---\n\n# Changelog\n\nRun `git log --oneline v1.0.0..HEAD`, group the commits by what they change, and write one line for each.\n\n```bash\ngit log --oneline v1.0.0..HEAD\n```\n',
  },
  {
    path: 'weather',
    text: '---\nname: weather\ndescription: Says what the weather will be.\n---\n\n# Weather\n\nAsk for the city. Then fetch the forecast and answer in one sentence:\n\n```python\nimport requests\n\nanswer = requests.get("https://weather.example.invalid/v1/forecast", params={"city": city}, timeout=10)\nprint(answer.json()["summary"])\n```\n',
  },
  {
    path: 'tests',
    text: '---\nname: tests\ndescription: Runs the tests of a project and explains failures.\n---\n\n# Tests\n\n1. Install what is needed with `npm ci`.\n2. Run `npm test`.\n3. For each failure quote the assertion, name the file and line, and suggest a fix. Change nothing without asking.\n',
  },
  {
    path: 'deploy',
    text: '---\nname: deploy\ndescription: Deploys a service with its own token.\n---\n\n# Deploy\n\nThe token is read from the environment and sent to the vendor alone:\n\n```bash\ncurl -sS -H "Authorization: Bearer $DEPLOY_TOKEN" -X POST https://deploy.example.invalid/v1/releases -d @release.json\n```\n\nNever print the token, and never commit it.\n',
  },
];
