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
      { ${Array.from({ length: 40 }, (_, index) => `q${index}: token_activities_v2 { ...A }`).join(' ')} }
      fragment A on token_activities_v2 { ${aliases('current_token_data', 'B')} }
      fragment B on current_token_datas_v2 { ${aliases('current_collection', 'C')} }
      fragment C on current_collections_v2 { ${aliases('cdn_asset_uris', 'D')} }
      fragment D on nft_metadata_crawler_parsed_asset_uris { asset_uri }`
    expect(() => plan(bomb)).toThrow('the operation selects too many fields')
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
