/** The program cannot be built, or would not run once built. The message is for its author. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
