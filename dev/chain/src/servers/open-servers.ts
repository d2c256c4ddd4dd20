import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { CheatContext } from '../cheats/cheat-context.ts'
import type { LocalnetConfig } from '../config.ts'
import { createFaucetServer } from '../faucet/create-faucet-server.ts'
import { createRestServer } from '../rest/create-rest-server.ts'
import { createStreamServer } from '../stream/create-stream-server.ts'
import { responsesOf } from '../stream/encode-response.ts'
import { createHttpServer } from './create-http-server.ts'
import { listenOn, type PortSetting } from './listen.ts'

/** Dependencies of the servers. */
export interface ServerParts extends CheatContext {
  readonly log: Logger
  readonly isReady: () => boolean
}

/** Addresses of a localnet. */
export interface LocalnetAddresses {
  /** Base of the REST API, e.g. `http://127.0.0.1:8080/v1`. */
  readonly nodeUrl: string
  readonly faucetUrl: string
  readonly readinessUrl: string
  /** `host:port` of the gRPC stream. */
  readonly streamAddress: string
}

/**
 * Opens the four ports; the stack closes them again.
 * @throws PortTakenError
 */
export async function openServers(
  config: LocalnetConfig,
  parts: ServerParts,
  stack: AsyncDisposableStack,
): Promise<LocalnetAddresses> {
  const { host } = config
  const { log } = parts
  const http = (setting: PortSetting, app: FastifyInstance): Promise<string> => {
    stack.defer(() => app.close())
    return listenOn(setting, host, () => app.listen({ port: setting.port, host }))
  }
  const settings = portSettings(config)
  const readinessUrl = await http(settings.readiness, createReadinessServer(parts.isReady, log))
  const nodeUrl = `${await http(settings.node, await createRestServer(parts, log))}/v1`
  const faucetUrl = await http(settings.faucet, await createFaucetServer(parts.faucet, log))
  const stream = await listenOn(settings.stream, host, () =>
    createStreamServer(responsesOf(parts.ledger), { host, port: settings.stream.port, log }),
  )
  stack.use(stream)
  return { nodeUrl, faucetUrl, readinessUrl, streamAddress: `${host}:${stream.port}` }
}

function portSettings(config: LocalnetConfig) {
  return {
    readiness: { what: 'readiness check', port: config.readinessPort, variable: 'READINESS_PORT' },
    node: { what: 'node', port: config.nodePort, variable: 'NODE_PORT' },
    faucet: { what: 'faucet', port: config.faucetPort, variable: 'FAUCET_PORT' },
    stream: { what: 'transaction stream', port: config.streamPort, variable: 'STREAM_PORT' },
  } satisfies Record<string, PortSetting>
}

/** Answers 503 until `isReady`, then 200, on every path: what supervisors and the SDK's own tests poll. */
function createReadinessServer(isReady: () => boolean, log: FastifyBaseLogger): FastifyInstance {
  const app = createHttpServer(log, { bodyLimitBytes: 1_024 })
  app.get('/*', (_request, reply) =>
    isReady()
      ? reply.send({ status: 'ready', not_ready: [] })
      : reply.code(503).send({ status: 'starting', not_ready: ['localnet'] }),
  )
  return app
}
