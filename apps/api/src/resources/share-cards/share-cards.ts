import { createHash } from 'node:crypto'
import { SHARE_CARD } from '@opal/contract/share-card-url'
import { getCollectionCard, getTokenCard } from '@opal/contract/share-cards'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, TokenNotFoundError } from '../../errors.ts'
import { defineRoute, SentAsIs } from '../../http/route.ts'
import { findCollection } from '../collections/find-collection.ts'
import { presentTopBid } from '../tokens/present-token.ts'
import { shortApt, toShortNumber } from './card-text.ts'
import type { CardFacts, CardFigure } from './render-share-card.ts'

export const getCollectionCardRoute = defineRoute(getCollectionCard, async (context, { params }) =>
  answerCard(await context.cards.card(await loadCollectionCard(context, params.id))),
)

export const getTokenCardRoute = defineRoute(getTokenCard, async (context, { params }) =>
  answerCard(await context.cards.card(await loadTokenCard(context, params.id))),
)

/** Figures move: a card is asked for again after a minute, and costs nothing when it is the same. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/** A card with what lets readers keep it for a while. */
function answerCard(card: Buffer): SentAsIs {
  const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`
  return new SentAsIs(card, { 'content-type': SHARE_CARD.type, 'cache-control': CACHE_CONTROL, etag })
}

type CardContext = Pick<ApiContext, 'store' | 'nowMicros'>

/** What a collection's share card says. @throws CollectionNotFoundError */
async function loadCollectionCard(context: CardContext, text: string): Promise<CardFacts> {
  const collectionId = await findCollection(context, text)
  const row = await readCollection(context, collectionId)
  if (row === undefined) throw new CollectionNotFoundError(text)
  return {
    kicker: 'Opal · NFT collection',
    name: row.name,
    art: withoutGaps([row.image]),
    colour: row.imageFacts?.colour ?? null,
    isVerified: row.isVerified,
    figures: [
      { label: 'Floor', value: shortApt(row.floorOctas) },
      { label: 'Top bid', value: shortApt(row.topBidOctas) },
      count('Owners', row.ownerCount),
      count('Items', row.supply),
    ],
  }
}

/** What a token's share card says. @throws TokenNotFoundError */
async function loadTokenCard(context: CardContext, tokenDataId: string): Promise<CardFacts> {
  const [row] = await readTokens(context.store, [tokenDataId], context.nowMicros())
  if (row === undefined) throw new TokenNotFoundError(tokenDataId)
  const collection = await readCollection(context, row.collectionId)
  const topBid = presentTopBid(row)
  return {
    kicker: row.collectionName ?? 'Opal',
    name: row.name,
    art: withoutGaps([row.image, row.collectionImage]),
    colour: (row.image === null ? row.collectionImageFacts : row.imageFacts)?.colour ?? null,
    isVerified: row.isVerified,
    figures: [
      priceOf(row),
      { label: 'Top bid', value: shortApt(topBid === null ? null : BigInt(topBid.price)) },
      { label: 'Floor', value: shortApt(collection?.floorOctas ?? null) },
      count('Owners', collection?.ownerCount ?? 0n),
    ],
  }
}

async function readCollection({ store, nowMicros }: CardContext, collectionId: string) {
  const [row] = await readCollections(store, [collectionId], { nowMicros: nowMicros(), wallet: null })
  return row
}

function priceOf({ isDeleted, listedOctas, lastSaleOctas }: TokenRow): CardFigure {
  if (isDeleted) return { label: 'Price', value: 'Burned' }
  if (listedOctas !== null) return { label: 'Price', value: shortApt(listedOctas) }
  return lastSaleOctas === null
    ? { label: 'Price', value: 'Not listed' }
    : { label: 'Last sale', value: shortApt(lastSaleOctas) }
}

function count(label: string, units: bigint): CardFigure {
  return { label, value: toShortNumber(units, 0) }
}

function withoutGaps(sources: readonly (string | null)[]): readonly string[] {
  return sources.flatMap((source) => (source === null || source === '' ? [] : [source]))
}
