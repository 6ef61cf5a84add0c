/** Exit code 0: the app in this container is ready for work. An image without a shell has no curl. */
try {
  const { ok } = await fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/readyz`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1; // nobody listens yet
}
