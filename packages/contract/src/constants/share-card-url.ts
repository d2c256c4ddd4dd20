/** Format of a share card: the preview image of a link to a page. */
export const SHARE_CARD = { width: 1200, height: 630, type: 'image/png' } as const

/**
 * Returns the address of the share card of a collection or a token.
 * @param origin public origin of the API: readers elsewhere ask for it.
 * @param id collection id or slug; tokenDataId.
 */
export function shareCardUrl(origin: string, kind: 'collection' | 'token', id: string): string {
  return `${origin.replace(/\/$/, '')}/media/card/${kind}/${encodeURIComponent(id)}`
}
