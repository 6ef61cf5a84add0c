/**
 * Exit code 0: the app in this container is ready for work. An image without a shell has no curl. This runs all day in
 * every container: a module or `fetch` would take three times the processor that Node.js takes to start.
 */
const { get } = require('node:http');

get(`http://127.0.0.1:${process.env.HEALTH_PORT}/readyz`, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
).on('error', () => process.exit(1)); // nobody listens yet
