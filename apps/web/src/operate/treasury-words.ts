/** Words of the treasury's panel. */
export const TREASURY_WORDS = {
  title: 'Treasury',
  sources: { protocol_fees: 'Protocol fees', gas_revenue: 'Gas revenue' },
  recipients: {
    recipient_main: 'Wallet on main',
    recipient_ext: 'Wallet on ext',
    user: 'Balance of a user',
  },
  source: 'Of',
  amount: 'Amount, in dollars',
  to: 'To',
  address: 'Address, or public key',
  reference: 'Reference',
  once: 'Letters, digits and . _ : - alone. A reference is paid once.',
  payOut: 'Pay out',
  effect: (amount: string, source: string, recipient: string) =>
    `${amount} of ${source.toLowerCase()} leave to ${recipient}. What was paid does not come back.`,
  paid: 'Payouts of the treasury',
  none: 'Nothing was paid out yet.',
  when: 'When',
  state: 'State',
} as const;
