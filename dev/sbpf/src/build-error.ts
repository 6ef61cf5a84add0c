/** The program cannot be built, or would not run once built. The message is for whoever wrote it. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
