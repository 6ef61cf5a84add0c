/** Sets of words, as `buy` and `sell`: each is one type with a name, however many fields have it. */

/** Words of many fields have a name of their own; a set of one field is named by class and field. */
const NAMES: Readonly<Record<string, string>> = {
  'buy sell': 'Side',
  'yes no': 'OutcomeSide',
  'yes no void': 'Resolution',
  'gtc ioc fok post_only': 'OrderType',
  'cancel_maker cancel_taker cancel_both': 'SelfTradeMode',
  'resting partially_filled filled cancelled': 'OrderStatus',
  'pending active paused closed resolved voided': 'MarketStatus',
  'open cancel_only halted': 'ExchangeMode',
  'test production': 'Network',
};
/** Sets that grow, by the first field that has them. */
const NAMES_BY_PLACE: Readonly<Record<string, string>> = {
  AcceptedWithdrawalRecipientKind: 'RecipientKind',
  FaucetGiftToken: 'FaucetToken',
  PreviewRefusalCode: 'RefusalCode',
  SubmittedCancelReason: 'CancelReason',
  TradeSettlementType: 'SettlementType',
};
/** Every error has one of these codes. */
const CODE_OF_ALL = 'MALFORMED_JSON';

const LINE = 100;

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

  /** The module. At run time a word is text: a newer exchange may know more of them. */
  module(): string {
    const types = this.names.map((name) => literal(name, this.named.get(name) ?? []));
    const texts = this.names.map((name) => `    ${name} = str`);
    return [
      '"""Words of the interface. A newer exchange may know more: at run time they are plain text."""',
      '',
      'from typing import TYPE_CHECKING, Literal',
      '',
      'if TYPE_CHECKING:',
      ...types,
      'else:',
      ...texts,
      '',
    ].join('\n');
  }

  private free(place: string): string {
    if (this.named.has(place)) throw new Error(`two sets of words are named ${place}`);
    return place;
  }
}

function literal(name: string, words: readonly string[]): string {
  const quoted = words.map((word) => JSON.stringify(word));
  const line = `    ${name} = Literal[${quoted.join(', ')}]`;
  if (line.length <= LINE) return line;
  return [`    ${name} = Literal[`, ...quoted.map((word) => `        ${word},`), '    ]'].join(
    '\n',
  );
}
