import type { Attribute, TokenDetail } from '@opal/contract/tokens'
import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import { readTokenDetail, type TokenDetail as TokenDetailRow } from '@opal/store/queries/tokens/read-token-detail'
import type { ApiContext } from '../../context.ts'
import { countValues, presentAttribute } from '../../trait-filter/trait-stats.ts'
import { presentRoyalty } from '../collections/present-collection.ts'
import { presentAttributes } from './present-token.ts'
import { presentListItems } from './token-page.ts'

/** Loads a token with everything its own page shows; null when there is none of this id. */
export async function loadTokenDetail(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces' | 'traits' | 'traitSummaries' | 'facts'>,
  id: string,
): Promise<TokenDetail | null> {
  const detail = await readTokenDetail(context.store.preparedPool, id, context.nowMicros())
  if (detail === null) return null
  const [collection, attributes] = await Promise.all([
    context.facts.get(detail.collectionId),
    loadAttributes(context, detail),
  ])
  const [token] = await presentListItems(context, [detail.item], collection)
  if (token === undefined) return null
  const { listings, offers, description, tokenStandard, isDeleted, category } = detail
  return {
    ...token,
    listings: [...listings],
    tokenOffers: [...offers],
    collectionOffers: [...collection.offers],
    description,
    attributes,
    ...presentRoyaltyOrNone(detail.royalty ?? collectionRoyalty(collection)),
    collectionFloorPrice: collection.floorOctas,
    collectionUsualFloorPrice: collection.usualFloorOctas,
    collectionLastSalePrice: collection.lastSaleOctas,
    collectionSupply: Number(collection.supply),
    programId: tokenStandard === 'v2' ? token.tokenDataId : TOKEN_V1_PROGRAM,
    isBurned: isDeleted,
    category,
  }
}

/** Tokens of the older standard live in tables of this package. */
const TOKEN_V1_PROGRAM = `0x${'3'.padStart(64, '0')}`

type Royalty = TokenDetailRow['royalty']

function collectionRoyalty({ royaltyPayee, royaltyNumerator, royaltyDenominator }: CollectionFacts): Royalty {
  return royaltyPayee === null || royaltyNumerator === null || royaltyDenominator === null
    ? null
    : { payeeAddress: royaltyPayee, numerator: royaltyNumerator, denominator: royaltyDenominator }
}

function presentRoyaltyOrNone(royalty: Royalty) {
  return royalty === null ? { royaltyBps: 0, royaltyPayee: null } : presentRoyalty(royalty)
}

/** Counts traits by the collection's columns where they are in memory; loads the columns only where its summary is not enough. */
async function loadAttributes(
  { traits, traitSummaries }: Pick<ApiContext, 'traits' | 'traitSummaries'>,
  { collectionId, attributes, properties }: TokenDetailRow,
): Promise<Attribute[]> {
  const own = presentAttributes(attributes, properties)
  if (own.length === 0) return []
  const cached = traits.cachedColumnsOf(collectionId)
  const summarized = cached === undefined ? await traitSummaries.get(collectionId, own) : null
  if (summarized !== null) return summarized
  const table = cached === undefined ? await traits.columnsOf(collectionId) : cached
  if (table === null) return own.map((trait) => presentAttribute(trait, null))
  const statsOf = await countValues(table, await traits.listedOf(collectionId, table))
  return own.map((trait) => presentAttribute(trait, statsOf(trait)))
}
