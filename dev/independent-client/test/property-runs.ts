/**
 * How often a property is tried: seconds by default; a night's worth by `PROPERTY_RUNS`. A failure prints its seed.
 * `atMost`: of what signs and makes keys several times.
 */
export const propertyRuns = (byDefault: number, atMost = Infinity): { numRuns: number } => ({
  numRuns: Math.min(atMost, Number(process.env['PROPERTY_RUNS'] ?? byDefault)),
});
