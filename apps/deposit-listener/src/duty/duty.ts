export type { Duty, Reader } from '@bellwether/runtime';
