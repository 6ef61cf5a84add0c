/** Each place of the tree that moves money, with whom it pays. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Who may write an instruction that moves money, and whom it pays. A new file has to say it here. */
const PAYING: Readonly<Record<string, string>> = {
  'apps/withdraw-worker/src/payout/payout-transaction.ts': 'whom `payeeNow` let pass (sign-payout)',
  'apps/deposit-listener/src/ext/recovery/recovery-transaction.ts':
    'whom `payeeNow` let pass (send-recoveries)',
  'apps/deposit-listener/src/ext/bridge/source-transfer.ts': 'the proxy wallet of the same user',
  'apps/deposit-listener/src/ext/bridge/shared-transfer.ts':
    'the collector, and in the same transaction the split account of proxy wallets',
  'apps/bridge-relayer/src/transfers/pay-shares.ts':
    'whom the list names that the split account is the address of',
  'apps/deposit-listener/src/main-chain/buy-lamports.ts': 'the proxy wallet of the same user',
  'apps/deposit-listener/src/ext/swap/lamport-rest.ts':
    'the listener, for what the swap took of it',
  'apps/deposit-listener/src/main-chain/back-test-credits.ts': 'the vault',
};

it('each file that moves money pays the exchange’s own, or whom this look let pass', () => {
  const builders =
    'transferTokens|transferLamports|transferOut|debitVault|sweepProxyLamports|paySplit';
  const listed = execFileSync(
    'grep',
    ['-rlE', `\\b(${builders})\\(`, '--include=*.ts', '--exclude=*.spec.ts', 'apps'],
    { cwd: new URL('../../..', import.meta.url), encoding: 'utf8' },
  );
  const files = listed
    .trim()
    .split('\n')
    .filter((file) => file.includes('/src/'));
  expect(files.toSorted()).toEqual(Object.keys(PAYING).toSorted());
});
