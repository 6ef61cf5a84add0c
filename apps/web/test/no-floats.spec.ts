/** Money is computed with bigint alone: no field of money is an operand, and nothing makes a float of one. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../src/', import.meta.url));
/** Fields of answers that are money, in micro-USDC. */
const MONEY =
  /^(?:available|locked|total|withdrawing|amount|balance|shortfall|required|max_cost|at_most|net_amount|min_amount|gas_fee|taker_fee|maker_fee|builder_fee|maker_rebate|.*_micro(?:_usdc)?|.*_usdc_micro)$/;
const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
]);
const FLOATING = /\b(?:parseFloat|toFixed|toPrecision|toLocaleString)\b|\d[eE][+-]?\d/;

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'),
);

const nameOf = (node: ts.Node): string | undefined =>
  ts.isPropertyAccessExpression(node)
    ? node.name.text
    : ts.isIdentifier(node)
      ? node.text
      : undefined;

/** Each as `file:line`. */
function sumsOfMoney(file: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const look = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && ARITHMETIC.has(node.operatorToken.kind)) {
      const isMoney = [node.left, node.right].some((side) => MONEY.test(nameOf(side) ?? ''));
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (isMoney) found.push(`${file}:${line + 1}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

describe('the pages', () => {
  it('would be caught at a sum of two numbers', () => {
    expect(sumsOfMoney('a.ts', 'const worth = balance.total + value;')).toEqual(['a.ts:1']);
    expect(sumsOfMoney('a.ts', 'const usd = fee_micro_usdc / 1000000;')).toEqual(['a.ts:1']);
    expect(sumsOfMoney('a.ts', 'const worth = BigInt(balance.total) + value;')).toEqual([]);
  });

  it.each(sources)('%s sums no money in floats', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    expect(sumsOfMoney(file, text)).toEqual([]);
    expect(FLOATING.exec(text)?.[0]).toBeUndefined();
  });
});
