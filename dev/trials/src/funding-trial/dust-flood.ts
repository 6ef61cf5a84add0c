/** Floods of dust: far more transactions to one address than a node lists at once, while the listener is frozen. */
import pLimit from 'p-limit';
import { eventually } from '../../../e2e/src/eventually';
import { whileFrozen } from '../../../e2e/src/processes';
import { send, newTrialDepositor, MONEY_TIMEOUT_MS, depositsOf } from './trial-user';
import type { SentDeposit, TrialWorld } from './trial-user';
import type { Depositor } from '../../../e2e/src/funding-scenario';
import type { ChainName } from './doubtful-nodes';

const SENDS_AT_ONCE = 16;

export interface Flooded {
  readonly chain: ChainName;
  readonly depositor: Depositor;
  /** Number of dust transfers on the chain. */
  readonly count: number;
  readonly microUsdc: number;
  /** The normal deposit that follows the dust. */
  readonly sent: SentDeposit;
}

/** Sends transfers of 1, 2, 3 … micro-USDC while the listener is frozen, and then a normal deposit. */
export async function flood(world: TrialWorld, chain: ChainName, count: number): Promise<Flooded> {
  const kind = chain === 'ext' ? 'ext_usdc' : 'main_usdc';
  const depositor = await newTrialDepositor(world);
  const dust = new Map<string, number>();
  const amounts = Array.from({ length: count }, (_, index) => index + 1);
  await whileFrozen(world.exchange.dataDir, 'deposit-listener', () =>
    sendAll(world, { depositor, kind, amounts, dust }),
  );
  const amount = 5_000_000 + count;
  const planned = { kind, amount, microUsdc: amount } as const;
  const sent = await untilKept(world, { depositor, dust, kind, planned });
  return {
    chain,
    depositor,
    count: dust.size,
    microUsdc: [...dust.values()].reduce((sum, one) => sum + one, 0),
    sent,
  };
}

interface Sending {
  readonly depositor: Depositor;
  readonly kind: 'ext_usdc' | 'main_usdc';
  readonly dust: Map<string, number>;
}

async function sendAll(
  world: TrialWorld,
  { depositor, kind, amounts, dust }: Sending & { readonly amounts: readonly number[] },
): Promise<void> {
  await pLimit(SENDS_AT_ONCE).map(amounts, async (amount) => {
    dust.set(await send(world, depositor, { kind, amount }), amount);
  });
}

/** Waits until the last deposit is credited, and sends again what a fork dropped. */
async function untilKept(
  world: TrialWorld,
  { planned, ...sending }: Sending & { readonly planned: SentDeposit['planned'] },
): Promise<SentDeposit> {
  const { depositor, dust } = sending;
  let signature = await send(world, depositor, planned);
  await eventually(
    async () => {
      const dropped = [...dust].filter(([one]) => world.gate.isDropped(one));
      for (const [one] of dropped) dust.delete(one);
      await sendAll(world, { ...sending, amounts: dropped.map(([, amount]) => amount) });
      if (world.gate.isDropped(signature)) signature = await send(world, depositor, planned);
      return depositsOf(world.exchange, depositor.user);
    },
    (found) => found.some((one) => one.tx_signature === signature && one.phase === 'credited'),
    MONEY_TIMEOUT_MS,
  );
  return { planned, signature };
}
