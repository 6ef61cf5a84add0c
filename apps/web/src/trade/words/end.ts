/** Words of a market whose trading has ended. */
export const END_WORDS = {
  awaited: 'Trading has ended. It is not decided yet: contracts are paid when it is.',
  closed: 'Trading ended',
  result: 'Result',
  when: 'Decided',
  by: 'By',
  operator: 'the operator of this exchange',
  paid: 'Paid to all holders',
  source: 'Read at',
  rules: 'The rules are below. What you were paid is in your portfolio.',
} as const;
