import { z } from 'zod';

/** The settings of a chain's process; it finds the seed in `dataDir`, so nothing here is secret. */
export const chainSettings = z.object({
  chain: z.enum(['ext', 'main']),
  /** Of the whole network. */
  dataDir: z.string(),
  port: z.int(),
  slotMs: z.int(),
  blocks: z.enum(['always', 'on_demand']),
});
export type ChainSettings = z.infer<typeof chainSettings>;

/** The settings of the process of guardians and swap. */
export const servicesSettings = z.object({
  dataDir: z.string(),
  rpcUrls: z.object({ ext: z.url(), main: z.url() }),
  guardiansPort: z.int(),
  swapPort: z.int(),
  /** How often the guardians look: they sign what is final, and that comes a slot at a time. */
  pollMs: z.int(),
});
export type ServicesSettings = z.infer<typeof servicesSettings>;

/** Settings travel as one argument in JSON. @throws Error when it is none of ours */
export function readSettings<T>(schema: z.ZodType<T>, argv: readonly string[]): T {
  return schema.parse(JSON.parse(argv[2] ?? 'null'));
}
