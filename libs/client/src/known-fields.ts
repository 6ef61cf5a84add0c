/**
 * The fields of requests that some may leave out. Another one is refused before anything is signed: what is not sent would
 * be thought to be, and a misspelt recipient would send money to the deposit address. Where all are needed, as for a
 * cancel, an object that holds more, as an order does, is taken.
 */
import { InvalidInputError } from './errors';
import type {
  BuilderOrderRequest,
  CancelAllRequest,
  OrderRequest,
  RecoverRequest,
  WithdrawRequest,
} from './requests';

/** @throws InvalidInputError naming a field that is none of these. */
function only<T extends object>(fields: Readonly<Record<keyof T, true>>) {
  const names = Object.keys(fields).join(', ');
  return <G extends T>(given: G): G => {
    for (const [field, value] of Object.entries(given)) {
      if (value !== undefined && !Object.hasOwn(fields, field))
        throw new InvalidInputError(field, value, `absent: the fields are ${names}`);
    }
    return given;
  };
}

const ORDER = {
  market_id: true,
  side: true,
  outcome: true,
  price: true,
  size: true,
  order_type: true,
  self_trade: true,
  reduce_only: true,
  expires_at: true,
} as const;
const PAYMENT = { max_gas_fee: true, allow_program_address: true } as const;

export const onlyOrder = only<OrderRequest>(ORDER);
export const onlyBuilderOrder = only<BuilderOrderRequest>({ ...ORDER, fee_bps: true });
export const onlyCancelAll = only<CancelAllRequest>({ market_id: true });
export const onlyWithdraw = only<WithdrawRequest>({
  amount: true,
  recipient_ext: true,
  recipient_main: true,
  ...PAYMENT,
});
export const onlyRecover = only<RecoverRequest>({ mint: true, recipient_ext: true, ...PAYMENT });
