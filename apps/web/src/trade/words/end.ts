/** Words of a market whose trading has ended. */
export const END_WORDS = {
  awaited: 'Trading has ended. It is not decided yet: contracts are paid when it is.',
  said: {
    proposed: 'Contracts are paid when the proposed result is final.',
    disputed:
      'The proposed result is disputed: an operator decides. Contracts are paid after that.',
  },
  closed: 'Trading ended',
  result: 'Result',
  when: 'Decided',
  paid: 'Paid to all holders',
  source: 'Read at',
  portfolio: 'What you were paid is in your portfolio.',
} as const;
