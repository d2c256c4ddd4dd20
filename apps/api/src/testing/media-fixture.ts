import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FairQueue } from '@opal/domain/limits/fair-queue'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { toErrorAnswer } from '../http/error-responses.ts'
import { createMediaQueue } from '../images/media-queue.ts'
import type { SourceOptions } from '../images/sources/fetch-source.ts'
import { SourceShares } from '../images/sources/source-shares.ts'

/** A server for one route of the media service, and a host that it asks as an IPFS gateway. Disposing closes both. */
export interface MediaFixture extends AsyncDisposable {
  readonly server: FastifyInstance
  readonly sources: SourceOptions
  readonly queue: FairQueue
}

/** @param isKnown which addresses the market names; all of them when left out. */
export async function openMediaFixture(
  host: Server,
  isKnown: SourceOptions['isKnown'] = async () => true,
): Promise<MediaFixture> {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const gateway = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ipfs`
  const server = Fastify()
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler((error, _, reply) => {
    const { status, body } = toErrorAnswer(error)
    return reply.code(status).type('application/json').serializer(JSON.stringify).send(body)
  })
  return {
    server,
    sources: {
      gateways: [gateway],
      arweaveGateways: [],
      allowedHosts: new Set<string>(),
      shares: new SourceShares(),
      isKnown,
    },
    queue: createMediaQueue({ concurrency: 4, concurrencyPerClient: 4, maxPending: 9, maxPendingPerClient: 9 }),
    async [Symbol.asyncDispose]() {
      await server.close()
      host.closeAllConnections()
      await new Promise((resolve) => host.close(resolve))
    },
  }
}
