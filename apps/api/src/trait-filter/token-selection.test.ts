import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { ApiContext } from '../context.ts'
import { CollectionTooLargeError } from '../errors.ts'
import { cheapestOf } from './token-selection.ts'

vi.mock('@opal/store/queries/read-rows', () => ({
  withTimeLimit: (store: unknown, _ms: number, ask: (reader: unknown) => unknown) => ask(store),
}))
vi.mock('@opal/store/queries/tokens/find-collection-tokens', () => ({ findCollectionTokens: async () => [] }))

it.each([
  ['any name', undefined, ['search']],
  ['a part of a name', 'Opal #1', ['search']],
  ['an expression', 'Opal #1.*', ['expression', 'search']],
])('a search for %s has each of its turns once, that of expressions first', async (_, pattern, expected) => {
  const turns: unknown[] = []
  const context = {
    store: {},
    tradeGate: (load: () => unknown, read: unknown) => turns.push(read) && load(),
    expressionGate: (query: () => unknown) => turns.push('expression') && query(),
  } as unknown as ApiContext
  const name = pattern === undefined ? {} : { name: { pattern, isExpression: true } }
  const selection = { tokens: { collectionId: '0xc', ...name }, traits: { traits: [] } }
  for await (const { tokenDataIds } of cheapestOf(context, selection)) expect(tokenDataIds).toEqual([])
  expect(turns).toEqual(expected)
})

it('waits for the columns of traits without a turn: a collection whose much text is read holds up no other search', async () => {
  const turns: unknown[] = []
  const columns = Promise.withResolvers<null>()
  const context = {
    store: {},
    traits: { columnsOf: () => columns.promise },
    tradeGate: (load: () => unknown, read: unknown) => turns.push(read) && load(),
    expressionGate: (query: () => unknown) => turns.push('expression') && query(),
  } as unknown as ApiContext
  const selection = {
    tokens: { collectionId: '0xc', name: { pattern: 'Opal #1.*', isExpression: true } },
    traits: { traits: [], minRank: 1 },
  }
  const found = expect(cheapestOf(context, selection).next()).rejects.toThrow(CollectionTooLargeError)
  await nextTurn()
  expect(turns).toEqual([])
  columns.resolve(null)
  await found
})
