import { CANARY_NAMES } from '@assay/analysis/runs/observation';
import { describe, expect, it } from 'vitest';
import { createPlantedSecrets, secretVariables } from './planted-secrets.ts';

describe('createPlantedSecrets', () => {
  it('plants the same secrets for the same digest and others for another', () => {
    expect(createPlantedSecrets('a', ['X_KEY'])).toEqual(createPlantedSecrets('a', ['X_KEY']));
    expect(createPlantedSecrets('a', ['X_KEY']).env).not.toEqual(createPlantedSecrets('b', ['X_KEY']).env);
  });

  it('plants every kind of secret', () => {
    const names = new Set(createPlantedSecrets('a', ['X_KEY']).canaries.map(({ name }) => name));
    expect([...names].sort()).toEqual([...CANARY_NAMES]);
  });

  it('puts every file secret into its file, long enough to be told from chance', () => {
    const home = createPlantedSecrets('a', ['X_KEY']);
    const everything = [...home.files, ...home.workFiles].map(({ text }) => text).join('\n') + JSON.stringify(home.env);
    for (const needle of home.canaries.flatMap(({ needles }) => needles)) {
      expect(needle.length).toBeGreaterThanOrEqual(20);
      expect(everything).toContain(needle);
    }
  });
});

describe('secretVariables', () => {
  it('finds the keys the code itself names', () => {
    expect(secretVariables('curl -H "x: $ACME_API_KEY" $FOO process.env.BAR_TOKEN')).toEqual(
      expect.arrayContaining(['ACME_API_KEY', 'BAR_TOKEN', 'GITHUB_TOKEN']),
    );
  });

  it('does not take ordinary words for keys', () => {
    expect(secretVariables('KEYBOARD monkey TOKENIZER_PATH')).not.toContain('KEYBOARD');
  });
});
