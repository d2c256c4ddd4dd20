import type { CollectionFacts } from '@opal/store/queries/collections/collection-facts'
import { readTokenDetail, type TokenDetail } from '@opal/store/queries/tokens/read-token-detail'
import { memoize } from '../../cache/memoize.ts'
import type { ApiContext } from '../../context.ts'
import { serializeCountedTraits, serializeTraitStats } from '../../trait-filter/trait-stats.ts'
import { presentRoyalty } from '../collections/present-collection.ts'
import { presentAttributes } from './present-token.ts'
import { serializeTokens } from './token-page.ts'

/** JSON of a token with everything its own page shows; null when there is none of this id. */
export async function loadTokenDetail(
  context: Pick<ApiContext, 'store' | 'nowMicros' | 'marketplaces' | 'traits' | 'traitTexts' | 'facts'>,
  id: string,
): Promise<string | null> {
  const detail = await readTokenDetail(context.store.preparedPool, id, context.nowMicros())
  if (detail === null) return null
  const [collection, attributes] = await Promise.all([
    context.facts.get(detail.collectionId),
    loadAttributes(context, detail),
  ])
  const [card] = await serializeTokens(context, [detail.item], collection)
  return card === undefined ? null : writeDetail(detail, card, attributes, collection)
}

function writeDetail(
  { item: card, fields: texts }: TokenDetail,
  members: string,
  attributes: string,
  facts: CollectionFacts,
): string {
  const [listings, offers, description, , , payee, numerator, denominator, standard, isDeleted, category = ''] = texts
  const royalty =
    payee === '' ? sharedTexts(facts).royalty : royaltyText(card.tokenDataId, [payee, numerator, denominator])
  return (
    `{${members},"listings":${listings},"tokenOffers":${offers},"collectionOffers":${facts.offers},"description":${description},` +
    `"attributes":[${attributes}],${royalty},${sharedTexts(facts).figures},` +
    `"programId":"${standard === 'v2' ? card.tokenDataId : TOKEN_V1_PROGRAM}","isBurned":${isDeleted},` +
    `"category":${category === '' ? 'null' : JSON.stringify(category)}}`
  )
}

/** Tokens of the older standard live in tables of this package. */
const TOKEN_V1_PROGRAM = `0x${'3'.padStart(64, '0')}`

interface SharedTexts {
  readonly royalty: string
  readonly figures: string
}

/** Members that all tokens of a collection share; serialized once per cached facts. */
const sharedTexts = memoize((facts: CollectionFacts): SharedTexts => {
  const { collectionId, royaltyPayee, royaltyNumerator, royaltyDenominator, floorOctas, supply } = facts
  const figures = JSON.stringify({ collectionFloorPrice: floorOctas, collectionSupply: Number(supply) }).slice(1, -1)
  const royalty =
    royaltyPayee === null || royaltyNumerator === null || royaltyDenominator === null
      ? '"royaltyBps":0,"royaltyPayee":null'
      : royaltyText(collectionId, [royaltyPayee, String(royaltyNumerator), String(royaltyDenominator)])
  return { royalty, figures }
})

type Royalty = readonly [payee: string, numerator: string, denominator: string]

function royaltyText(objectAddress: string, [payeeAddress, numerator, denominator]: Royalty): string {
  const rate = { numerator: BigInt(numerator), denominator: BigInt(denominator) }
  const { royaltyBps, royaltyPayee } = presentRoyalty({ objectAddress, payeeAddress, ...rate })
  return JSON.stringify({ royaltyBps, royaltyPayee }).slice(1, -1)
}

/** From the collection's columns, where they are in memory; a visitor waits for them only where nothing less says enough. */
async function loadAttributes(
  { traits, traitTexts }: Pick<ApiContext, 'traits' | 'traitTexts'>,
  { collectionId, fields: texts }: TokenDetail,
): Promise<string> {
  const plain = presentAttributes(parsed(texts[3]), parsed(texts[4]))
  if (plain.length === 0) return ''
  const kept = traits.cachedColumnsOf(collectionId)
  const written = kept === undefined ? await traitTexts.get(collectionId, plain) : null
  if (written !== null) return written.join()
  const table = kept === undefined ? await traits.columnsOf(collectionId) : kept
  if (table === null) return plain.map((trait) => serializeTraitStats(trait, null)).join()
  const listed = await traits.listedOf(collectionId, table)
  return serializeCountedTraits(table, listed, plain).join()
}

function parsed(json: string): unknown {
  return json === '' ? null : JSON.parse(json)
}
