import type { DetailsByCode } from './generated/interface';

/** Of several codes: those of one of them. Codes without `DetailsByCode` have none, or some that are for people alone. */
export type DetailsOf<C extends string> = C extends keyof DetailsByCode
  ? DetailsByCode[C]
  : Readonly<Record<string, unknown>>;
