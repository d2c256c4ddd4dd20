import type { Json } from '@opal/domain/json'
import { isWithinBounds, type JsonBounds } from '@opal/domain/text/json-bounds'

/** What a document may have: thousands of traits, which have the same few keys. */
const BOUNDS: JsonBounds = { containers: 20_000, shapes: 1_000 }

/**
 * Parses a document of a stranger's host.
 * @throws SyntaxError when it is no JSON, or has more objects, lists or different keys than any metadata
 */
export function parseDocument(text: string): Json {
  if (!isWithinBounds(text, BOUNDS))
    throw new SyntaxError('The document has too many objects, lists or different keys.')
  return JSON.parse(text) as Json
}
