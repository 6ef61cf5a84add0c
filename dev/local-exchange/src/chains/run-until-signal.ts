/** The line that the supervisor waits for. */
export const READY_LINE = 'ready';

/** Runs a part as a process of its own: says when it is ready, stops it on a signal, ends when it fails. */
export async function runUntilSignal(
  start: () => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  const starting = start();
  const stop = () => {
    starting
      .then((part) => part.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => fail(error));
  }
  await starting;
  console.log(READY_LINE);
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}
