import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { chainSchema } from './chain-schema.ts'
import { planChainQueries } from './plan-chain-queries.ts'

describe('planChainQueries', () => {
  it('plans each root field, with what it selects', () => {
    const planned = plan('{ a: current_token_datas_v2 { token_name current_collection { uri } } __typename }')
    expect(planned).toMatchObject([
      { kind: 'rows', key: 'a', table: 'current_token_datas_v2' },
      { kind: 'constant', key: '__typename' },
    ])
  })

  it('refuses a small document whose fragments unfold into very many fields', () => {
    const aliases = (relation: string, inner: string) =>
      Array.from({ length: 40 }, (_, index) => `r${index}: ${relation} { ...${inner} }`).join(' ')
    const bomb = `
      { ${Array.from({ length: 40 }, (_, index) => `q${index}: token_activities_v2(limit: 1) { ...A }`).join(' ')} }
      fragment A on token_activities_v2 { ${aliases('current_token_data', 'B')} }
      fragment B on current_token_datas_v2 { ${aliases('current_collection', 'C')} }
      fragment C on current_collections_v2 { ${aliases('cdn_asset_uris', 'D')} }
      fragment D on nft_metadata_crawler_parsed_asset_uris { asset_uri }`
    expect(() => plan(bomb)).toThrow('the operation selects too many fields')
  })

  it('refuses fields that are many for the number of their rows, wherever these are multiplied', () => {
    const aliases = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: token_name`).join(' ')
    const owned = (outer: number, inner: number, fields: number) =>
      `{ current_token_ownerships_v2(limit: ${outer}) { current_token_data {
        current_token_ownerships(limit: ${inner}) { current_token_data { ${aliases(fields)} } } } } }`
    for (const [outer, inner, fields] of [
      [100, 99, 10],
      [99, 100, 10],
      [60, 40, 41],
    ] as const)
      expect(() => plan(owned(outer, inner, fields)), `${outer}/${inner}/${fields}`).toThrow('too many values')
    for (const [outer, inner, fields] of [
      [100, 99, 5],
      [10, 10, 45],
      [1, 100, 45],
    ] as const)
      expect(() => plan(owned(outer, inner, fields)), `${outer}/${inner}/${fields}`).not.toThrow()
    const roots = Array.from({ length: 30 }, (_, at) => `r${at}: current_token_datas_v2 { ${aliases(40)} }`).join(' ')
    expect(() => plan(`{ ${roots} }`)).toThrow('too many values')
  })
})

function plan(query: string) {
  const { definitions } = parse(query)
  const fragments = definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
  return planChainQueries({
    schema: chainSchema,
    operation: definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode,
    fragments: Object.fromEntries(fragments.map((node) => [node.name.value, node])),
    variables: {},
  })
}
