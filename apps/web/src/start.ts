import type { AddressInfo } from 'node:net'
import { Draining } from '@opal/runtime/draining'
import { listening } from '@opal/runtime/listen-error'
import { type MetricsAddress, serveMetrics } from '@opal/runtime/metrics-server'
import { startTracing } from '@opal/runtime/tracing'
import { type Logger, pino } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { WebConfig } from './config.ts'
import { loadServerBuild } from './server/server-build.ts'
import { createWebServer } from './server/web-server.ts'

/** A running web server. */
export interface RunningWeb extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** Address of the metrics; null where none are served. */
  readonly metricsUrl: string | null
  /** Tells balancers that it ends, and resolves when every page is sent: nothing is cut off by disposing it then. */
  drain(): Promise<void>
}

/** Logged at the start of a public site without `TRUST_PROXY`. */
const UNKNOWN_PROXY =
  'WEB_PUBLIC_URL is a public address, but TRUST_PROXY is not set: name your proxy there, or set it to false where there is ' +
  'none. Until then everyone who comes through one proxy is limited as one client.'

const openMetrics = (address: MetricsAddress, registry: Registry) =>
  listening(() => serveMetrics(address, registry), address, 'WEB_METRICS_PORT')

/**
 * Serves the built site. Run `npm run build -w @opal/web` first.
 * @throws MissingBuildError when there is no build; ListenError.
 */
export async function start(
  config: WebConfig,
  logger: Logger = pino({ name: 'web', level: config.logLevel }),
): Promise<RunningWeb> {
  if (!config.exemptsOwnMachine) logger.error(UNKNOWN_PROXY)
  await using undo = new AsyncDisposableStack()
  if (config.tracing !== null) undo.use(await startTracing('opal-web', config.tracing))
  const draining = new Draining()
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const metrics = config.metrics === null ? null : undo.use(await openMetrics(config.metrics, registry))
  const server = await createWebServer(config, await loadServerBuild(), logger, { registry, draining })
  undo.defer(() => server.close())
  await listening(() => server.listen({ host: config.host, port: config.port }), config, 'WEB_PORT')
  const { port } = server.server.address() as AddressInfo
  const url = `http://${config.host}:${port}`
  logger.info({ url }, 'web ready')
  const running = undo.move()
  return {
    url,
    metricsUrl: metrics?.url ?? null,
    drain: () => draining.drain(config.drainMs),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
