import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Serves the OpenAPI description made from the contract at `/docs`, as JSON at `/docs/json`. */
export async function mountDocs(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Opal',
        version: '0',
        description:
          'The calls of the Opal NFT marketplace. Amounts are octas (10^-8 APT) as decimal strings; versions and times are 64-bit integers as decimal strings.',
      },
    },
    transform: jsonSchemaTransform,
  })
  await server.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
