/** A `.cpuprofile`: the node of each sample (Chrome DevTools Protocol, Profiler.Profile). */
import { z } from 'zod';

const callFrame = z.object({
  functionName: z.string(),
  url: z.string(),
  /** Both from 0. */
  lineNumber: z.int(),
  columnNumber: z.int(),
});
const profile = z.object({
  nodes: z.array(z.object({ id: z.int(), callFrame })),
  /** Ids of nodes, the innermost frame of each sample. */
  samples: z.array(z.int()),
  /** Microseconds since the previous sample. */
  timeDeltas: z.array(z.number()),
});

export type CallFrame = z.infer<typeof callFrame>;

/** Time spent waiting for work is not use of a core. */
const IDLE = '(idle)';

/** @returns microseconds by innermost frame. @throws ZodError if the text is no profile */
export function selfTimes(text: string): Map<CallFrame, number> {
  const { nodes, samples, timeDeltas } = profile.parse(JSON.parse(text));
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const times = new Map<CallFrame, number>();
  samples.forEach((id, index) => {
    // A sample stands for the time until the next one.
    const us = Math.max(timeDeltas[index + 1] ?? 0, 0);
    const frame = frames.get(id);
    if (us === 0 || frame === undefined || frame.functionName === IDLE) return;
    times.set(frame, (times.get(frame) ?? 0) + us);
  });
  return times;
}
