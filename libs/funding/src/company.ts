/** Deposits, and withdrawals to ext, that are ready within the same slot of time share one message of the bridge. */

/** When a company that could be joined at `readyMs` goes. `slotMs` 0: at once. */
export const companyLeavesMs = (readyMs: number, slotMs: number): number =>
  slotMs === 0 ? readyMs : Math.ceil(readyMs / slotMs) * slotMs;

/** As few groups as hold them all, of sizes as equal as can be: those that share pay about the same. */
export function companiesOf<T>(ready: readonly T[], most: number): T[][] {
  const count = Math.ceil(ready.length / most);
  return Array.from({ length: count }, (_, group) =>
    ready.filter((_one, at) => at % count === group),
  );
}
