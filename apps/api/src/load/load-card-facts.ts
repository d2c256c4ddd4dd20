import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../context.ts'
import { CollectionNotFoundError, TokenNotFoundError } from '../errors.ts'
import type { CardFacts, CardFigure } from '../media/cards/card-facts.ts'
import { shortApt } from '../media/cards/short-apt.ts'
import { toShortNumber } from '../media/cards/short-number.ts'
import { presentTopBid } from '../present/present-token.ts'
import { findCollection } from './find-collection.ts'

type CardContext = Pick<ApiContext, 'store' | 'nowMicros'>

/** What a collection's share card says. @throws CollectionNotFoundError */
export async function loadCollectionCard(context: CardContext, text: string): Promise<CardFacts> {
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
export async function loadTokenCard(context: CardContext, tokenDataId: string): Promise<CardFacts> {
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
