/** A fault that ends this gateway. Connected clients get the reason. */
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
