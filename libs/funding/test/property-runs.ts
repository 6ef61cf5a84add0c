/** How often a property is tried: seconds by default; a night's worth by `PROPERTY_RUNS`. A failure prints its seed. */
export const propertyRuns = (byDefault: number): { numRuns: number } => ({
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? byDefault),
});
