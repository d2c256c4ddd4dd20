import { createHash } from 'node:crypto'
import { SHARE_CARD } from '@opal/contract/share-card-url'
import { SentAsIs } from '../../http/sent-as-is.ts'

/** Figures move: a card is asked for again after a minute, and costs nothing when it is the same. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/** A card with what lets readers keep it for a while. */
export function answerCard(card: Buffer): SentAsIs {
  const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`
  return new SentAsIs(card, { 'content-type': SHARE_CARD.type, 'cache-control': CACHE_CONTROL, etag })
}
