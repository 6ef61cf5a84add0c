/** The purposes under which a deposit's transactions are stored and charged. Each attempt is another transaction. */
import { toHex } from '@bellwether/codec';
import type { Deposit } from '@bellwether/funding';

type Attempt = Pick<Deposit, 'depositId' | 'attempt'>;

/** Exchanges the deposit for USDC. */
export const swapPurpose = ({ depositId, attempt }: Attempt): string =>
  `deposit:${toHex(depositId)}:swap:${attempt}`;

/** Sends the deposit over the bridge. The relayer broadcasts it, so its result is the transfer's. */
export const bridgePurpose = ({ depositId, attempt }: Attempt): string =>
  `deposit:${toHex(depositId)}:bridge:${attempt}`;

/** As that, of all deposits with this name (`shareNameOf`). */
export const sharedPurpose = (name: Uint8Array): string => `share:${toHex(name)}`;
