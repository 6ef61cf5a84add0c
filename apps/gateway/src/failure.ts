/** A fault that this gateway does not survive: who is connected is told so when it ends. */
export class Failure {
  private failed = false;

  constructor(private readonly stop: (reason: unknown) => void) {}

  get isHere(): boolean {
    return this.failed;
  }

  readonly fail = (reason: unknown): void => {
    this.failed = true;
    this.stop(reason);
  };
}
