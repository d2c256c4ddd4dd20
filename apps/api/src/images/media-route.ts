import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Client } from '@opal/domain/limits/client'
import type { FairQueue } from '@opal/domain/limits/fair-queue'
import { leavingOf } from '@opal/runtime/leaving-reader'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import type { SourceOptions } from './sources/fetch-source.ts'

/** Source address from metadata, as a query parameter. */
export const mediaSource = z.string().min(1).max(2048).describe('ipfs://… or https://…, as metadata names it')

/** Identifies the client of a request. */
export type ClientOf = (request: IncomingMessage) => Client

/** Dependencies of a route that passes on what a host has. */
export interface MediaRouteOptions {
  readonly sources: SourceOptions
  /** Bounds the requests of this route. */
  readonly fetching: FairQueue
  readonly clientOf: ClientOf
}

const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800'

/** Returns the cache control: content of ipfs:// never changes, content of https:// may. */
export function mediaCacheControl(src: string): string {
  return src.startsWith('ipfs://') ? FOREVER : A_DAY
}

/** Returns the media type of a `content-type` header in lower case, without parameters; empty where there is none. */
export function mediaTypeOf(contentType: string | string[] | undefined): string {
  const [type = ''] = String(contentType ?? '').split(';', 1)
  return type.trim().toLowerCase()
}

/**
 * Does what a request asks for, unless its reader leaves before. Returns null then, and the reply needs no answer.
 * @param work gets the signal that is aborted when the reader disconnects before the answer is sent.
 */
export async function unlessLeft<Result>(
  reply: FastifyReply,
  work: (leaving: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const leaving = leavingOf(reply)
  try {
    return await work(leaving)
  } catch (error) {
    if (!leaving.aborted) throw error
    reply.hijack()
    return null
  }
}

/** Waits until an answer was sent or its reader has left. @param maxMs waits no longer, as a reader may be slow on purpose. */
export async function sent(reply: FastifyReply, maxMs: number): Promise<void> {
  await finished(reply.raw, { signal: AbortSignal.timeout(maxMs) }).catch(() => undefined)
}
