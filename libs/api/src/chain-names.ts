import { CodedError } from '@bellwether/errors';
import type { FundingChain } from '@bellwether/funding';
import { z } from 'zod';

/** The operator's names for the two chains in requests and answers; `ext` and `main` by default. */
export class ChainNames {
  constructor(private readonly names: Readonly<Record<FundingChain, string>> = DEFAULT_NAMES) {}

  nameOf(chain: FundingChain): string {
    return this.names[chain];
  }

  /** @throws CodedError VALIDATION_FAILED naming `chain` */
  chainOf(name: string): FundingChain {
    if (name === this.names.ext) return 'ext';
    if (name === this.names.main) return 'main';
    const expected = `"${this.names.ext}" or "${this.names.main}"`;
    throw new CodedError(
      'VALIDATION_FAILED',
      { field: 'chain', value: name, expected },
      { message: `chain must be ${expected}.` },
    );
  }
}

/** A configured name: lower case, usable in bodies and URLs. */
export const chainName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, {
  error: 'must be 1 to 32 characters of a-z, 0-9 and -',
});

const DEFAULT_NAMES = { ext: 'ext', main: 'main' } as const;
