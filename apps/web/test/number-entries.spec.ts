/** Every entry of a number goes through the one reader: what is not known to be text is a `NumberField`. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../src/', import.meta.url));
/** Entries of text, by their labels. Another one is a number, or is added here. */
const TEXTS = new Set([
  'WORDS.dialog.type(word)',
  '"A text"',
  'words.search',
  'words.searchBuilders',
  'words.filter',
  'words.name',
  'words.builderName',
  'words.publicKey',
  'words.keyHash',
  'words.to',
  'words.address',
  'words.reference',
  'words.sendBackTo',
  'words.restoreLabel',
  'words.question',
  'words.category',
  'words.sub',
  'words.source',
  'words.ends',
  'words.expiry',
  'words.evidence',
  'words.hash',
  'words.reasonUrl',
  'words.confirm(String(PROOF_CHARACTERS))',
  'words.backupConfirm',
  'words.forgetConfirm(words.forgetWord)',
]);
const ENTRIES = new Set(['Field', 'input', 'textarea', 'select']);
/** Made of the browser's own elements, where a `Field` cannot be. */
const OWN = new Set(['radio', 'checkbox', 'password']);

/** What every entry of a file is called that is neither known text nor a number of the reader. */
function unread(file: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const look = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const name = node.tagName.getText();
      if (ENTRIES.has(name) && !isText(name, node.attributes)) found.push(node.getText());
    }
    if (ts.isCallExpression(node) && /^parse(?:Int|Float)\(/.test(node.getText())) {
      found.push(node.getText());
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function isText(name: string, attributes: ts.JsxAttributes): boolean {
  const of = (wanted: string): string => {
    const found = attributes.properties.find(
      (one) => ts.isJsxAttribute(one) && one.name.getText() === wanted,
    );
    const value = found && ts.isJsxAttribute(found) ? found.initializer : undefined;
    return value === undefined ? '' : value.getText().replace(/^\{(.*)\}$/s, '$1');
  };
  if (name === 'Field') return TEXTS.has(of('label'));
  return name === 'textarea' || OWN.has(of('type').replaceAll(/["']/g, ''));
}

/** Of which all others are made. */
const MAKERS = new Set(['components/controls.tsx', 'components/number-field.tsx']);
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !MAKERS.has(file),
);

describe('the entries of the pages', () => {
  it('would be caught with a number of their own', () => {
    expect(unread('a.tsx', '<Field label={words.amount} value={text} />')).toHaveLength(1);
    expect(unread('a.tsx', '<input type="number" />')).toHaveLength(1);
    expect(unread('a.tsx', '<Field label={words.search} />')).toEqual([]);
  });

  it('of numbers are known: amount, limit price, withdrawal, cap, bounds of a key, change of an order', () => {
    const all = sources.filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('<NumberField'),
    );
    expect(all.toSorted()).toEqual([
      'design/page.tsx',
      'operate/money.tsx',
      'operate/treasury.tsx',
      'trade/funding/withdraw-form.tsx',
      'trade/key/bounds-dialog.tsx',
      'trade/portfolio/change-dialog.tsx',
      'trade/ticket/entry.tsx',
    ]);
  });

  it.each(sources)('%s reads its numbers with the one reader', (file) => {
    expect(unread(file, readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
  });
});
