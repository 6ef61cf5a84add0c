/**
 * A user's debt for the exchange's own transactions of a credit. It is charged before the credit goes to the engine,
 * when the chain has the transactions: failed ones and those that others paid for are not charged.
 */
import type { Chain } from '@bellwether/chain';
import { CAPITAL_ACCOUNTS, gasBill, partsOfCredit } from '@bellwether/funding';
import type { GasBill, GasTariff } from '@bellwether/funding';
import { initProxy } from '@bellwether/vault-program';
import type {
  AccountRentStore,
  ChainCredit,
  ChainTransaction,
  ChainTransactionStore,
  GasChargeStore,
  MainArrivalStore,
} from '@bellwether/persistence';
import { gasPurposeOf } from './credit-purpose';

export class CreditGas {
  private walletLamports: number | undefined;

  constructor(
    private readonly parts: {
      readonly main: Pick<Chain, 'minimumLamports'>;
      readonly arrivals: Pick<MainArrivalStore, 'ofCredit'>;
      readonly transactions: Pick<ChainTransactionStore, 'bySignatures'>;
      readonly charges: Pick<GasChargeStore, 'add'>;
      readonly rents: Pick<AccountRentStore, 'isLaidOut'>;
      readonly tariff: GasTariff;
      readonly now: () => number;
    },
  ) {}

  /**
   * Adds the charges of a credit; existing ones stay as they are. Together they are at most the credit, so that nobody
   * can put a user into debt by sending a millionth of a dollar, however often.
   */
  async charge({ user, creditSeq, txSignature, amountMicroUsdc: credited }: ChainCredit) {
    const { arrivals, transactions, charges, now } = this.parts;
    const credit = await arrivals.ofCredit(user, creditSeq);
    const swept = credit.filter(({ kind }) => kind === 'swept');
    const signatures = [txSignature, ...swept.map((arrival) => arrival.txSignature)];
    // The charges are shown with the deposit that is the largest part of the credit.
    const most = credit.toSorted((one, other) => other.amountMicroUsdc - one.amountMicroUsdc)[0];
    const depositId = most?.depositId ?? null;
    let left = credited;
    const own = await transactions.bySignatures(signatures);
    for (const kept of own.toSorted((one, other) => (one.purpose < other.purpose ? -1 : 1))) {
      // Transactions of other apps and workers are charged by those.
      if (kept.user === null || !isCharged(kept)) continue;
      const bill = await this.billOf(kept);
      const amountMicroUsdc = Math.min(left, bill.microUsdc);
      left -= amountMicroUsdc;
      const purpose = gasPurposeOf(kept.purpose);
      // If only a part is charged, only the sum is recorded.
      const items = amountMicroUsdc === bill.microUsdc ? bill.items : null;
      await charges.add({ user, purpose, amountMicroUsdc, items, depositId }, now());
    }
  }

  /** The rent of a wallet is laid out for who paid for the bridge. */
  private async billOf(kept: ChainTransaction): Promise<GasBill> {
    const { main, rents, tariff } = this.parts;
    const paysWallet = makesWallet(kept) && !(await rents.isLaidOut(kept.purpose));
    if (!paysWallet) return gasBill(partsOfCredit(), tariff);
    this.walletLamports ??= Number(await main.minimumLamports(CAPITAL_ACCOUNTS.proxy.bytes));
    const rent = { kind: 'wallet_rent', chain: 'main', lamports: this.walletLamports } as const;
    return gasBill([...partsOfCredit(), rent], tariff);
  }
}

/** Its bytes contain the instruction's discriminator if it creates the user's proxy wallet. */
const makesWallet = ({ bytes }: ChainTransaction): boolean =>
  Buffer.from(bytes).includes(Buffer.from(initProxy.discriminator));

const isCharged = ({ purpose }: ChainTransaction): boolean =>
  /^credit:|^deposit:[0-9a-f]{64}:sweep:/.test(purpose);
