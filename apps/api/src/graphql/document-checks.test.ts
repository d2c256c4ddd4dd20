import { getIntrospectionQuery, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { LIMITS } from './chain/limits.ts'
import { documentFault, isTooDeep } from './document-checks.ts'
import { MARKET_LIMITS } from './market/market-limits.ts'

const fault = (query: string, limits = MARKET_LIMITS as Parameters<typeof documentFault>[1]) =>
  documentFault(parse(query, { maxTokens: MARKET_LIMITS.tokens }), limits)
const times = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at)).join(' ')

describe('a document is refused before it is validated', () => {
  it('when selections of one name meet too often, side by side or level by level', () => {
    const meets = 'Ask for each field once, or use an alias.'
    expect(fault(`{ ${times(46, () => 'a')} }`)).toBe(meets)
    expect(fault(`{ ${times(200, (at) => `b{b{b{b{b{b{y${at}:a}}}}}}`)} }`)).toBe(meets)
    expect(fault(`{ ${times(30, (at) => `x${at}:b{ ${times(20, () => 'a')} }`)} }`)).toBe(meets)
    const fragments = times(46, (at) => `fragment f${at} on T { b { y${at}: a } }`)
    expect(fault(`{ r { ${times(46, (at) => `...f${at}`)} } } ${fragments}`)).toBe(meets)
    expect(fault(`{ a } fragment unused on T { ${times(46, () => 'a')} }`)).toBe(meets)
  })

  it('when it has too many fields, levels, fragments or operations', () => {
    const many = `{ ${times(101, (at) => `a${at}: a`)} }`
    expect(fault(many, { ...MARKET_LIMITS, allFields: 100 })).toBe('Ask for at most 100 fields.')
    expect(fault(`${'{ a '.repeat(9)}${'}'.repeat(9)}`)).toBe('Nest at most 8 levels.')
    expect(fault(`{ a } ${times(51, (at) => `fragment f${at} on T { a }`)}`)).toBe('Use at most 50 fragments.')
    expect(fault(times(11, (at) => `query q${at} { a }`))).toBe('Send at most 10 operations.')
  })

  it('when it asks for the schema many times over, by other names or by types of types', () => {
    const once = 'Ask for __schema and __type once, without aliases.'
    for (const body of [
      'a: __schema { types { name } }',
      '__schema { a: types { name } }',
      '__schema { types { fields { name b: name } } }',
      '__schema { types { fields { type { ofType { fields { name } } } } } }',
      '__schema { types { fields { args { type { inputFields { name } } } } } }',
      '__type(name: "T") { possibleTypes { interfaces { name } } }',
      '... { __schema { ...S } }',
    ])
      expect(fault(`{ ${body} } fragment S on __Schema { a: types { name } b: types { name } }`), body).toBe(once)
    expect(fault('{ a: __type(name: "A") { fields { name } } b: __type(name: "B") { name } c: x { d: y } }')).toBeNull()
  })

  it('never for what clients ask', () => {
    expect(fault(getIntrospectionQuery())).toBeNull()
    expect(fault(getIntrospectionQuery(), LIMITS)).toBeNull()
    // The largest page of tokens, each with its listing under an alias of its own.
    const asked = times(
      100,
      (at) => `t${at}: listings(condition: { tokenDataId: $t${at}, collectionId: $c, isDeleted: false }, first: 1,
        orderBy: LAST_TRANSACTION_TIMESTAMP_DESC) { nodes { ...row } }`,
    )
    const row = 'fragment row on Listing { listingId price seller marketplace isLive lastTransactionTimestamp }'
    const variables = times(100, (at) => `$t${at}: String!`)
    expect(fault(`query GetListingOfTokens($c: String!, ${variables}) { ${asked} } ${row}`)).toBeNull()
  })

  it('not for fragments that spread each other without end: validation says so', () => {
    expect(fault('{ ...a } fragment a on T { ...b } fragment b on T { ...a x }')).toBeNull()
    expect(fault('{ ...a } fragment a on T { x { ...a } }')).toBe('Nest at most 8 levels.')
  })

  it('counts a fragment once for each selection that spreads it, however often', () => {
    const doubling = times(40, (at) => `fragment f${at} on T { ${at === 39 ? 'a' : `...f${at + 1} ...f${at + 1}`} }`)
    expect(fault(`{ ...f0 } ${doubling}`)).toBeNull()
  })
})

describe('isTooDeep', () => {
  it('counts brackets within brackets, of every kind, whatever follows them', () => {
    expect(isTooDeep('{ a '.repeat(100))).toBe(false)
    expect(isTooDeep('{ a '.repeat(101))).toBe(true)
    expect(isTooDeep(`{ a(x: ${'['.repeat(200)}`)).toBe(true)
    expect(isTooDeep(`{ a(x: ${'{y: '.repeat(200)}`)).toBe(true)
  })

  it('counts no brackets of texts, and none that are closed again', () => {
    expect(isTooDeep(`{ a(x: "${'{'.repeat(500)}") }`)).toBe(false)
    expect(isTooDeep(`{ ${'a { b } '.repeat(500)} }`)).toBe(false)
  })

  it('leaves to the parser what is no GraphQL', () => {
    expect(isTooDeep('{ a(x: "\\udfff") }')).toBe(false)
    expect(isTooDeep('<html>')).toBe(false)
  })
})
