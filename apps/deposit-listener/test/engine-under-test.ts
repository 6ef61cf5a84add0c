/** The engine's rules behind the real bus, without a journal; what they make true goes into the real event stream. */
import { EventPublisher, serveEngine } from '@bellwether/bus';
import type { Bus, EngineQuestion, EngineService, IncomingCommand } from '@bellwether/bus';
import { Exchange, validateCommand } from '@bellwether/exchange';
import type { Answer, Command, Lane } from '@bellwether/exchange';
import type { NewWithdrawal } from '@bellwether/funding';
import { silent } from './world';

interface WithdrawalTerms {
  readonly amount: number;
  readonly gasFee: number;
  readonly nonce: number;
  readonly recipient: Uint8Array;
}

export class EngineUnderTest {
  readonly exchange = new Exchange({ network: 'test' });
  /** Commands that came over the bus, refused ones included. */
  readonly commands: Command[] = [];

  private constructor(
    private readonly publisher: EventPublisher,
    private readonly stopService: () => Promise<void>,
  ) {}

  static async serve(bus: Bus): Promise<EngineUnderTest> {
    const onBroken = (error: unknown): never => {
      throw error;
    };
    const publisher = new EventPublisher({ shard: 0 }, { bus, log: silent, onBroken });
    await publisher.open();
    let service: EngineService | undefined;
    const engine = new EngineUnderTest(publisher, async () => service?.stop());
    service = await serveEngine(bus, 0, {
      onCommand: (incoming) => engine.take(incoming),
      onQuery: (incoming) => {
        const { lastSeq: seq, lastTimestampMs: timestampMs } = engine.exchange;
        const view = engine.view(incoming.question);
        if (view === undefined) incoming.fail('NOT_FOUND');
        else incoming.answer({ seq, timestampMs, view });
      },
    });
    return engine;
  }

  async stop(): Promise<void> {
    await this.stopService();
    await this.publisher.whenIdle();
  }

  /** Applies a command as somebody else's. */
  apply(lane: Lane, command: Command): Answer {
    const seq = this.exchange.lastSeq + 1;
    const timestampMs = Math.max(Date.now(), this.exchange.lastTimestampMs);
    const { answer, events } = this.exchange.apply({ seq, timestampMs, lane, command });
    this.publisher.publish(events.map((event, index) => ({ seq, index, timestampMs, event })));
    return answer;
  }

  /** A withdrawal on main that it accepts. @returns it as the worker hears of it */
  withdraw(user: Uint8Array, { recipient, ...terms }: WithdrawalTerms): NewWithdrawal {
    const { amount, gasFee, nonce } = terms;
    const signed = { recipientKind: 'recipient_main', recipient, builder: null } as const;
    const command = { kind: 'withdraw', user, ...terms, ...signed } as const;
    const { reply } = this.apply('funding', { ...command, signature: new Uint8Array(64) });
    if (reply.body.kind !== 'withdrawal') throw new Error(`a reply of ${reply.body.kind}`);
    const { withdrawalId } = reply.body;
    return {
      withdrawalId,
      user,
      amountMicroUsdc: amount,
      gasFeeMicroUsdc: gasFee,
      chain: 'main',
      recipientKind: 'recipient_main',
      recipient,
      nonce,
      builder: null,
      acceptedSeq: reply.seq,
    };
  }

  private take(incoming: IncomingCommand): void {
    const { lane, command } = incoming;
    this.commands.push(command);
    if (validateCommand(command, lane) === null) incoming.answer(this.apply(lane, command));
    else incoming.fail('VALIDATION_FAILED', { field: command.kind });
  }

  private view({ what, params }: EngineQuestion) {
    switch (what) {
      case 'status':
        return this.exchange.status();
      case 'solvency':
        return this.exchange.solvency();
      case 'funding':
        return this.exchange.funding(params.user);
      case 'withdrawal':
        return this.exchange.withdrawal(params.withdrawalId);
      default:
        return undefined;
    }
  }
}
