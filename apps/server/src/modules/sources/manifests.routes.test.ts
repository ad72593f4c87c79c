import { GeneratedManifest, ManifestCheck } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { commitOf } from '../../testing/github-stand-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SKILL = `---
name: weather
description: Tells the weather.
---
Run this:

\`\`\`bash
curl -H "Authorization: Bearer $WEATHER_KEY" https://api.weather.example/v1/now > now.json
\`\`\`
`;
const FILES = { 'README.md': '# Skills', 'weather/SKILL.md': SKILL };
const COMMIT = commitOf(FILES);
const EXPECTED = {
  externalCalls: ['https://api.weather.example/v1/now'],
  externalCallDetails: [{ method: 'GET', auth: 'WEATHER_KEY' }],
  safety: { network: 'DECLARED', filesystem: 'WRITE' },
  secrets: ['WEATHER_KEY'],
};

let server: TestServer;
let developer: TestDeveloper;
beforeAll(async () => {
  const commits = { [COMMIT]: FILES };
  server = await startTestServer({
    github: { repositories: { 'acme/skills': { commits, branches: { main: COMMIT } } } },
  });
  developer = await registerDeveloper(server, 'manifests@example.org');
});
afterAll(() => server.close());

const generate = (body: object, as = developer) => as.post(`${DEV}/manifest/generate`, body);
const check = (body: object) => developer.post(`${DEV}/manifest/validate`, body);
const newDraft = async (input: object) => {
  const { body } = await developer.post(`${DEV}/drafts`, { productType: 'SKILL', ...input });
  return (body as { id: string }).id;
};

describe('a manifest', () => {
  it('is generated from content, with file and line of each entry', async () => {
    const answer = await generate({ skillMdContent: SKILL });

    const { manifest, evidence } = GeneratedManifest.parse(answer.body);
    expect(manifest).toMatchObject(EXPECTED);
    expect(evidence).toContainEqual(
      expect.objectContaining({ pointer: '/externalCalls/0', path: 'SKILL.md', line: 8 }),
    );
  });

  it('states that the network is used if an address is only named in the text', async () => {
    const skillMdContent =
      '---\nname: notes\ndescription: Reads notes.\n---\n# Notes\n\nLook the words up at https://words.example.org/list first.\n';

    const { manifest, evidence } = GeneratedManifest.parse((await generate({ skillMdContent })).body);

    expect(manifest).toMatchObject({
      externalCalls: ['https://words.example.org/list'],
      safety: { network: 'DECLARED' },
    });
    expect(evidence).toContainEqual({
      pointer: '/safety/network',
      path: 'SKILL.md',
      line: 7,
      reason: 'named in the text',
    });
  });

  it('is generated from a repository', async () => {
    const { body } = await generate({ sourceUrl: 'https://github.com/acme/skills/tree/main/weather' });

    expect(GeneratedManifest.parse(body).manifest).toMatchObject(EXPECTED);
  });

  it.each([
    ['content', { skillMdContent: SKILL }],
    ['files', { files: [{ path: 'SKILL.md', contentBase64: Buffer.from(SKILL).toString('base64') }] }],
    ['a repository', { url: 'https://github.com/acme/skills', entry: 'weather/SKILL.md' }],
  ])('is generated from a draft of %s', async (_, input) => {
    const { body } = await generate({ draftId: await newDraft(input) });

    expect(GeneratedManifest.parse(body).manifest).toMatchObject(EXPECTED);
  });

  it('that is generated fits a draft, and passes its own check', async () => {
    const { manifest } = GeneratedManifest.parse((await generate({ skillMdContent: SKILL })).body);

    const draft = await developer.post(`${DEV}/drafts`, { productType: 'SKILL', manifestOverride: manifest });
    const answer = await check({ manifest, against: { skillMdContent: SKILL } });

    expect(draft).toMatchObject({ status: 201, body: { input: { manifestOverride: manifest } } });
    expect(answer).toMatchObject({
      status: 200,
      body: { valid: true, errors: [], warnings: [], normalised: manifest },
    });
  });

  it('is checked alone, or against a source with an edit for every difference', async () => {
    const manifest = { capabilities: ['network'], externalCalls: ['https://other.example'] };

    const alone = ManifestCheck.parse((await check({ manifest })).body);
    const beside = ManifestCheck.parse((await check({ manifest, against: { skillMdContent: SKILL } })).body);

    expect(alone.warnings).toMatchObject([{ pointer: '/capabilities/0', edit: { op: 'replace', value: 'net.http' } }]);
    expect(beside.warnings).toContainEqual({
      pointer: '/externalCalls',
      detail: 'https://api.weather.example/v1/now is called and not declared: SKILL.md, line 8',
      edit: { op: 'add', path: '/externalCalls/-', value: 'https://api.weather.example/v1/now' },
    });
    expect(beside.warnings).toContainEqual(
      expect.objectContaining({ edit: { op: 'remove', path: '/externalCalls/0' } }),
    );
  });

  it('with ten thousand calls is invalid, with a pointer to the member', async () => {
    const externalCalls = Array.from({ length: 10_000 }, (_, index) => `https://a.example/${index}`);

    expect(await check({ manifest: { externalCalls } })).toMatchObject({
      status: 200,
      body: { valid: false, errors: [{ pointer: '/externalCalls' }], normalised: null },
    });
  });
});

describe('generating', () => {
  it("reports another developer's draft as not found", async () => {
    const draftId = await newDraft({ skillMdContent: SKILL });
    const thirdParty = await registerDeveloper(server, 'manifest-third-party@example.org');

    const refused = { status: 404, body: { code: 'draft_not_found' } };
    expect(await generate({ draftId }, thirdParty)).toMatchObject(refused);
    expect(await thirdParty.post(`${DEV}/manifest/validate`, { manifest: {}, against: { draftId } })).toMatchObject(
      refused,
    );
  });

  it.each([
    ['an empty draft', async () => ({ draftId: await newDraft({}) }), 422, 'source_not_found'],
    ['a private repository', () => ({ sourceUrl: 'https://github.com/acme/secret' }), 422, 'source_not_found'],
    ['another host', () => ({ sourceUrl: 'https://gitlab.com/a/b' }), 422, 'source_url_unsupported'],
    ['a loopback address', () => ({ sourceUrl: 'https://127.0.0.1/a/b' }), 422, 'source_url_unsupported'],
    ['a path that leaves', () => withFile({ path: '../x', content: '' }), 422, 'bundle_rejected'],
    ['a name twice', () => withFile({ path: 'skill.MD', content: '' }), 422, 'bundle_rejected'],
    ['a file as a folder', () => withFile({ path: 'SKILL.md/x', content: '' }), 422, 'bundle_rejected'],
    [
      'too many bytes',
      () => withFile({ path: 'x', content: 'x'.repeat(5 * 1024 * 1024 + 1) }),
      422,
      'source_too_large',
    ],
    ['201 files', () => ({ skillMdContent: SKILL, files: numbered(201) }), 422, 'validation_failed'],
    ['two sources', () => ({ skillMdContent: SKILL, sourceUrl: 'https://github.com/a/b' }), 422, 'validation_failed'],
    ['nothing', () => ({}), 422, 'validation_failed'],
  ])('rejects %s', async (_, body, status, code) => {
    expect(await generate(await body())).toMatchObject({ status, body: { code } });
  });
});

const withFile = (file: object) => ({ skillMdContent: SKILL, files: [file] });
const numbered = (length: number) => Array.from({ length }, (_, index) => ({ path: `f${index}`, content: '' }));
