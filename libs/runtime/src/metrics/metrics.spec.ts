import { expect, it } from 'vitest';
import { Metrics } from '../index';

const ROUTE = { method: 'GET', route: '/v1/markets', seconds: 0.002 };

it.each([1, 63, 64, 65, 200])('shows all of %i requests, by route and status', async (count) => {
  const metrics = new Metrics({ service: 'test' });
  for (let request = 0; request < count; request++) {
    metrics.observeRequest({ ...ROUTE, status: 200 });
  }
  metrics.observeRequest({ ...ROUTE, status: 404 });
  const { text } = await metrics.expose();
  const series = 'bellwether_http_request_duration_seconds';
  const labels = 'service="test",method="GET",route="/v1/markets"';
  expect(text).toContain(`${series}_count{${labels},status="200"} ${count}\n`);
  expect(text).toContain(`${series}_bucket{le="0.001",${labels},status="200"} 0\n`);
  expect(text).toContain(`${series}_bucket{le="0.0025",${labels},status="200"} ${count}\n`);
  expect(text).toContain(`${series}_count{${labels},status="404"} 1`);
});
