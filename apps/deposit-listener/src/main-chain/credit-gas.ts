/**
 * What a user owes for the exchange's own transactions that a credit is made of. Said when the credit is on its way into
 * the engine, since the charge comes before it, and what landed is known by then: what failed is not charged, nor what
 * somebody else paid for.
 */
import type { Chain } from '@bellwether/chain';
import { gasBill } from '@bellwether/funding';
import type { GasBill, GasTariff } from '@bellwether/funding';
import type {
  ChainCredit,
  ChainTransaction,
  ChainTransactionStore,
  GasChargeStore,
  MainArrivalStore,
} from '@bellwether/persistence';
import { initProxy } from '@bellwether/vault-program';
import { gasPurposeOf } from './credit-purpose';
import { PROXY_ACCOUNT_BYTES } from './limits';

export class CreditGas {
  private walletLamports: number | undefined;

  constructor(
    private readonly parts: {
      readonly main: Pick<Chain, 'minimumLamports'>;
      readonly arrivals: Pick<MainArrivalStore, 'ofCredit'>;
      readonly transactions: Pick<ChainTransactionStore, 'bySignatures'>;
      readonly charges: Pick<GasChargeStore, 'add'>;
      readonly tariff: GasTariff;
      readonly now: () => number;
    },
  ) {}

  /**
   * Adds the charges of a credit; those that are there already stay as they are. Together they are at most the credit:
   * nobody comes to owe something by being sent a millionth of a dollar, as often as anyone likes.
   */
  async charge({ user, creditSeq, txSignature, amountMicroUsdc: credited }: ChainCredit) {
    const { arrivals, transactions, charges, now } = this.parts;
    const credit = await arrivals.ofCredit(user, creditSeq);
    const swept = credit.filter(({ kind }) => kind === 'swept');
    const signatures = [txSignature, ...swept.map((arrival) => arrival.txSignature)];
    // Its charges show with the deposit that is the most of it.
    const most = credit.toSorted((one, other) => other.amountMicroUsdc - one.amountMicroUsdc)[0];
    const depositId = most?.depositId ?? null;
    let left = credited;
    const own = await transactions.bySignatures(signatures);
    for (const kept of own.toSorted((one, other) => (one.purpose < other.purpose ? -1 : 1))) {
      // Those of other apps, and of other workers, say themselves what they cost.
      if (kept.user === null || !isCharged(kept)) continue;
      const bill = await this.billOf(kept);
      const amountMicroUsdc = Math.min(left, bill.microUsdc);
      left -= amountMicroUsdc;
      const purpose = gasPurposeOf(kept.purpose);
      // Of what is charged in part only the sum is known.
      const items = amountMicroUsdc === bill.microUsdc ? bill.items : null;
      await charges.add({ user, purpose, amountMicroUsdc, items, depositId }, now());
    }
  }

  private async billOf(kept: ChainTransaction): Promise<GasBill> {
    const lamports = makesWallet(kept) ? await this.rentOfWallet() : 0;
    return gasBill(
      [
        { kind: 'transaction_fees', chain: 'main', transactions: 1 },
        { kind: 'wallet_rent', chain: 'main', lamports },
      ],
      this.parts.tariff,
    );
  }

  private async rentOfWallet(): Promise<number> {
    this.walletLamports ??= Number(await this.parts.main.minimumLamports(PROXY_ACCOUNT_BYTES));
    return this.walletLamports;
  }
}

const isCharged = ({ purpose }: ChainTransaction): boolean =>
  /^credit:|^deposit:[0-9a-f]{64}:sweep:/.test(purpose);

/** Its bytes hold the instruction's discriminator where it makes the user's proxy wallet. */
const makesWallet = ({ bytes }: ChainTransaction): boolean =>
  Buffer.from(bytes).includes(Buffer.from(initProxy.discriminator));
