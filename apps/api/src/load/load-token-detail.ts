import type { Attribute } from '@opal/contract/shapes/token'
import { readTokenDetail, type TokenDetailRow } from '@opal/store/read/read-token-detail'
import type { ApiContext } from '../context.ts'
import { presentAttributes } from '../present/present-attributes.ts'
import { presentRoyalty } from '../present/present-royalty.ts'
import { toTextOrNull } from '../present/text.ts'
import { figureOf } from '../traits/value-figures.ts'
import { writeCards } from './write-cards.ts'

/** JSON of a token with everything its own page shows; null when there is none of this id. */
export async function loadTokenDetail(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces' | 'traits'>,
  id: string,
): Promise<string | null> {
  const row = await readTokenDetail(context.store.steady, id, context.nowMicros())
  if (row === null) return null
  const [[card], attributes] = await Promise.all([writeCards(context, [row], row.shared), loadAttributes(context, row)])
  if (card === undefined) return null
  const rest = JSON.stringify({
    description: row.description,
    attributes,
    ...royaltyOf(row),
    collectionFloorPrice: row.collectionFloorOctas,
    collectionSupply: Number(row.collectionSupply),
    programId: row.tokenStandard === 'v2' ? row.tokenDataId : TOKEN_V1_PROGRAM,
    isBurned: row.isDeleted,
  }).slice(1)
  const { listings, tokenOffers, collectionOffers } = row
  return `{${card},"listings":${listings},"tokenOffers":${tokenOffers},"collectionOffers":${collectionOffers},${rest}`
}

/** Tokens of the older standard live in tables of this package. */
const TOKEN_V1_PROGRAM = `0x${'3'.padStart(64, '0')}`

function royaltyOf({ royaltyPayee, royaltyNumerator, royaltyDenominator, tokenDataId }: TokenDetailRow) {
  if (royaltyPayee === null || royaltyNumerator === null || royaltyDenominator === null)
    return { royaltyBps: 0, royaltyPayee: null }
  return presentRoyalty({
    objectAddress: tokenDataId,
    payeeAddress: royaltyPayee,
    numerator: royaltyNumerator,
    denominator: royaltyDenominator,
  })
}

async function loadAttributes({ traits }: Pick<ApiContext, 'traits'>, row: TokenDetailRow): Promise<Attribute[]> {
  const plain = presentAttributes(row.attributes, row.properties)
  const table = plain.length === 0 ? null : await traits.columnsOf(row.shared.collectionId)
  if (table === null) return plain.map((attribute) => ({ ...attribute, count: null, floorPrice: null }))
  const listed = await traits.listedOf(row.shared.collectionId, table)
  return plain.map(({ trait_type, value }) => {
    const { count, floorOctas } = figureOf(table, listed, { traitType: trait_type, value })
    return { trait_type, value, count, floorPrice: toTextOrNull(floorOctas) }
  })
}
