import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { WebConfig } from './config.ts'
import { loadServerBuild } from './server/server-build.ts'
import { createWebServer } from './server/web-server.ts'

/** A running web server. Disposing it waits for the answers under way. */
export interface RunningWeb extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
}

/**
 * Serves the built site. Run `npm run build -w @opal/web` first.
 * @throws MissingBuildError when there is no build.
 */
export async function start(config: WebConfig): Promise<RunningWeb> {
  const logger = pino({ name: 'web', level: config.logLevel })
  const server = await createWebServer(config, await loadServerBuild(), logger)
  await server.listen({ host: config.host, port: config.port })
  const { port } = server.server.address() as AddressInfo
  const url = `http://${config.host}:${port}`
  logger.info({ url }, 'web ready')
  return { url, [Symbol.asyncDispose]: () => server.close() }
}
