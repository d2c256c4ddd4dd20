import type { AddressInfo } from 'node:net'
import { listening } from '@opal/runtime/listen-error'
import { type MetricsAddress, type MetricsServer, serveMetrics } from '@opal/runtime/metrics-server'
import type { Registry } from 'prom-client'

/** The part of a Fastify server that listens. */
interface Listener {
  listen(options: { host: string; port: number }): Promise<string>
  readonly server: { address(): AddressInfo | string | null }
}

/** Serves metrics. @throws ListenError */
export function listenMetrics(address: MetricsAddress, registry: Registry): Promise<MetricsServer> {
  return listening(() => serveMetrics(address, registry), address, 'API_METRICS_PORT')
}

/**
 * Starts listening.
 * @param setting environment variable that chooses the port, for the message.
 * @returns the address, with the port that port 0 picked.
 * @throws ListenError
 */
export async function listen(listener: Listener, host: string, port: number, setting: string): Promise<string> {
  await listening(() => listener.listen({ host, port }), { host, port }, setting)
  return `http://${host}:${(listener.server.address() as AddressInfo).port}`
}
