import { mediaTypeUrl } from '@opal/contract/constants/media-url'
import * as z from 'zod'

const answer = z.object({ type: z.string().nullable() })

/**
 * Fetches the content type of an animation through the media service, such as `video/mp4`; null where it is unknown.
 * @param src `ipfs://…` or `https://…` of the metadata.
 */
export async function fetchMediaType(apiUrl: string, src: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(mediaTypeUrl(apiUrl, src), { signal })
  return response.ok ? answer.parse(await response.json()).type : null
}
