/** What the transactions of a deposit are kept for, and charged as: each attempt is another transaction. */
import { toHex } from '@bellwether/codec';
import type { Deposit } from '@bellwether/funding';

type Attempt = Pick<Deposit, 'depositId' | 'attempt'>;

/** Exchanges the deposit for USDC. */
export const swapPurpose = ({ depositId, attempt }: Attempt): string =>
  `deposit:${toHex(depositId)}:swap:${attempt}`;

/** Sends the deposit over the bridge. Its fate is the transfer's: the relayer broadcasts it. */
export const bridgePurpose = ({ depositId, attempt }: Attempt): string =>
  `deposit:${toHex(depositId)}:bridge:${attempt}`;
