/** Chance for tests and benchmarks that can be repeated. */
export { Random } from './random';
