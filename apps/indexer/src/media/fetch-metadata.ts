import type { MetadataFound, MetadataJob, MetadataOutcome } from '@opal/store/write/metadata-queue'
import { afterFailure } from './after-failure.ts'
import { createBoundedFetcher, type MediaConfig } from './fetch-bounded.ts'
import { parseMetadata } from './parse-metadata.ts'

export interface MetadataFetcher extends AsyncDisposable {
  /** Never throws: what went wrong is part of the outcome. */
  fetch(job: MetadataJob): Promise<MetadataOutcome>
}

const MAX_BYTES = 1_000_000

/**
 * Fetches metadata documents, and tells what to do about those that cannot be had.
 * @param now milliseconds since 1970; tests bring their own.
 */
export function createMetadataFetcher(
  config: MediaConfig,
  signal: AbortSignal,
  now: () => number = Date.now,
): MetadataFetcher {
  const fetcher = createBoundedFetcher(config, signal, now)
  const read = async (uri: string): Promise<MetadataFound> => {
    const { contentType, body } = await fetcher.fetch({ uri, accept: 'application/json, image/*', maxBytes })
    return { uri, status: 'ready', ...parseMetadata(uri, contentType, body) }
  }
  return {
    fetch: ({ uri, attempts }) => read(uri).catch((error: unknown) => ({ uri, ...afterFailure(attempts, error) })),
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  }
}

/** An image is known by its type alone and not read here. */
function maxBytes(contentType: string): number {
  return contentType.startsWith('image/') ? 0 : MAX_BYTES
}
