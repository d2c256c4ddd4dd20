import { parseDocument } from '@opal/chain/web/document-json'
import { isJsonObject, type Json } from '@opal/domain/json'
import { fitsBytes } from '@opal/domain/text/text-bytes'
import { readTokenTraits } from '@opal/domain/tokens/token-traits'
import type { MetadataFound, MetadataJob, MetadataOutcome } from '@opal/store/projections/metadata/documents'
import { createBoundedFetcher, type MediaConfig } from './fetch-bounded.ts'
import { afterFailure, MetadataError } from './media-errors.ts'

/** Fields of a token's or collection's metadata that the product uses. */
export interface ParsedMetadata {
  readonly image: string | null
  readonly animationUrl: string | null
  /** `properties.category`, such as `video`, in small letters. @source docs/product/tokens-and-filters.md#metadata */
  readonly category: string | null
  /** `[{ trait_type, value }]`; null when there is none in that form. */
  readonly attributes: Json
}

/** Longest address, bytes as JSON; a longer one is dropped. Addresses are indexed columns (store/migrations/0001_chain.sql). */
const MAX_ADDRESS_BYTES = 1_500
/** Most bytes of traits as JSON; the rest is left out. */
const MAX_ATTRIBUTES_BYTES = 32_768

/**
 * Parses a metadata document: JSON, or an image itself, which then is its own image. Bounds its size in bytes.
 * @throws MetadataError when it is neither.
 */
export function parseMetadata(uri: string, contentType: string, body: Uint8Array): ParsedMetadata {
  if (contentType.startsWith('image/'))
    return { image: addressOf(uri), animationUrl: null, category: null, attributes: null }
  const document = parseJson(body)
  if (!isJsonObject(document)) throw new MetadataError('the document is not a JSON object', false)
  return {
    image: addressOf(document.image) ?? addressOf(document.image_url),
    animationUrl: addressOf(document.animation_url),
    category: categoryOf(document.properties),
    attributes: attributesOf(document.attributes),
  }
}

function parseJson(body: Uint8Array): Json {
  try {
    return parseDocument(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new MetadataError('the document is not JSON', false)
  }
}

function addressOf(value: Json | undefined): string | null {
  if (typeof value !== 'string' || value === '' || value.length > MAX_ADDRESS_BYTES) return null
  return fitsBytes(JSON.stringify(value), MAX_ADDRESS_BYTES) ? value : null
}

/** Returns a category, which is one word; null for anything else. */
function categoryOf(properties: Json | undefined): string | null {
  const category = isJsonObject(properties) ? properties.category : undefined
  if (typeof category !== 'string') return null
  const word = category.trim().toLowerCase()
  return /^[a-z0-9][a-z0-9_-]{0,31}$/.test(word) ? word : null
}

/** Selects the entries of a name and a plain value; values become text, as the product shows and filters them. */
function attributesOf(value: Json | undefined): Json {
  if (!Array.isArray(value)) return null
  const named = value.filter((entry: Json) => isJsonObject(entry) && entry.trait_type !== '')
  let bytes = 0
  return readTokenTraits(named, null)
    .filter((trait) => {
      bytes += Buffer.byteLength(JSON.stringify(trait)) + SEPARATOR_BYTES
      return bytes <= MAX_ATTRIBUTES_BYTES
    })
    .map(({ trait_type, value: text }) => ({ trait_type, value: text }))
}

/** Comma and spaces between traits, as PostgreSQL writes them. */
const SEPARATOR_BYTES = 5

export interface MetadataFetcher extends AsyncDisposable {
  /** Never throws: what went wrong is part of the outcome. */
  fetch(job: Pick<MetadataJob, 'uri' | 'attempts'>): Promise<MetadataOutcome>
}

const MAX_BYTES = 1_000_000

/**
 * Creates a fetcher of metadata documents that returns the next step for failed ones.
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

/** Returns the bytes to read of a response: none of an image, which its type identifies. */
function maxBytes(contentType: string): number {
  return contentType.startsWith('image/') ? 0 : MAX_BYTES
}
