import { HostRefusedError } from '@opal/chain/web/public-hosts'
import type { MetadataFound, MetadataJob, MetadataOutcome } from '@opal/store/write/metadata-queue'
import { createBoundedFetcher, type MediaConfig } from './fetch-bounded.ts'
import { MetadataError } from './media-errors.ts'
import { parseMetadata } from './parse-metadata.ts'

export interface MetadataFetcher extends AsyncDisposable {
  /** Never throws: what went wrong is part of the outcome. */
  fetch(job: MetadataJob): Promise<MetadataOutcome>
}

const MAX_BYTES = 1_000_000
const MAX_ATTEMPTS = 6
const FIRST_RETRY_SECONDS = 5

/** Fetches metadata documents, and tells what to do about those that cannot be had. */
export function createMetadataFetcher(config: MediaConfig, signal: AbortSignal): MetadataFetcher {
  const fetcher = createBoundedFetcher(config, signal)
  const read = async (uri: string): Promise<MetadataFound> => {
    const { contentType, body } = await fetcher.fetch({ uri, accept: 'application/json, image/*', maxBytes })
    return { uri, status: 'ready', ...parseMetadata(uri, contentType, body) }
  }
  return {
    fetch: (job) => read(job.uri).catch((error: unknown) => toMissing(job, error)),
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  }
}

/** An image is known by its type alone and not read here. */
function maxBytes(contentType: string): number {
  return contentType.startsWith('image/') ? 0 : MAX_BYTES
}

/** Tried again after 5, 20, 80 … seconds while it may pass, six times in all. */
function toMissing(job: MetadataJob, error: unknown): MetadataOutcome {
  const isLast = job.attempts + 1 >= MAX_ATTEMPTS
  return {
    uri: job.uri,
    status: mayPass(error) && !isLast ? 'pending' : 'failed',
    error: error instanceof Error ? error.message.slice(0, 500) : 'failed',
    retryAfterSeconds: FIRST_RETRY_SECONDS * 4 ** Math.min(job.attempts, MAX_ATTEMPTS),
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof HostRefusedError) return false
  return !(error instanceof MetadataError) || error.retryable
}
