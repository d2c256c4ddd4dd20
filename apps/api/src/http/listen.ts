import type { AddressInfo } from 'node:net'
import { type MetricsAddress, type MetricsServer, serveMetrics } from '@opal/runtime/metrics-server'
import type { Registry } from 'prom-client'

/** The part of a Fastify server that listens. */
interface Listener {
  listen(options: { host: string; port: number }): Promise<string>
  readonly server: { address(): AddressInfo | string | null }
}

/** An address could not be listened on; the message says which and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Serves metrics. @throws ListenError */
export async function listenMetrics(address: MetricsAddress, registry: Registry): Promise<MetricsServer> {
  const { host, port } = address
  try {
    return await serveMetrics(address, registry)
  } catch (cause) {
    throw new ListenError(`${sentence(cause, host, port)} Set API_METRICS_PORT to another port.`, { cause })
  }
}

/**
 * Starts listening.
 * @param setting environment variable that chooses the port, for the message.
 * @returns the address, with the port that port 0 picked.
 * @throws ListenError
 */
export async function listen(listener: Listener, host: string, port: number, setting: string): Promise<string> {
  try {
    await listener.listen({ host, port })
  } catch (cause) {
    throw new ListenError(
      `${sentence(cause, host, port)} Set ${setting} to another port, or stop what uses this one.`,
      {
        cause,
      },
    )
  }
  return `http://${host}:${(listener.server.address() as AddressInfo).port}`
}

function sentence(cause: unknown, host: string, port: number): string {
  const { code, message } = cause as { code?: string; message?: string }
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken.`
  if (code === 'EACCES') return `Port ${port} needs more privileges.`
  return `${host}:${port} cannot be listened on: ${message}.`
}
