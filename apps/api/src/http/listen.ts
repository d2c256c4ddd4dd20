import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listening } from '@opal/runtime/listen-error'
import { type MetricsAddress, type MetricsServer, serveMetrics } from '@opal/runtime/metrics-server'
import { boundPipelines } from '@opal/runtime/pipelined-requests'
import type { Registry } from 'prom-client'

/** The part of a Fastify server that listens. */
interface Listener {
  listen(options: { host: string; port: number }): Promise<string>
  readonly server: Server
}

/** Serves metrics. @throws ListenError */
export function listenMetrics(address: MetricsAddress, registry: Registry): Promise<MetricsServer> {
  return listening(() => serveMetrics(address, registry), address, 'API_METRICS_PORT')
}

/**
 * Starts listening, with a bound of what one connection sends ahead.
 * @param setting environment variable that chooses the port, for the message.
 * @returns the address, with the port that port 0 picked.
 * @throws ListenError
 */
export async function listen(listener: Listener, host: string, port: number, setting: string): Promise<string> {
  // The engine of sockets takes its requests before Fastify does: both are bounded only here.
  boundPipelines(listener.server)
  await listening(() => listener.listen({ host, port }), { host, port }, setting)
  return `http://${host}:${(listener.server.address() as AddressInfo).port}`
}
