import { parseArgs } from 'node:util';
import { BuilderJourney } from './builder-journey';
import { DemoExchange } from './demo-exchange';
import { Narration } from './narration';
import { OwnKeyJourney } from './own-key-journey';
import { showSolvency } from './solvency';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  if (values.data === undefined) throw new Error('--data DIR: the folder of a running exchange');
  const exchange = new DemoExchange(values.data);
  const narration = new Narration((line) => console.log(line));
  await new OwnKeyJourney(exchange, narration).run();
  await new BuilderJourney(exchange, narration).run();
  await showSolvency(exchange, narration);
  narration.end();
}

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
