import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { build } from './rich.ts';

const bold = (inner: React.ReactNode) => createElement('b', null, inner);

it('puts elements and values where the translation has them', () => {
  const markup = renderToStaticMarkup(build('{1}: <0>gültig für {2}</0>!', [bold, '<i>', 'ada']));
  expect(markup).toBe('&lt;i&gt;: <b>gültig für ada</b>!');
});

it('answers text if there are no elements', () => {
  expect(build('{1} of {0}', [12, 'x'])).toBe('x of 12');
});

it('keeps what is not a part, and nests elements', () => {
  const markup = renderToStaticMarkup(build('a <b> <0>x <1>y</1></0> {7}', [bold, bold]));
  expect(markup).toBe('a &lt;b&gt; <b>x <b>y</b></b> ');
});
