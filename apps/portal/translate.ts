/**
 * Finds the texts in a source file of the portal, and rewrites the file so that each text is looked up in the catalogue
 * of the page's language. The English text is the key. Only literals of the source are texts; values never are.
 */
import ts from 'typescript';

export type Text = { readonly key: string; readonly line: number; readonly isPlural?: boolean };
type Translated = { readonly code: string; readonly texts: readonly Text[]; readonly faults: readonly string[] };

/** Attributes and properties whose values are always texts. */
const TEXT_NAMES = new Set(
  'alt aria-label caption currency empty hint label note placeholder reason says short submit summary title unit word'.split(
    ' ',
  ),
);
/** Attributes and properties whose values never are. */
const CODE_NAMES = new Set(
  'accept as authorization autoComplete className code colour d fill href id in key kind method mode name path property rel role scope src state status tone type value viewBox'.split(
    ' ',
  ),
);
/** Functions whose arguments are names, not texts. */
const CODE_CALLS =
  /^(ask|addEventListener|append|createElement|defineProperty|endsWith|get\w*|set|has|includes|indexOf|invoke|matchMedia|querySelector(All)?|read|removeItem|replace(All)?|request|send|split|startsWith|test|toggleAttribute|useRead|useKept|setItem|getItem|import|call|RegExp|Set|Map|Intl|DateTimeFormat|NumberFormat)$/;
const PLURAL_CALL = 'toPlural';
/** Markdown and data forms are English for every reader. */
const ENGLISH_MEMBERS = new Set(['markdown', 'json', 'toMarkdown']);
const ENGLISH_MARK = '@english';

/** Addresses, commands and fonts. */
const COMMANDS = /:\/\/|^(assay|curl|Bearer) |\dpx /;

/** Selectors and names of keys that read like texts. */
const NOT_TEXTS = new Set(['a, button, summary', 'Enter']);

const isProse = (text: string): boolean => {
  const words = text.replaceAll(/\{\d+\}/g, ' ').trim();
  const isFilled = words !== text.trim();
  if (!/\p{L}{2}/u.test(words) || /[<>=$\\|@#[\]]|[a-z]\(|\w+_\w+|^\{ ?"/.test(words)) return false;
  if (isFilled && !/\s/.test(text.trim())) return false;
  if (NOT_TEXTS.has(text)) return false;
  if (/^\p{P}*[A-Z][a-z’'-]*(\p{P}|…)*$/u.test(words)) return true;
  const tokens = words.split(/\s+/).filter((token) => /[\p{L}\d]/u.test(token));
  if (
    (tokens.length < 2 && !isFilled) ||
    tokens.some((token) => /^[a-z]+[:-](\d|\[|[a-z]+-)|^(GET|POST|PUT|PATCH|DELETE)$/.test(token))
  )
    return false;
  if (tokens.every((token) => /^[a-z]+(-[a-z]+)+$/.test(token))) return false;
  const plain = tokens.filter((token) => /^[“"'(‘]*[\p{L}’'-]+[)”"'’.,:;!?…]*$/u.test(token));
  return plain.length >= Math.ceil(tokens.length / 2) && /[a-z]{2}/.test(words);
};

const hasLetters = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/<\/?\d+\/?>|\{\d+\}/g, ''));

export function translate(path: string, source: string): Translated {
  const isJsx = path.endsWith('x');
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    isJsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const texts: Text[] = [];
  const faults: string[] = [];
  const comparedTo = new Set<string>();
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  function keep(node: ts.Node, key: string): string {
    texts.push({ key, line: lineOf(node) });
    return JSON.stringify(key);
  }

  /** The source of a node with its texts replaced. */
  function print(node: ts.Node): string {
    return replace(node) ?? printInside(node);
  }

  function printInside(node: ts.Node): string {
    let at = node.getFullStart();
    let printed = '';
    ts.forEachChild(node, (child) => {
      printed += source.slice(at, child.getFullStart()) + print(child);
      at = child.end;
    });
    return printed + source.slice(at, node.end);
  }

  function replace(node: ts.Node): string | undefined {
    if (isEnglish(node, source)) return source.slice(node.getFullStart(), node.end);
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return replaceChildren(node);
    if (ts.isCallExpression(node) && node.expression.getText() === PLURAL_CALL) notePlural(node);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return replaceLiteral(node);
    if (ts.isTemplateExpression(node)) return replaceTemplate(node);
    return undefined;
  }

  const leading = (node: ts.Node): string => source.slice(node.getFullStart(), node.getStart());

  function replaceLiteral(node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral): string | undefined {
    if (isCompared(node)) comparedTo.add(node.text);
    if (!isTextPlace(node, node.text)) return undefined;
    const call = `$text(${keep(node, node.text)})`;
    return leading(node) + (ts.isJsxAttribute(node.parent) ? `{${call}}` : call);
  }

  function replaceTemplate(node: ts.TemplateExpression): string | undefined {
    const key = node.head.text + node.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join('');
    if (!isTextPlace(node, key)) return undefined;
    const values = node.templateSpans.map(({ expression }) => print(expression));
    return `${leading(node)}$text(${[keep(node, key), ...values].join(', ')})`;
  }

  function notePlural(node: ts.CallExpression): void {
    const [, one, many] = node.arguments;
    const words = [one, many].filter((word) => word !== undefined);
    if (!words.every((word) => ts.isStringLiteral(word)))
      return void faults.push(`${path}:${lineOf(node)} ${PLURAL_CALL} needs literal words`);
    const [first, second] = words.map(({ text }) => text);
    texts.push({ key: `${first}|${second ?? `${first}s`}`, line: lineOf(node), isPlural: true });
  }

  /** A sentence with values and elements in it is one text: `When <0>valid</0> is not true, … {1}.` */
  function replaceChildren(node: ts.JsxElement | ts.JsxFragment): string | undefined {
    const parts: string[] = [];
    const key = toKey(node.children, parts, false);
    if (key === undefined || !hasLetters(key)) return undefined;
    const [open, close] = ts.isJsxElement(node)
      ? [node.openingElement, node.closingElement]
      : [node.openingFragment, node.closingFragment];
    const call = parts.length === 0 ? `$text(${keep(node, key)})` : `$rich(${[keep(node, key), ...parts].join(', ')})`;
    return `${print(open)}{${call}}${print(close)}`;
  }

  /** Undefined if the children have no words of their own. */
  function toKey(children: ts.NodeArray<ts.JsxChild>, parts: string[], isInner: boolean): string | undefined {
    const hasWords = children.some((child) => hasLetters(ownText(child)));
    const hasWordsInside = isInner && children.some((child) => ts.isJsxElement(child) && ownWords(child));
    if (!hasWords && !hasWordsInside) return undefined;
    return children.map((child) => toPart(child, parts)).join('');
  }

  const ownWords = (node: ts.JsxElement): boolean => node.children.some((child) => hasLetters(ownText(child)));

  function toPart(child: ts.JsxChild, parts: string[]): string {
    const own = ownText(child);
    if (own !== '' || ts.isJsxText(child)) return own;
    if (ts.isJsxExpression(child) && child.expression === undefined) return '';
    const at = parts.push('') - 1;
    if (ts.isJsxElement(child) && !isEnglish(child, source)) {
      const inner = toKey(child.children, parts, true);
      if (inner !== undefined) {
        parts[at] = `($inner) => ${print(child.openingElement).trim()}{$inner}${print(child.closingElement).trim()}`;
        return `<${at}>${inner}</${at}>`;
      }
    }
    parts[at] = ts.isJsxExpression(child) ? printExpression(child) : print(child).trim();
    return `{${at}}`;
  }

  const printExpression = ({ expression }: ts.JsxExpression): string =>
    expression === undefined ? 'null' : print(expression).trim();

  function isTextPlace(node: ts.Node, text: string): boolean {
    const place = placeOf(node);
    if (place === 'code' || COMMANDS.test(text) || !/\p{L}{2}/u.test(text.replaceAll(/\{\d+\}/g, ''))) return false;
    return place === 'text' ? !/^[A-Z0-9_]+$/.test(text) || text === 'No' : isProse(text);
  }

  const code = isJsx || path.endsWith('.ts') ? print(file) : source;
  for (const { key, line } of texts)
    if (comparedTo.has(key)) faults.push(`${path}:${line} “${key}” is both a text and a compared value`);
  return { code, texts, faults };
}

/** A comment `@english` before a statement or member keeps it as it is. */
function isEnglish(node: ts.Node, source: string): boolean {
  if (ts.isPropertyAssignment(node) && ENGLISH_MEMBERS.has(node.name.getText())) return true;
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (!ts.isStatement(node) && !ts.isPropertyAssignment(node)) return false;
  return source.slice(node.getFullStart(), node.getStart()).includes(ENGLISH_MARK);
}

/** The words that a child contributes itself: JSX text as React reads it, and literals in braces. */
function ownText(child: ts.JsxChild): string {
  if (ts.isJsxExpression(child)) {
    const { expression } = child;
    return expression !== undefined && ts.isStringLiteral(expression) ? expression.text : '';
  }
  if (!ts.isJsxText(child)) return '';
  const lines = child.text.split('\n');
  return lines
    .map((line, at) => {
      const start = at === 0 ? line : line.replace(/^[ \t]+/, '');
      return at === lines.length - 1 ? start : start.replace(/[ \t\r]+$/, '');
    })
    .filter(Boolean)
    .join(' ')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&');
}

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

const isCompared = ({ parent }: ts.Node): boolean =>
  ts.isCaseClause(parent) || (ts.isBinaryExpression(parent) && COMPARISONS.has(parent.operatorToken.kind));

/** Whether the place of a literal is for texts, for code, or for both. */
function placeOf(node: ts.Node): 'text' | 'code' | 'any' {
  const { parent } = node;
  if (isCompared(node) || ts.isElementAccessExpression(parent) || ts.isLiteralTypeNode(parent)) return 'code';
  if (ts.isPropertyAssignment(parent) && parent.name === node) return 'code';
  if (ts.isPropertyDeclaration(parent)) return 'code';
  if (ts.isTaggedTemplateExpression(parent) || ts.isComputedPropertyName(parent)) return 'code';
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const holder = at.parent;
    if (ts.isJsxAttribute(holder)) return placeOfName(holder.name.getText(), isIntrinsic(holder), at === node);
    if (ts.isPropertyAssignment(holder)) return placeOfName(holder.name.getText(), false, at === node);
    if (ts.isCallExpression(holder) || ts.isNewExpression(holder)) {
      const name = holder.expression.getText().split('.').at(-1) ?? '';
      return CODE_CALLS.test(name) && holder.expression !== at ? 'code' : 'any';
    }
    if (
      ts.isFunctionLike(holder) ||
      ts.isArrayLiteralExpression(holder) ||
      (ts.isJsxExpression(holder) && !ts.isJsxAttribute(holder.parent))
    )
      return 'any';
  }
  return 'any';
}

function placeOfName(name: string, isOnIntrinsic: boolean, isDirect: boolean): 'text' | 'code' | 'any' {
  if (name === 'name' && !isOnIntrinsic) return 'any';
  if (/^data-/.test(name) && name !== 'data-label') return 'code';
  if (CODE_NAMES.has(name)) return 'code';
  if (TEXT_NAMES.has(name)) return isDirect ? 'text' : 'text';
  return 'any';
}

const isIntrinsic = (attribute: ts.JsxAttribute): boolean =>
  /^[a-z]/.test((attribute.parent.parent as ts.JsxOpeningLikeElement).tagName.getText());
