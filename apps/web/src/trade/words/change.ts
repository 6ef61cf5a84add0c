/** Words of the dialog that changes a resting order. */
export const CHANGE_WORDS = {
  title: 'Change this order',
  now: 'Now',
  total: 'Contracts in all',
  totalNote: 'with those that are filled already',
  price: 'Limit price',
  filled: 'Filled already',
  open: 'Stay open',
  after: 'Then',
  tooSmall: (filled: string) =>
    `${filled} are filled already: enter more than that. To end the order, cancel it.`,
  send: 'Change it',
  sending: 'Signing and sending…',
  done: 'Changed.',
  close: 'Close',
  failed: 'The fee of this market cannot be read just now.',
} as const;
