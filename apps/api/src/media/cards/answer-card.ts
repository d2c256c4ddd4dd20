import { createHash } from 'node:crypto'
import { SHARE_CARD } from '@opal/contract/share-card-url'
import { Answer } from '../../http/route.ts'

/** Figures move: a card is asked for again after a minute, and costs nothing when it is the same. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/** A card with what lets readers keep it for a while. */
export function answerCard(card: Buffer): Answer<never> {
  const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`
  // Bytes are sent as they are, past the contract's serializer.
  return new Answer(200, card as never, { 'content-type': SHARE_CARD.type, 'cache-control': CACHE_CONTROL, etag })
}
