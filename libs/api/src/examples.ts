/**
 * Values for examples, the same in requests and answers: Alice buys ten YES contracts at 45 cents, as in the README.
 * The example of a whole body is assembled from its fields' examples.
 */
export const EXAMPLE = {
  user: '4DLb4qhCWCPhhYKQDyR2uEmM9z2c7Y5GyUSphbTtNYRq',
  maker: 'Bg5HwY2HjkQK5W3A2GjRP5JZaqDqZZp2GmXuD6mbR3Ju',
  wallet: 'DY6rdpEKCyV9hEkGNZAS9AnH7yJCNbUoap5PHrDjFSRj',
  usdcMint: '7crtk31kfrpxgd8iz5iKSDuAT9FMkyL3Y5gDSPVyLFuK',
  depositAddress: 'GEVkCrKApQvdD7jLaRDAeWfgySpf2its5MNXdR9QSrmC',
  proxyWallet: 'AAmY6Wxd5K35iCqkdy72jSSb5S7oCKjukkhiPJsUUayv',
  tokenAccount: '3LaD92ucctQDWBF9XnFHwaSBLjbs25fbtuNLNVHaiDgT',
  marketId: '62c66a7a5dd70c3146618063c344e531e6d4b59e379808443ce962b3abd63c5a',
  depositId: '18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4',
  withdrawalId: '50e721e49c013f00c62cf59f2163542a9d8df02464efeb615d31051b0fddc326',
  keyId: '3c6e0b8a9c15224a8228b9a98ca1531d',
  builderId: '5b1f3c9a-8f1e-4d0a-9d53-0a3f6f0c2b11',
  eventId: 'rain-2030',
  txSignature:
    'BZjJUnA5c5Yrvox6xQ5DTUfCwq48EpKTugDv8CW9ZQeh4yYi6uDAyEHN4JJNTcRMRTmfSCcmbTWEb6X8o172GPN',
  signature:
    '0073ec266d4fb4adbf3d104aa714f9f11032fd8ab6d8829fc40b52c86f6485d7' +
    '928cc2ebd4646f3fe3f374be11d905bf4be275fa86f3889d82a9f7dc5e41dd32',
  source: '4z9gKwyNY6XeFkjCNZkoovByt1vb7N3uxr1hKp1e8n1f',
  tradingKey: '6prrDry7bXSR3jdUVAsPgZSNPdK89phurjKR7CixyPM3',
  allowText:
    'Bellwether: allow a trading key\n\nNetwork: test\nAccount: 4DLb4qhCWCPhhYKQDyR2uEmM9z2c7Y5GyUSphbTtNYRq\n' +
    'Trading key: 6prrDry7bXSR3jdUVAsPgZSNPdK89phurjKR7CixyPM3\nMay: place and cancel orders\nMay not: withdraw\n' +
    'At most: 100.000000 USD a day\nPrice band: 1000 bp around the market\nRedeem: no\n' +
    'Until: 2026-12-24T00:00:00Z\nNonce: 1',
  revokeText:
    'Bellwether: revoke a trading key\n\nNetwork: test\nAccount: 4DLb4qhCWCPhhYKQDyR2uEmM9z2c7Y5GyUSphbTtNYRq\n' +
    'Trading key: 6prrDry7bXSR3jdUVAsPgZSNPdK89phurjKR7CixyPM3\nNonce: 2',
  clientId: '9f86d081884c7d659a2feaa0c55ad015',
  time: 1_795_255_200,
  seq: 1_204,
  caseId: 1_187,
} as const;
