import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'

/** Options of the localnet's HTTP servers. */
export interface HttpServerOptions {
  readonly bodyLimitBytes: number
  /** Longest path parameter; Move types stand in paths. */
  readonly maxParamLength?: number
}

/** Returns a web server that logs no single request and does not wait for idle connections when it closes. */
export function createHttpServer(log: FastifyBaseLogger, options: HttpServerOptions): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    routerOptions: { maxParamLength: options.maxParamLength ?? 100 },
    forceCloseConnections: true,
  })
}
