import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'

/** Options of the localnet's HTTP servers. */
export interface HttpServerOptions {
  readonly bodyLimitBytes: number
  /** Longest path parameter; paths contain Move types. */
  readonly maxParamLength?: number
}

/** Creates an HTTP server that does not log requests, and closes without waiting for idle connections. */
export function createHttpServer(log: FastifyBaseLogger, options: HttpServerOptions): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    routerOptions: { maxParamLength: options.maxParamLength ?? 100 },
    forceCloseConnections: true,
  })
}
