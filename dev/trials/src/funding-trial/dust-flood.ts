/** Floods of dust: far more transactions to one address than a node lists at once, while nobody is looking. */
import pLimit from 'p-limit';
import { eventually } from '../../../e2e/src/eventually';
import { whileFrozen } from '../../../e2e/src/processes';
import { send, newTrialDepositor, MONEY_PATIENCE_MS, depositsOf } from './trial-user';
import type { SentDeposit, TrialWorld } from './trial-user';
import type { Depositor } from '../../../e2e/src/funding-scenario';
import type { ChainName } from './doubtful-nodes';

const SENDS_AT_ONCE = 16;

export interface Flooded {
  readonly chain: ChainName;
  readonly depositor: Depositor;
  /** Of the dust that is on the chain. */
  readonly count: number;
  readonly microUsdc: number;
  /** One that counts, after the dust. */
  readonly sent: SentDeposit;
}

/** Transfers of 1, 2, 3 … micro-USDC while the listener is frozen, then a deposit like any other. */
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

/** Until the last one is credited, with everything sent again that a fork dropped. */
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
    MONEY_PATIENCE_MS,
  );
  return { planned, signature };
}
