/** Commands that move months of history from the database to files. */
import { parseArgs } from 'node:util';
import {
  dropMonth,
  exportMonth,
  monthAtMs,
  monthOf,
  monthsLater,
  oldestMonth,
} from '@bellwether/persistence';
import type { Month } from '@bellwether/persistence';
import { MIN_RETAINED_MONTHS } from './limits';

export interface WantedExport {
  readonly what: 'export-history';
  readonly month: Month;
  readonly to: string;
}

export interface WantedDrop {
  readonly what: 'drop-history';
  readonly exports: string;
  /** Of the command line; else the configuration's. */
  readonly keepMonths: number | undefined;
}

/** Null if it is not so. @throws TypeError at an option that there is not */
export function exportOf(args: string[]): WantedExport | null {
  const type = 'string';
  const { values } = parseArgs({ args, options: { month: { type }, to: { type } } });
  const month = monthOf(values.month ?? '');
  if (month === null || values.to === undefined) return null;
  return { what: 'export-history', month, to: values.to };
}

export function dropOf(args: string[]): WantedDrop | null {
  const type = 'string';
  const options = { exports: { type }, 'keep-months': { type } } as const;
  const { exports, 'keep-months': keep } = parseArgs({ args, options }).values;
  if (exports === undefined) return null;
  const keepMonths = keep === undefined ? undefined : Number(keep);
  const isGood =
    keepMonths === undefined ||
    (Number.isSafeInteger(keepMonths) && keepMonths >= MIN_RETAINED_MONTHS);
  return isGood ? { what: 'drop-history', exports, keepMonths } : null;
}

/** @throws Error if the month is not over in history, or has an export there */
export async function exportHistory(
  databaseUrl: string,
  { month, to }: WantedExport,
  print: (line: string) => void,
): Promise<void> {
  print(JSON.stringify(await exportMonth(databaseUrl, month, to)));
}

/**
 * Drops months of which the last `keepMonths` whole ones are not one, the oldest first, as far as they are exported.
 * @returns whether none is left that may go
 * @throws Error if an export is damaged, or differs from the database
 */
export async function dropHistory(
  databaseUrl: string,
  { exports, keepMonths, nowMs }: { exports: string; keepMonths: number; nowMs: number },
  print: (line: string) => void,
): Promise<boolean> {
  const firstKept = monthsLater(monthAtMs(nowMs), -keepMonths);
  for (;;) {
    const month = await oldestMonth(databaseUrl);
    if (month === null || month.startMs >= firstKept.startMs) return true;
    const dropped = await dropMonth(databaseUrl, month, exports);
    print(JSON.stringify(dropped));
    if ('state' in dropped) return false;
  }
}
