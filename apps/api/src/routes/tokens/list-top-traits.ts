import { listTopTraits } from '@opal/contract/endpoints/list-top-traits'
import { readTokens, type TokenRow } from '@opal/store/read/read-tokens'
import type { ApiContext } from '../../context.ts'
import { defineRoute } from '../../http/route.ts'
import { presentAttributes } from '../../present/present-attributes.ts'
import { toText } from '../../present/text.ts'
import { figureOf } from '../../traits/value-figures.ts'

export const listTopTraitsRoute = defineRoute(listTopTraits, async (context, { body }) => {
  const tokens = await readTokens(context.store, [...new Set(body)], context.nowMicros())
  const figures = new Map<string, TopTrait | null>()
  for (const [collectionId, members] of Map.groupBy(tokens, (token) => token.collectionId)) {
    for (const [id, trait] of await topTraits(context, collectionId, members)) figures.set(id, trait)
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
  { traits }: ApiContext,
  collectionId: string,
  tokens: readonly TokenRow[],
): Promise<readonly (readonly [string, TopTrait | null])[]> {
  const table = await traits.columnsOf(collectionId)
  if (table === null) return []
  const listed = await traits.listedOf(collectionId, table)
  return tokens.map((token) => {
    const priced = presentAttributes(token.attributes, token.properties).flatMap(({ trait_type, value }) => {
      const { count, floorOctas } = figureOf(table, listed, { traitType: trait_type, value })
      return floorOctas === null ? [] : [{ trait_type, value, count, floorOctas }]
    })
    const [top] = priced.sort((left, right) =>
      left.floorOctas < right.floorOctas ? 1 : left.floorOctas > right.floorOctas ? -1 : 0,
    )
    if (top === undefined) return [token.tokenDataId, null]
    const { floorOctas, ...trait } = top
    return [token.tokenDataId, { ...trait, floorPrice: toText(floorOctas) }]
  })
}
