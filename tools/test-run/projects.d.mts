/** Projects whose specs start whole exchanges: nothing runs beside them. */
export const ALONE: readonly string[];
