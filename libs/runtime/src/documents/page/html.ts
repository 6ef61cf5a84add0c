/** HTML as text. Everything that is not our own markup passes `escaped`. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (one) => ENTITIES[one] ?? one);

/** Text with `code` between backticks, as descriptions have it. */
export const inline = (text: string): string =>
  escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** Paragraphs, lists and blocks of code: the part of Markdown that our descriptions use. */
export const prose = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map((block) => {
      if (block.startsWith('```'))
        return `<pre>${escaped(block.replaceAll(/```\w*\n?/g, ''))}</pre>`;
      if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`;
      const items = block.split(/\n(?=- )/).map((line) => `<li>${inline(line.slice(2))}</li>`);
      return `<ul>${items.join('')}</ul>`;
    })
    .join('\n');

export const pre = (text: string): string => `<pre>${escaped(text)}</pre>`;
export const json = (value: unknown): string => pre(JSON.stringify(value, null, 2));

/** An anchor's id. */
export const anchor = (...parts: readonly string[]): string =>
  escaped(parts.join('-').replaceAll(/[^\w-]+/g, '-'));

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const head = heads.map((one) => `<th>${one}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

/** Collapsed at first. A browser's search opens it. */
export const folded = (summary: string, content: string): string =>
  content === '' ? '' : `<details><summary>${summary}</summary>${content}</details>`;

export interface PageParts {
  readonly title: string;
  readonly navigation: string;
  readonly main: string;
}

/** All links are relative, as a proxy may serve the page under any path. */
export const page = ({ title, navigation, main }: PageParts, toRoot: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${toRoot}docs/style.css">
</head>
<body>
<nav>${navigation}</nav>
<main>${main}</main>
</body>
</html>
`;
