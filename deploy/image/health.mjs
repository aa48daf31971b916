// The image's health check, for there is no curl in it: exit code 0 where the process answers that it is ready.
// Usage: node health.mjs [PORT], the API's where left out
const port = process.argv[2] ?? process.env.PORT ?? '3000';

try {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4_000) });
  console.log(response.status, await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.log(error.cause?.message ?? error.message);
  process.exitCode = 1;
}
