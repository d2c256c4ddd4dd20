import { mediaTypeUrl } from '@opal/contract/media-url'
import * as z from 'zod'

const answer = z.object({ type: z.string().nullable() })

/**
 * Asks the media service what the host of an animation says it is, such as `video/mp4`; null where nobody says.
 * @param src `ipfs://…` or `https://…` as metadata names it.
 */
export async function fetchMediaType(apiUrl: string, src: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(mediaTypeUrl(apiUrl, src), { signal })
  return response.ok ? answer.parse(await response.json()).type : null
}
