import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import { openApiDocument } from '../spec/openapi-document.ts'
import { specPage } from '../spec/spec-page.ts'

/** `GET /v1/spec`, `/spec.json` and `/spec.yaml`: the API described, for people and for programs. */
export function addSpecRoutes(app: FastifyInstance): void {
  const document = openApiDocument()
  const yaml = stringify(document)
  app.get('/spec', (_request, reply) => reply.type('text/html; charset=utf-8').send(specPage()))
  app.get('/spec.json', () => document)
  app.get('/spec.yaml', (_request, reply) => reply.type('application/yaml').send(yaml))
}
