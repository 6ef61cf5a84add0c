export { verdictOf } from '@bellwether/runtime';
