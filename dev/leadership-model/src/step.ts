/** What can happen next. */
import type { EngineState, World } from './world';
import type { Violation } from './rules';

export interface Step {
  readonly label: string;
  readonly world: World;
  /** What must never be. */
  readonly violation?: Violation;
}

export const withEngine = (world: World, at: number, change: Partial<EngineState>): World => ({
  ...world,
  engines: world.engines.map((engine, other) => (other === at ? { ...engine, ...change } : engine)),
});

export const nameOf = (at: number): string => `engine ${at + 1}`;
export const serverName = (at: number): string => `server ${at + 1}`;
