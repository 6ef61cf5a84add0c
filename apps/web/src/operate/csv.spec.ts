import { expect, it } from 'vitest';
import { csvOf } from './csv';

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-1,2', `"'-1,2"`],
  ['', ''],
])('a cell %j is written %j', (text, written) => {
  expect(csvOf(['a'], [[text]])).toBe(`a\r\n${written}\r\n`);
});
