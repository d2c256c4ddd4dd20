import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ApiError } from './api-error.ts'
import { OPERATIONS } from './spec/operations.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A path that is there, asked with a method that it does not know: 405 and not 404. */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const [path, operations] of Map.groupBy(OPERATIONS, (operation) => operation.path)) {
    const known = new Set<string>(operations.map(({ method }) => method.toUpperCase()))
    app.route({
      method: METHODS.filter((method) => !known.has(method)),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: () => {
        throw new ApiError(405, 'web_framework_error', 'method not allowed')
      },
    })
  }
}
