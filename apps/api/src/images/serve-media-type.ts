import type { Client } from '@opal/domain/limits/client'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { MediaUnavailableError, MediaUnreadableError, SourceRefusedError } from './media-errors.ts'
import { type MediaRouteOptions, mediaCacheControl, mediaSource, mediaTypeOf, unlessLeft } from './media-route.ts'
import { askSource, assertNamed, inTurns, type SourceOptions } from './sources/fetch-source.ts'

const query = z.strictObject({ src: mediaSource })

/** Concurrent requests for a file's type. Nothing of the file is read: one whose host hangs costs a connection. */
export const MEDIA_TYPE_FETCHES = {
  concurrency: 80,
  concurrencyPerClient: 4,
  concurrencyPerSource: 26,
  maxPending: 200,
  maxPendingPerClient: 16,
}

/** Types that are passed on. */
const TYPE = /^[a-z]{2,20}\/[a-z0-9.+-]{1,80}$/

/**
 * Serves `/media/type`: the content type that the host of a token's animation declares, as an address need not end in a file type. The type
 * is null where it cannot be had, which is no error: the page then goes by the address.
 */
export function mountMediaType(server: FastifyInstance, { sources, fetching, clientOf }: MediaRouteOptions): void {
  server.route({
    method: 'GET',
    url: '/media/type',
    exposeHeadRoute: false,
    schema: { querystring: query, operationId: 'get-media-type', summary: 'What a file is', tags: ['Media'] },
    handler: async (request, reply) => {
      const { src } = request.query as z.output<typeof query>
      const client = clientOf(request.raw)
      const type = await unlessLeft(reply, (signal) => {
        const asked = { ...sources, client, signal }
        return inTurns(src, (at) =>
          fetching.add(client, () => askType(at, at === src, asked), { source: sources.shares.of(at), signal }),
        )
      })
      if (reply.sent) return reply
      if (type !== null) reply.header('cache-control', mediaCacheControl(src))
      return { type }
    },
  })
}

async function askType(
  src: string,
  isFirst: boolean,
  sources: SourceOptions & { readonly client: Client },
): Promise<string | null> {
  try {
    if (isFirst) await assertNamed(src, sources, sources.client, sources.signal)
    return await askSource(src, sources, {
      headers: { accept: '*/*', range: 'bytes=0-0' },
      async read({ statusCode, headers }) {
        if (statusCode !== 200 && statusCode !== 206) throw new MediaUnavailableError(`its host answered ${statusCode}`)
        const type = mediaTypeOf(headers['content-type'])
        return TYPE.test(type) ? type : null
      },
    })
  } catch (error) {
    const isOfSource =
      error instanceof SourceRefusedError ||
      error instanceof MediaUnavailableError ||
      error instanceof MediaUnreadableError
    if (isOfSource) return null
    throw error
  }
}
