/** The engine's rules behind the real bus, without a journal. Their events go into the real event stream. */
import { EventPublisher, serveEngine } from '@bellwether/bus';
import type { Bus, EngineQueryRequest, EngineService, IncomingCommand } from '@bellwether/bus';
import { Exchange, validateCommand } from '@bellwether/exchange';
import type { Answer, Command, Lane } from '@bellwether/exchange';
import { silent } from './silent';

export class EngineUnderTest {
  readonly exchange = new Exchange({ network: 'test' });
  /** Commands received over the bus, including refused ones. */
  readonly commands: Command[] = [];
  private service: EngineService | undefined;

  private constructor(
    private readonly bus: Bus,
    private readonly publisher: EventPublisher,
  ) {}

  static async serve(bus: Bus): Promise<EngineUnderTest> {
    const onBroken = (error: unknown): never => {
      throw error;
    };
    const publisher = new EventPublisher({ shard: 0 }, { bus, log: silent, onBroken });
    await publisher.open();
    const engine = new EngineUnderTest(bus, publisher);
    await engine.start();
    return engine;
  }

  async start(): Promise<void> {
    this.service = await serveEngine(this.bus, 0, {
      onCommand: (incoming) => this.take(incoming),
      onQuery: (incoming) => {
        const { lastSeq: seq, lastTimestampMs: timestampMs } = this.exchange;
        const view = this.view(incoming.query);
        if (view === undefined) incoming.fail('NOT_FOUND');
        else incoming.answer({ seq, timestampMs, view });
      },
    });
  }

  /** Stops answering until it is started again; its state stays. */
  async stop(): Promise<void> {
    await this.service?.stop();
    await this.publisher.whenIdle();
  }

  /** Applies a command as if from another client. */
  apply(lane: Lane, command: Command): Answer {
    const seq = this.exchange.lastSeq + 1;
    const timestampMs = Math.max(Date.now(), this.exchange.lastTimestampMs);
    const { answer, events } = this.exchange.apply({ seq, timestampMs, lane, command });
    this.publisher.publish(events.map((event, index) => ({ seq, index, timestampMs, event })));
    return answer;
  }

  private take(incoming: IncomingCommand): void {
    const { lane, command } = incoming;
    this.commands.push(command);
    if (validateCommand(command, lane) === null) incoming.answer(this.apply(lane, command));
    else incoming.fail('VALIDATION_FAILED', { field: command.kind });
  }

  private view({ what, params }: EngineQueryRequest) {
    switch (what) {
      case 'status':
        return this.exchange.status();
      case 'solvency':
        return this.exchange.solvency();
      case 'balance':
        return this.exchange.balance(params.user);
      case 'bookings':
        return this.exchange.bookings(params.users, params.withdrawalIds);
      case 'revenue':
        return this.exchange.revenue(params.keys);
      case 'funding':
        return this.exchange.funding(params.user);
      case 'withdrawal':
        return this.exchange.withdrawal(params.withdrawalId);
      default:
        return undefined;
    }
  }
}
