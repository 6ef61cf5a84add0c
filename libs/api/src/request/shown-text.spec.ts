import { describe, expect, it } from 'vitest';
import { createEventRequest } from './market-admin';

const event = {
  question: 'Will it rain?',
  category: { name: 'weather', sub: 'rain' },
  expiry: 1_900_000_000,
};
const issuesOf = (labels: readonly string[]): string[] => {
  const outcomes = labels.map((label) => ({ label }));
  const { error } = createEventRequest.safeParse({ ...event, outcomes });
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
};

describe('texts that users read', () => {
  it.each([
    [' ', 'a text that can be seen'],
    ['Yes ', '"Yes"'],
    ['\u00A0Yes', '"Yes"'],
    ['Yes  please', '"Yes please"'],
    ['\u202EseY', '"seY"'],
    ['Y\u200Bes', '"Yes"'],
    ['\u3164', 'a text that can be seen'],
    ['Cafe\u0301', '"Caf\u00E9"'],
  ])('%j is refused, and told what would be right', (label, right) => {
    const [issue] = issuesOf([label, 'Other']);
    expect(issue).toContain(`outcomes.0.label ${right}: composed (NFC)`);
  });

  it.each([
    'Caf\u00E9',
    '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    '\u0645\u06CC\u200C\u0634\u0648\u062F',
    '雨',
    'До 10 %',
  ])('%s is taken as it is', (label) => expect(issuesOf([label, 'Other'])).toEqual([]));
});

describe('two labels of an event', () => {
  it.each([
    ['Yes', 'Yes'],
    ['Yes', 'yes'],
    ['Yes', '\u03A5es'],
    ['Yes', 'Y\u0435s'],
    ['Yes', '\uFF39es'],
    ['Yes', '\u{1D418}es'],
    ['Paul', 'Pau1'],
    ['Will', 'WiII'],
    ['Barn', 'Bam'],
    ['No', 'N\u043E'],
    ['NO', 'N0'],
    ['A-B', 'A\u2010B'],
    ['ab', 'a\u200Db'],
  ])('%j and %j look alike: the second is refused and the first is named', (one, other) => {
    expect(issuesOf([one, other])).toEqual([
      `outcomes.1.label a label that does not look like another one, ${JSON.stringify(one)}`,
    ]);
  });

  it.each([
    ['Yes', 'No'],
    ['Group I', 'Group L'],
    ['10', '11'],
    ['2027', '2028'],
    ['Resume', 'R\u00E9sum\u00E9'],
    ['Under 2.5', 'Over 2.5'],
    ['是', '否'],
  ])('%j and %j do not', (one, other) => expect(issuesOf([one, other])).toEqual([]));
});
