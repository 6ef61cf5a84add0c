/**
 * How many inputs a property is run with: by default a few seconds' worth; `PROPERTY_RUNS` sets more, e.g. for a night.
 * A failure prints its seed. `atMost`: for tests over sockets, which take a quarter of a second each.
 */
export const propertyRuns = (byDefault: number, atMost = Infinity): { numRuns: number } => ({
  numRuns: Math.min(atMost, Number(process.env['PROPERTY_RUNS'] ?? byDefault)),
});
