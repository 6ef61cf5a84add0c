/** A no in the aggregator's words: status, and the body that its callers know. */
export class SwapRefusal extends Error {
  readonly status: number;
  readonly errorCode: string;

  constructor(errorCode: string, message: string, status = 400) {
    super(message);
    this.name = 'SwapRefusal';
    this.errorCode = errorCode;
    this.status = status;
  }

  get body(): { readonly error: string; readonly errorCode: string } {
    return { error: this.message, errorCode: this.errorCode };
  }
}

export const notParsed = (parameter: string, why: string): SwapRefusal =>
  new SwapRefusal('INVALID_PARAMETER', `Query parameter ${parameter} cannot be parsed: ${why}`);

/** Worth nothing, or more than the stock. */
export const noRoute = (): SwapRefusal =>
  new SwapRefusal('COULD_NOT_FIND_ANY_ROUTE', 'Could not find any route');
