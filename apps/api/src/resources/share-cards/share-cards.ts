import { createHash } from 'node:crypto'
import { SHARE_CARD } from '@opal/contract/constants/share-card-url'
import { getCollectionCard, getTokenCard } from '@opal/contract/share-cards'
import { formatCompact } from '@opal/domain/text/compact'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, TokenNotFoundError } from '../../errors.ts'
import { defineFileRoute, SentAsIs } from '../../http/routes/route.ts'
import { findCollection } from '../collections/find-collection.ts'
import { withOwnCounts } from '../collections/owner-counts.ts'
import { presentTopBid } from '../tokens/present-token.ts'
import { shortApt } from './card-text.ts'
import type { ShareCard, ShareCardFacts, ShareCardMetric } from './render-share-card.ts'

export const getCollectionCardRoute = defineFileRoute(getCollectionCard, async (context, { params, client }) =>
  sendShareCard(await context.shareCards.card(await loadCollectionCard(context, params.id), client)),
)

export const getTokenCardRoute = defineFileRoute(getTokenCard, async (context, { params, client }) =>
  sendShareCard(await context.shareCards.card(await loadTokenCard(context, params.id), client)),
)

/** Stats change: a card is revalidated after a minute, which is cheap while it is the same. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'
/** A card whose art could not be fetched in time may have it at the next request. */
const WITHOUT_ART = 'public, max-age=10'

/** A card with what lets readers keep it for a while. */
function sendShareCard({ card, lacksArt }: ShareCard): SentAsIs {
  const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`
  return new SentAsIs(card, {
    'content-type': SHARE_CARD.type,
    'cache-control': lacksArt ? WITHOUT_ART : CACHE_CONTROL,
    etag,
  })
}

type TokenListContext = Pick<ApiContext, 'store' | 'nowMicros' | 'ownerCounts'>

/** Loads the facts of a collection's share card. @throws CollectionNotFoundError */
async function loadCollectionCard(context: TokenListContext, text: string): Promise<ShareCardFacts> {
  const collectionId = await findCollection(context, text)
  const row = await readCollection(context, collectionId)
  if (row === undefined) throw new CollectionNotFoundError(text)
  return {
    kicker: 'Opal · NFT collection',
    name: row.name,
    art: withoutGaps([row.image]),
    colour: row.imageFacts?.colour ?? null,
    isVerified: row.isVerified,
    metrics: [
      { label: 'Floor', value: shortApt(row.floorOctas) },
      { label: 'Top bid', value: shortApt(row.topBidOctas) },
      count('Owners', row.ownerCount),
      count('Items', row.supply),
    ],
  }
}

/** Loads the facts of a token's share card. @throws TokenNotFoundError */
async function loadTokenCard(context: TokenListContext, tokenDataId: string): Promise<ShareCardFacts> {
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
    metrics: [
      priceOf(row),
      { label: 'Top bid', value: shortApt(topBid === null ? null : BigInt(topBid.price)) },
      { label: 'Floor', value: shortApt(collection?.floorOctas ?? null) },
      count('Owners', collection?.ownerCount ?? 0n),
    ],
  }
}

async function readCollection(context: TokenListContext, collectionId: string) {
  const { store, nowMicros } = context
  const rows = await readCollections(store.preparedPool, [collectionId], { nowMicros: nowMicros(), wallet: null })
  const [row] = await withOwnCounts(context, rows)
  return row
}

function priceOf({ isDeleted, listedOctas, lastSaleOctas }: TokenRow): ShareCardMetric {
  if (isDeleted) return { label: 'Price', value: 'Burned' }
  if (listedOctas !== null) return { label: 'Price', value: shortApt(listedOctas) }
  return lastSaleOctas === null
    ? { label: 'Price', value: 'Not listed' }
    : { label: 'Last sale', value: shortApt(lastSaleOctas) }
}

function count(label: string, units: bigint): ShareCardMetric {
  return { label, value: formatCompact(units, 0, 0) }
}

function withoutGaps(sources: readonly (string | null)[]): readonly string[] {
  return sources.flatMap((source) => (source === null || source === '' ? [] : [source]))
}
