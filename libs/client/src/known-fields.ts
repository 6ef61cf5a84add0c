/**
 * The fields of requests, by the messages that they sign. Where some may be left out, another one is refused before
 * anything is signed: what is not sent would be thought to be, and a misspelt recipient would send money to the deposit
 * address. Where all are needed, as for a cancel, an object that holds more, as an order does, is taken.
 */
import { FORMS, FULL_TERMS, saidIn } from '@bellwether/canonical-message';
import { InvalidInputError } from './errors';
import { DEFAULT_ORDER_TYPE } from './limits';
import type {
  AmendRequest,
  BuilderOrderTerms,
  CancelAllRequest,
  OrderTerms,
  RecoverRequest,
  WithdrawRequest,
} from './requests';

/** @throws InvalidInputError naming a field that is none of these. */
function only<T extends object>(names: readonly string[]) {
  return <G extends T>(given: G): G => {
    for (const [field, value] of Object.entries(given)) {
      if (value !== undefined && !names.includes(field))
        throw new InvalidInputError(field, value, `absent: the fields are ${names.join(', ')}`);
    }
    return given;
  };
}

/** Exactly these, as they are sent. */
const these =
  <T extends object>(names: readonly string[]) =>
  (given: T): T =>
    Object.fromEntries(names.map((name) => [name, given[name as keyof T]])) as T;

const BUILDER_ORDER = [...saidIn(FORMS.order), ...Object.keys(FULL_TERMS)];
const ORDER = BUILDER_ORDER.filter((name) => name !== 'fee_bps');

export const onlyOrder = only<OrderTerms>(ORDER);
export const onlyBuilderOrder = only<BuilderOrderTerms>(BUILDER_ORDER);
export const onlyCancelAll = only<CancelAllRequest>(saidIn(FORMS.cancel_all));
export const onlyWithdraw = only<WithdrawRequest>(saidIn(FORMS.withdraw));
export const onlyRecover = only<RecoverRequest>(saidIn(FORMS.recover));

const orderFields = these<BuilderOrderTerms>(BUILDER_ORDER);
export const orderTerms = (order: BuilderOrderTerms) => ({
  ...orderFields(order),
  order_type: order.order_type ?? DEFAULT_ORDER_TYPE,
});
const amendFields = these<AmendRequest>(saidIn(FORMS.amend));
/** As they are sent: without `filled`, whatever it is. @throws InvalidInputError */
export function amendTerms(
  amend: AmendRequest,
): Omit<AmendRequest, 'filled'> & { filled?: number } {
  const { filled, ...terms } = amendFields(amend);
  if (filled === 'any') return terms;
  if (Number.isSafeInteger(filled) && filled >= 0) return { ...terms, filled };
  throw new InvalidInputError('filled', filled, 'how many contracts are filled, or `any`');
}
export const withdrawTerms = these<WithdrawRequest>(saidIn(FORMS.withdraw));
export const recoverTerms = these<RecoverRequest>(saidIn(FORMS.recover));
