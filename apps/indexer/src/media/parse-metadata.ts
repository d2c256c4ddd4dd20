import { isJsonObject, type Json } from '@opal/domain/json'
import { MetadataError } from './media-errors.ts'

/** What the product uses of a token's or collection's metadata. */
export interface ParsedMetadata {
  readonly image: string | null
  readonly animationUrl: string | null
  /** `[{ trait_type, value }]`; null when there is none in that form. */
  readonly attributes: Json
}

const MAX_ATTRIBUTES = 200
const MAX_TEXT = 4_000

/**
 * Reads a metadata document: JSON, or an image itself, which then is its own image.
 * @throws MetadataError when it is neither.
 */
export function parseMetadata(uri: string, contentType: string, body: Uint8Array): ParsedMetadata {
  if (contentType.startsWith('image/')) return { image: uri, animationUrl: null, attributes: null }
  const document = parseJson(body)
  if (!isJsonObject(document)) throw new MetadataError('the document is not a JSON object', false)
  return {
    image: textOf(document.image) ?? textOf(document.image_url),
    animationUrl: textOf(document.animation_url),
    attributes: attributesOf(document.attributes),
  }
}

function parseJson(body: Uint8Array): Json {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Json
  } catch {
    throw new MetadataError('the document is not JSON', false)
  }
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : null
}

/** Keeps entries of a name and a plain value; values become text, as the product shows and filters them. */
function attributesOf(value: Json | undefined): Json {
  if (!Array.isArray(value)) return null
  return value.slice(0, MAX_ATTRIBUTES).flatMap((entry: Json) => {
    if (!isJsonObject(entry)) return []
    const name = textOf(entry.trait_type)
    const { value: trait } = entry
    const isPlain = typeof trait === 'string' || typeof trait === 'number' || typeof trait === 'boolean'
    return name === null || !isPlain ? [] : [{ trait_type: name, value: String(trait).slice(0, MAX_TEXT) }]
  })
}
