import { listTopTraits } from '@opal/contract/traits'
import { readOwnListedTokens } from '@opal/store/queries/orders/listings'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { defineRoute } from '../../http/route.ts'
import { presentAttributes } from '../../present/present-attributes.ts'
import { toText } from '../../present/text.ts'
import { figureOf } from '../../traits/value-figures.ts'
import { valueFloors, withoutOwnListings } from '../../traits/value-floors.ts'

export const listTopTraitsRoute = defineRoute(listTopTraits, async (context, { body, query }) => {
  const tokens = await readTokens(context.store, [...new Set(body)], context.nowMicros())
  const figures = new Map<string, TopTrait | null>()
  for (const [collectionId, members] of Map.groupBy(tokens, (token) => token.collectionId)) {
    for (const [id, trait] of await topTraits(context, collectionId, members, query.walletAddress))
      figures.set(id, trait)
  }
  return { data: body.map((tokenDataId) => ({ tokenDataId, topTrait: figures.get(tokenDataId) ?? null })) }
})

interface TopTrait {
  readonly trait_type: string
  readonly value: string
  readonly count: number
  readonly floorPrice: string
}

async function topTraits(
  { traits, store }: ApiContext,
  collectionId: string,
  tokens: readonly TokenRow[],
  wallet: string | undefined,
): Promise<readonly (readonly [string, TopTrait | null])[]> {
  const table = await traits.columnsOf(collectionId)
  if (table === null) return []
  const [listed, own] = await Promise.all([
    traits.listedOf(collectionId, table),
    wallet === undefined ? [] : readOwnListedTokens(store, wallet, collectionId),
  ])
  const shown = tokens.map((token) => presentAttributes(token.attributes, token.properties))
  const others = own.length === 0 ? null : withoutOwnListings(table, listed, own)
  const othersFloors = others === null ? null : valueFloors(table, others, shown.flat())
  let at = 0
  return tokens.map((token, index) => {
    const priced = (shown[index] ?? []).flatMap(({ trait_type, value }) => {
      const figure = figureOf(table, listed, { traitType: trait_type, value })
      const floorOctas = othersFloors === null ? figure.floorOctas : (othersFloors[at++] ?? null)
      return floorOctas === null ? [] : [{ trait_type, value, count: figure.count, floorOctas }]
    })
    const [top] = priced.sort((left, right) =>
      left.floorOctas < right.floorOctas ? 1 : left.floorOctas > right.floorOctas ? -1 : 0,
    )
    if (top === undefined) return [token.tokenDataId, null]
    const { floorOctas, ...trait } = top
    return [token.tokenDataId, { ...trait, floorPrice: toText(floorOctas) }]
  })
}
