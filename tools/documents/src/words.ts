/** Sets of words, as `buy` and `sell`: each is one type with a name, however many fields have it. */

/** Words of many fields have a name of their own; a set of one field is named by class and field. */
const NAMES: Readonly<Record<string, string>> = {
  'buy sell': 'Side',
  'yes no': 'OutcomeSide',
  'yes no void': 'Resolution',
  'yes no void winner': 'CaseOutcome',
  'yes no void winner too_early': 'Claim',
  'uphold overturn reopen': 'Verdict',
  'proposed disputed final withdrawn reopened': 'CaseStatus',
  'value winner': 'AttestedKind',
  'gtc ioc fok post_only': 'OrderType',
  'cancel_maker cancel_taker cancel_both': 'SelfTradeMode',
  'resting partially_filled filled cancelled': 'OrderStatus',
  'pending active paused closed proposed disputed resolved voided': 'MarketStatus',
  'open cancel_only halted': 'ExchangeMode',
  'test production': 'Network',
};
/** Sets that grow, by the first field that has them. */
const NAMES_BY_PLACE: Readonly<Record<string, string>> = {
  AcceptedWithdrawalRecipientKind: 'RecipientKind',
  FaucetGiftToken: 'FaucetToken',
  PreviewRefusalCode: 'RefusalCode',
  DetailsByCodeNONCETOOLOWFate: 'NonceFate',
  DetailsByCodeRECIPIENTNOTAWALLETField: 'RecipientField',
  DetailsByCodeRECIPIENTNOTAWALLETIs: 'NoWallet',
  DetailsByCodeTRADINGKEYBOUNDBound: 'KeyBound',
  NonceTooLowDetailsFate: 'NonceFate',
  RecipientNotAWalletDetailsField: 'RecipientField',
  TradingKeyBoundDetailsBound: 'KeyBound',
  SubmittedOrderCancelReason: 'CancelReason',
  TradeSettlementType: 'SettlementType',
  GasActionAction: 'GasActionName',
  ListCandlesQueryInterval: 'CandleInterval',
  SignatureDiagnosisKind: 'SignedKind',
  WhoAmIRoles: 'OperatorRole',
  WithdrawalReason: 'WithdrawalFailure',
};
/** Every error has one of these codes. */
const CODE_OF_ALL = 'MALFORMED_JSON';

export class Words {
  private readonly named = new Map<string, readonly string[]>();

  /** @param place class and field, as `OrderStatus` */
  nameOf(words: readonly string[], place: string): string {
    const given = words.includes(CODE_OF_ALL) ? 'ErrorCode' : NAMES[words.join(' ')];
    const same = [...this.named].find(([, known]) => known.join(' ') === words.join(' '))?.[0];
    const name = given ?? same ?? this.free(NAMES_BY_PLACE[place] ?? place);
    this.named.set(name, words);
    return name;
  }

  get names(): readonly string[] {
    return [...this.named.keys()].toSorted();
  }

  /** By name. */
  get sets(): readonly (readonly [name: string, words: readonly string[]])[] {
    return this.names.map((name) => [name, this.named.get(name) ?? []]);
  }

  private free(place: string): string {
    if (this.named.has(place)) throw new Error(`two sets of words are named ${place}`);
    return place;
  }
}
