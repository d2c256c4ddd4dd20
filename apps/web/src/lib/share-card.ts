import type { PageHead } from './page-head.ts'

/** The picture that a link to a collection or a token shows where it is shared; the API draws it. */
export function shareCard(apiUrl: string, kind: 'collection' | 'token', id: string): NonNullable<PageHead['card']> {
  const url = `${apiUrl}/media/card/${kind}/${encodeURIComponent(id)}`
  return { url, width: 1200, height: 630, type: 'image/png' }
}
