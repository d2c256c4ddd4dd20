import { fetchSource, type SourceOptions } from './fetch-source.ts'

/** A document of a token is some kilobytes. */
const MAX_DOCUMENT_BYTES = 1_000_000

/**
 * Fetches a picture's bytes. Where a document of a token is in its place, the picture that the document names is fetched,
 * by the same rules; what that leads to is taken as it is.
 * @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError
 */
export async function fetchPicture(src: string, options: SourceOptions): Promise<Buffer> {
  const source = await fetchSource(src, options)
  const named = namedPicture(source)
  return named === null ? source : fetchSource(named, options)
}

/** What a document names as its picture; null for anything else. */
function namedPicture(source: Buffer): string | null {
  if (source.byteLength > MAX_DOCUMENT_BYTES || source[0] !== '{'.charCodeAt(0)) return null
  try {
    const { image } = JSON.parse(source.toString('utf8')) as { image?: unknown }
    return typeof image === 'string' && image !== '' && image.length <= 2048 ? image : null
  } catch {
    return null
  }
}
