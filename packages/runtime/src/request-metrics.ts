import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { onRequestEnd } from './request-end.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Measures a server's responses, and requests whose client left before (status 499): number, status and duration. Routes are labeled by
 * their template, so that clients cannot create labels; nothing is measured by client.
 * @param name of the metric.
 * @param routeOf names a route; null for requests that match none. Defaults to Fastify's template.
 */
export function measureRequests(
  server: FastifyInstance,
  registry: Registry,
  name: string,
  routeOf: (request: FastifyRequest) => string | null = ({ routeOptions }) => routeOptions.url ?? null,
): void {
  const seconds = new Histogram({
    name,
    help: 'Time from a request to the end of its answer, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  onRequestEnd(server, (request, reply, status) => {
    const route = routeOf(request) ?? 'none'
    // Clients may send any method, and labels must be few.
    const method = route === 'none' ? 'any' : request.method
    seconds.observe({ route, method, status }, reply.elapsedTime / 1_000)
  })
}
