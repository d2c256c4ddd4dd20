import { SHARE_CARD, shareCardUrl } from '@opal/contract/share-card-url'
import type { PageHead } from './page-head.ts'

/** The picture that a link to a collection or a token shows where it is shared; the API draws it. */
export function shareCard(apiUrl: string, kind: 'collection' | 'token', id: string): NonNullable<PageHead['card']> {
  return { url: shareCardUrl(apiUrl, kind, id), ...SHARE_CARD }
}
