/**
 * Parses the steps of an aggregator's route, only to find where they end. The program reads its arguments from the
 * front and ignores what follows them, so arguments read from the back could differ from those that count. Source:
 * Jupiter v6 IDL, `RoutePlanStep` and the first 48 kinds of `Swap`; later kinds differ between its versions, and a
 * route with one of them is refused.
 */

/** Borsh bytes after the kind of a swap; null: a flag, then the remaining accounts, if any. */
// oxfmt-ignore
const SWAP_FIELD_BYTES: readonly (number | null)[] = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, // 0 Saber … 8 Crema … 11 Cykura
  1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, // 12 Serum … 17 Whirlpool … 23 MarcoPolo
  1, 0, 0, 1, 1, 16, 0, 0, 0, 4, 0, 0, // 24 Dradex … 29 Symmetry … 35 Perps
  0, 0, 0, 1, 0, 4, 3, 10, 5, 5, 0, null, // 36 PerpsAddLiquidity … 43 SanctumS … 47 WhirlpoolSwapV2
];
/** Share of the input, source index, destination index. */
const STEP_TAIL_BYTES = 3;
/** Kind and number of accounts. */
const ACCOUNTS_SLICE_BYTES = 2;

/** Where the steps that begin at `start` end; `undefined` if they cannot be parsed. */
export function endOfRoutePlan(data: Uint8Array, start: number): number | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (start + 4 > data.length) return undefined;
  const steps = view.getUint32(start, true);
  let at = start + 4;
  for (let step = 0; step < steps; step++) {
    const kind = data[at];
    const fieldBytes = kind === undefined ? undefined : SWAP_FIELD_BYTES[kind];
    if (fieldBytes === undefined) return undefined;
    const fields = fieldBytes ?? flagAndAccountsBytes(view, at + 1);
    if (fields === undefined) return undefined;
    at += 1 + fields + STEP_TAIL_BYTES;
  }
  return at > data.length ? undefined : at;
}

function flagAndAccountsBytes(view: DataView, start: number): number | undefined {
  if (start + 2 > view.byteLength) return undefined;
  const hasAccounts = view.getUint8(start + 1);
  if (hasAccounts === 0) return 2;
  if (hasAccounts !== 1 || start + 6 > view.byteLength) return undefined;
  return 6 + ACCOUNTS_SLICE_BYTES * view.getUint32(start + 2, true);
}
