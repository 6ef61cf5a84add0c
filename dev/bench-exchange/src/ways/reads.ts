import { bareRead } from '../peer/start-peer';
import type { OrderFlow } from './order-flow';
import { driveReads } from './read-run';
import type { ReadName, ReadWayName, Run, Way } from './way';

/** One read, alone or while orders flow. */
export class Read implements Way {
  readonly lanes = [64];

  constructor(
    readonly name: ReadWayName,
    private readonly url: string,
    private readonly flow?: OrderFlow,
  ) {}

  async run(lanes: number, each: number): Promise<Run> {
    const read = () => driveReads(this.url, lanes, each);
    if (this.flow === undefined) return { load: await read(), placed: [] };
    const { result, placed } = await this.flow.during(read);
    return { load: result, placed };
  }
}

/** Each read beside a bare route that answers with as many bytes, alone and while orders flow. */
export async function readWays(
  urls: Readonly<Record<ReadName, string>>,
  bareUrl: string,
  flow: OrderFlow,
): Promise<Read[]> {
  const ways: Read[] = [];
  for (const name of ['list', 'book', 'balance'] as const) {
    const answer = await fetch(urls[name]);
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${urls[name]} answered ${answer.status}: ${body}`);
    const bare = `${bareUrl}${bareRead(Buffer.byteLength(body))}`;
    ways.push(
      new Read(`bare ${name}`, bare),
      new Read(`GET ${name}`, urls[name]),
      new Read(`bare ${name}, orders flowing`, bare, flow),
      new Read(`GET ${name}, orders flowing`, urls[name], flow),
    );
  }
  return ways;
}
