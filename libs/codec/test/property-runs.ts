/**
 * How many inputs a property is run with: by default a few seconds' worth; `PROPERTY_RUNS` sets more, e.g. for a night.
 * A failure prints its seed.
 */
export const propertyRuns = (byDefault: number): { numRuns: number } => ({
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? byDefault),
});
