/** A possible next step. */
import type { EngineState, World } from './world';
import type { Violation } from './rules';

export interface Step {
  readonly label: string;
  readonly world: World;
  /** A guarantee that the step violates. */
  readonly violation?: Violation;
}

export const withEngine = (world: World, at: number, change: Partial<EngineState>): World => ({
  ...world,
  engines: world.engines.map((engine, other) => (other === at ? { ...engine, ...change } : engine)),
});

export const nameOf = (at: number): string => `engine ${at + 1}`;
export const serverName = (at: number): string => `server ${at + 1}`;
