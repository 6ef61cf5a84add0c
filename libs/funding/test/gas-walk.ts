/**
 * Users who act at random under the gas rules, and chains that charge their costs. The chains' costs are written down
 * independently, from the programs: they share no number with the rules.
 */
import { Random } from '@bellwether/seeded-random';
import {
  MIN_DEPOSIT_MICRO_USDC,
  PARTS_OF_APPROVAL,
  capitalMicroUsdc,
  collectedOf,
  decideDeposit,
  depositCostMicroUsdc,
  gasBill,
  partsOfBridging,
  minWithdrawalMicroUsdc,
  partsOfCredit,
  partsOfOwnAccount,
  partsOfRecovery,
  partsOfWithdrawal,
  payoutAccountOf,
  reserveLeft,
  costMicroUsdc,
} from '../src';
import type { CapitalKind, FundingChain, GasBill, GasPart, GasReserve, GasTariff } from '../src';

/** Lamports, of both chains. */
const SIGNATURE = 5_000;
const RENT = {
  tokenAccount: 2_039_280,
  proxyWallet: 1_670_400,
  message: 2_477_760,
  postedVaa: 2_477_760,
  signatureSet: 1_301_520,
  claim: 897_840,
} as const;
const BRIDGE_FEE = 100;
const MAX_SHARERS = 8;
/** Two transactions verify thirteen signatures, a third posts. */
const POSTING = SIGNATURE * (2 + 7 + 2 + 6 + 1) + RENT.signatureSet + RENT.postedVaa;
const COMPLETION = SIGNATURE + RENT.claim;

export const WALK_ACTIONS = [
  'deposit_usdc',
  'deposit_token',
  'deposit_main',
  'withdraw_main',
  'withdraw_ext',
  'recover',
  'reclaim',
] as const;
export type WalkAction = (typeof WALK_ACTIONS)[number];

const RENT_OF: Readonly<Record<CapitalKind, readonly [FundingChain, number]>> = {
  deposit_token: ['ext', RENT.tokenAccount],
  proxy_token: ['main', RENT.tokenAccount],
  proxy: ['main', RENT.proxyWallet],
};

interface User {
  cost: bigint;
  charged: number;
  /** From the reserve. */
  drawn: number;
  credited: number;
  /** Of its charges, what its credits have not paid. */
  debt: number;
  /** What its deposits could not pay themselves, by their decisions. */
  short: number;
  /** The exchange's own accounts for it, whose rent is out. */
  readonly rent: Set<CapitalKind>;
  hasProxyWallet: boolean;
  /** Its deposits can be shared. */
  isApproved: boolean;
}

interface Recipient {
  readonly chain: FundingChain;
  isThere: boolean;
}

interface Payout {
  readonly user: User;
  readonly recipient: Recipient;
  readonly bill: GasBill;
  failures: number;
  state: 'accepted' | 'signed' | 'burned' | 'completing';
  makesAccount: boolean;
}

const MICRO_PER_EXACT = 1_000_000_000n;

export class GasWalk {
  readonly users: User[];
  readonly counts: Record<string, number> = {};
  reserve: GasReserve = { collectedMicroUsdc: 0, spentMicroUsdc: 0 };
  private readonly random: Random;
  private readonly recipients: Recipient[] = [];
  private readonly payouts = new Set<Payout>();
  /** Lamports of both chains, ever. */
  readonly rents = { laidOut: 0, returned: 0 };

  constructor(
    seed: number,
    private readonly tariff: GasTariff,
    private readonly actions: readonly WalkAction[] = WALK_ACTIONS,
    readonly unpaidCap = 20_000_000,
  ) {
    this.random = new Random(seed);
    this.users = Array.from({ length: 40 }, () => newUser());
  }

  /** Micro-USDC at the tariff's prices, rounded up. */
  get cost(): number {
    return Number(
      (this.users.reduce((sum, { cost }) => sum + cost, 0n) + MICRO_PER_EXACT - 1n) /
        MICRO_PER_EXACT,
    );
  }
  get charged(): number {
    return this.users.reduce((sum, { charged }) => sum + charged, 0);
  }

  /** One action of a user, then some background work and other users' actions. */
  act(): void {
    const action = this.random.pick(this.actions);
    this.count(action);
    // A new user sometimes: accounts and wallets must be created again.
    if (this.random.chance(0.1)) this.users.push(newUser());
    this.begin(action, this.random.pick(this.users));
    for (let more = this.random.between(0, 8); more > 0; more--) this.goOn();
    this.meddle();
  }

  /** Runs until no payout is pending. A user whose bridged payout waits finally creates the account. */
  end(): void {
    for (let rounds = 0; this.payouts.size > 0; rounds++) {
      this.goOn();
      if (rounds > 100_000) for (const { recipient } of this.payouts) recipient.isThere = true;
    }
  }

  private begin(action: WalkAction, user: User): void {
    switch (action) {
      case 'deposit_usdc':
      case 'deposit_token':
        return this.bridgedDeposit(user, action === 'deposit_token');
      case 'deposit_main':
        return this.mainDeposit(user);
      case 'withdraw_main':
        return this.withdraw(user, 'main');
      case 'withdraw_ext':
        return this.withdraw(user, 'ext');
      case 'recover':
        return this.recover(user);
      case 'reclaim':
        return this.reclaim(user);
    }
  }

  /** Lamports that are out. */
  get rentOut(): number {
    const out = this.users.flatMap(({ rent }) => [...rent]);
    return out.reduce((sum, kind) => sum + RENT_OF[kind][1], 0);
  }

  /** What users who never paid owe, in micro-USDC. */
  get unpaid(): number {
    const unpaid = this.users.filter((user) => !hasPaid(user));
    return unpaid.reduce((sum, { debt }) => sum + debt, 0);
  }

  /** The operator pays the transactions of it. */
  private layOut(user: User, kind: CapitalKind): void {
    user.rent.add(kind);
    this.rents.laidOut += RENT_OF[kind][1];
  }

  private reclaim(user: User): void {
    for (const kind of user.rent) {
      if (kind === 'proxy') continue;
      // The collector's right ends with the account.
      if (kind === 'deposit_token') user.isApproved = false;
      user.rent.delete(kind);
      this.rents.returned += RENT_OF[kind][1];
      this.count('rent returned');
    }
  }

  private bridgedDeposit(user: User, isSwapped: boolean): void {
    const source = isSwapped ? 'ext_token' : 'ext_usdc';
    const least = MIN_DEPOSIT_MICRO_USDC;
    const amount = this.random.chance(0.3) ? least : this.random.between(1, 20_000_000);
    const costMicroUsdc = depositCostMicroUsdc(source, this.tariff);
    const decision = decideDeposit(
      {
        source,
        sourceAmount: BigInt(amount),
        valueMicroUsdc: amount,
        tier: 0,
        released: false,
        costMicroUsdc,
        canPay: user.credited - user.charged >= costMicroUsdc - amount,
      },
      {
        network: 'test',
        executorEnabled: true,
        bucket: { day: 0, capMicroUsdc: Number.MAX_SAFE_INTEGER, usedMicroUsdc: 0 },
        unpaidGas: { microUsdc: this.shorts, capMicroUsdc: this.unpaidCap },
        nowMs: 0,
      },
    );
    // Rejected or queued: it stays where it is, and nothing was paid for it.
    if (decision.kind !== 'accept') return this.count(`deposit ${decision.reason}`);
    user.short += decision.gasShortMicroUsdc;
    if (decision.gasShortMicroUsdc > 0) this.count('deposit short');
    const charge = (parts: readonly GasPart[]): number => this.charge(user, parts);
    if (isSwapped) {
      if (!user.rent.has('deposit_token')) {
        this.pay(user, 'ext', SIGNATURE);
        this.layOut(user, 'deposit_token');
        charge(partsOfOwnAccount('ext'));
      }
      // The actual cost, priority and another's account included: it is charged as the chain states it.
      const swap = SIGNATURE * 3 + this.random.pick([0, 0, RENT.tokenAccount, 1_000_000]);
      this.pay(user, 'ext', swap);
      charge([{ kind: 'transaction_fees', chain: 'ext', lamports: swap }]);
    }
    if (!user.rent.has('proxy_token')) {
      this.pay(user, 'main', SIGNATURE);
      this.layOut(user, 'proxy_token');
      charge(partsOfOwnAccount('main'));
    }
    const sharers = this.random.pick([1, 1, 2, 3, MAX_SHARERS]);
    if (sharers > 1) this.count('deposit shared');
    if (sharers > 1 && !user.isApproved) {
      this.pay(user, 'ext', SIGNATURE * 2);
      charge(PARTS_OF_APPROVAL);
      user.isApproved = true;
    }
    // The others pay their shares. Made with the completion, the split account costs the transaction that pays it out.
    this.pay(user, 'ext', SIGNATURE * 3 + RENT.message + BRIDGE_FEE, sharers);
    this.pay(user, 'main', POSTING + COMPLETION + (sharers > 1 ? SIGNATURE : 0), sharers);
    charge(partsOfBridging(sharers));
    this.credit(user, amount, true);
  }

  private get shorts(): number {
    const unpaid = this.users.filter((user) => !hasPaid(user));
    return unpaid.reduce((sum, { short }) => sum + short, 0);
  }

  /** Funds that anybody pays into the account are swept when that is worth it. */
  private mainDeposit(user: User): void {
    const amount = this.random.between(1, this.random.pick([1_000, 1_000_000, 50_000_000]));
    this.credit(user, amount, false);
  }

  private credit(user: User, amount: number, isBridged: boolean): void {
    const makesWallet = !user.hasProxyWallet;
    const bill = gasBill(partsOfCredit({ paysWallet: makesWallet && !isBridged }), this.tariff);
    const covered = Math.min(bill.microUsdc, amount);
    const cost = costMicroUsdc(partsOfCredit(), this.tariff);
    const worth = cost + (makesWallet ? capitalMicroUsdc('proxy', this.tariff) : 0);
    // Dust waits, or is swept at the reserve's cost.
    if (amount < worth && !(this.random.chance(0.5) && this.draw(user, worth - amount))) {
      return this.count('dust waits');
    }
    this.pay(user, 'main', SIGNATURE);
    if (makesWallet && isBridged) this.layOut(user, 'proxy');
    if (makesWallet && !isBridged) this.pay(user, 'main', RENT.proxyWallet);
    user.hasProxyWallet = true;
    user.charged += covered;
    user.debt += covered;
    user.credited += amount;
    user.debt = Math.max(0, user.debt - amount);
  }

  private withdraw(user: User, chain: FundingChain): void {
    const least = minWithdrawalMicroUsdc(chain, this.tariff);
    if (this.random.between(1, 60_000_000) < least) return this.count('withdrawal refused');
    if (user.debt > 0) return this.count('withdrawal in debt');
    const recipient = this.recipient(chain);
    const makesAccount = !recipient.isThere;
    this.count(makesAccount ? 'to a fresh account' : 'to a used account');
    const bill = gasBill(partsOfWithdrawal({ chain, makesAccount }), this.tariff);
    this.payouts.add({
      user,
      recipient,
      bill,
      failures: 0,
      state: 'accepted',
      makesAccount: false,
    });
  }

  private recipient(chain: FundingChain): Recipient {
    const known = this.recipients.filter((one) => one.chain === chain);
    if (known.length > 0 && this.random.chance(0.6)) return this.random.pick(known);
    const recipient = { chain, isThere: this.random.chance(0.3) };
    this.recipients.push(recipient);
    return recipient;
  }

  private goOn(): void {
    const [...payouts] = this.payouts;
    if (payouts.length === 0) return;
    const payout = this.random.pick(payouts);
    const { state, recipient, user } = payout;
    if (state === 'accepted') return this.sign(payout);
    if (state === 'signed') return this.land(payout);
    if (state === 'burned') {
      const isPaid = this.isPaidFor(payout);
      if (isPaid === false) return this.count('bridged payout waits');
      payout.makesAccount = isPaid === 'paid_for';
      payout.state = 'completing';
      return;
    }
    if (!recipient.isThere && !payout.makesAccount) {
      this.pay(user, 'ext', SIGNATURE);
      this.spend(user, SIGNATURE);
      this.count('completion failed');
      payout.state = 'burned';
      return;
    }
    this.pay(user, 'ext', COMPLETION + (recipient.isThere ? 0 : RENT.tokenAccount));
    recipient.isThere = true;
    this.payouts.delete(payout);
  }

  private sign(payout: Payout): void {
    const isPaid = this.isPaidFor(payout);
    if (isPaid === false) {
      // Nothing is pending: the whole amount is refunded, and the earlier failures are charged.
      payout.user.charged += Array.from({ length: payout.failures }, () =>
        gasBill([{ kind: 'transaction_fees', chain: 'main', transactions: 1 }], this.tariff),
      ).reduce((sum, { microUsdc }) => sum + microUsdc, 0);
      this.payouts.delete(payout);
      return this.count('refunded');
    }
    payout.makesAccount = isPaid === 'paid_for' && payout.recipient.chain === 'main';
    payout.state = 'signed';
  }

  private land(payout: Payout): void {
    const { recipient, user, bill } = payout;
    if (recipient.chain === 'main' && !recipient.isThere && !payout.makesAccount) {
      this.pay(user, 'main', SIGNATURE);
      payout.failures += 1;
      payout.state = 'accepted';
      return this.count('payout failed');
    }
    user.charged += bill.microUsdc;
    const { collectedMicroUsdc, ...reserve } = this.reserve;
    this.reserve = {
      ...reserve,
      collectedMicroUsdc: collectedMicroUsdc + collectedOf(bill.items),
    };
    for (; payout.failures > 0; payout.failures--) this.spend(user, SIGNATURE);
    if (recipient.chain === 'main') {
      const account = recipient.isThere ? 0 : RENT.tokenAccount;
      this.pay(user, 'main', SIGNATURE + account);
      recipient.isThere = true;
      this.payouts.delete(payout);
      return;
    }
    this.pay(user, 'main', SIGNATURE * 2 + RENT.message + BRIDGE_FEE);
    this.pay(user, 'ext', POSTING);
    payout.state = 'burned';
  }

  /** False if it was closed after the price was fixed: nobody pays for the account. */
  private isPaidFor({ recipient: { isThere }, bill }: Payout): 'there' | 'paid_for' | false {
    const paid = payoutAccountOf({ isThere, gasItems: bill.items });
    if (paid === 'uncovered') this.count('closed before its payout');
    return paid === 'uncovered' ? false : paid;
  }

  /** Paid from the recovered amount, before anything is signed. */
  private recover(user: User): void {
    const recipient = this.recipient('ext');
    const makesAccount = !recipient.isThere;
    const { microUsdc } = gasBill(partsOfRecovery({ makesAccount }), this.tariff);
    if (this.random.between(0, 3_000_000) <= microUsdc) return this.count('recovery refused');
    // If the account is closed between check and block, a transaction that creates no account fails; it moves
    // nothing.
    const isClosed = !makesAccount && this.random.chance(0.05);
    if (isClosed) {
      recipient.isThere = false;
      this.pay(user, 'ext', SIGNATURE * 2);
      this.charge(user, [{ kind: 'transaction_fees', chain: 'ext', transactions: 1 }]);
      return this.count('recovery failed');
    }
    this.pay(user, 'ext', SIGNATURE * 2 + (makesAccount ? RENT.tokenAccount : 0));
    user.charged += microUsdc;
    recipient.isThere = true;
  }

  /** Recipients close their accounts, or open them. */
  private meddle(): void {
    if (this.recipients.length === 0) return;
    for (let times = this.random.between(0, 3); times > 0; times--) {
      const targets = [...this.payouts].map(({ recipient }) => recipient);
      const recipient = this.random.pick(
        targets.length > 0 && this.random.chance(0.5) ? targets : this.recipients,
      );
      recipient.isThere = this.random.chance(0.2);
      this.count(recipient.isThere ? 'opened' : 'closed');
    }
  }

  private pay(user: User, chain: FundingChain, lamports: number, sharers = 1): void {
    const { extNativePriceMicroUsdc, mainNativePriceMicroUsdc } = this.tariff;
    const price = chain === 'ext' ? extNativePriceMicroUsdc : mainNativePriceMicroUsdc;
    const exact = BigInt(lamports) * BigInt(price);
    user.cost += (exact + BigInt(sharers - 1)) / BigInt(sharers);
  }

  private charge(user: User, parts: readonly GasPart[]): number {
    const { microUsdc } = gasBill(parts, this.tariff);
    user.charged += microUsdc;
    user.debt += microUsdc;
    return microUsdc;
  }

  private draw(user: User, microUsdc: number): boolean {
    if (reserveLeft(this.reserve) < microUsdc) return false;
    const { spentMicroUsdc, ...reserve } = this.reserve;
    this.reserve = { ...reserve, spentMicroUsdc: spentMicroUsdc + microUsdc };
    user.drawn += microUsdc;
    return true;
  }

  /** The cost of a failed transaction, which is spent in any case. */
  private spend(user: User, lamports: number): void {
    const microUsdc = Math.ceil((lamports * this.tariff.mainNativePriceMicroUsdc) / 1e9);
    const { spentMicroUsdc, ...reserve } = this.reserve;
    this.reserve = { ...reserve, spentMicroUsdc: spentMicroUsdc + microUsdc };
    user.drawn += microUsdc;
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** In micro-USDC, for each user with a loss: the operator's cost beyond charges and reserve. */
  get lossOfUsers(): number[] {
    return this.users
      .map(({ cost, charged, drawn }) => cost - BigInt(charged + drawn) * MICRO_PER_EXACT)
      .filter((loss) => loss > 0n)
      .map((loss) => Number(loss / MICRO_PER_EXACT));
  }

  get left(): number {
    return reserveLeft(this.reserve);
  }
}

const newUser = (): User => ({
  cost: 0n,
  charged: 0,
  drawn: 0,
  credited: 0,
  debt: 0,
  short: 0,
  rent: new Set(),
  hasProxyWallet: false,
  isApproved: false,
});

/** Its credits have paid its charges: the engine takes them first. */
const hasPaid = ({ credited, charged }: User): boolean => credited > charged;
