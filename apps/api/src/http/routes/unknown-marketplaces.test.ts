import { runs } from '@opal/domain/testing/effort/config'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refuseUnknownMarketplaces, UnknownMarketplaceError } from './unknown-marketplaces.ts'

const known = fc.constantFrom(...MARKETPLACES.map(({ id }) => id))
const unknown = fc.string().filter((id) => !MARKETPLACES.some((one) => one.id === id))

/** A request that names a marketplace, and the name of the member. */
const PLACES: readonly (readonly [string, (id: string) => { query: unknown; body: unknown }])[] = [
  ['marketplace', (id) => ({ query: { marketplace: id }, body: undefined })],
  ['marketplaces', (id) => ({ query: { marketplaces: [id] }, body: null })],
  ['filter.marketplace', (id) => ({ query: {}, body: { filter: { marketplace: id } } })],
  ['exclude.marketplaces', (id) => ({ query: {}, body: { exclude: { marketplaces: [id] } } })],
]

it.each(PLACES)('refuses any unknown marketplace as %s, by its name, and none that is known', (member, requestOf) => {
  fc.assert(
    fc.property(unknown, known, (id, other) => {
      expect(() => refuseUnknownMarketplaces(requestOf(other))).not.toThrow()
      expect(() => refuseUnknownMarketplaces(requestOf(id))).toThrow(UnknownMarketplaceError)
      expect(() => refuseUnknownMarketplaces(requestOf(id))).toThrow(`${member}: there is no marketplace '${id}'`)
    }),
    { numRuns: runs(100) },
  )
})

it('leaves the items of a trade to their own answers', () => {
  fc.assert(
    fc.property(unknown, (id) => {
      const body = { items: [{ marketplace: id }], marketplace: id }
      expect(() => refuseUnknownMarketplaces({ query: {}, body })).not.toThrow()
    }),
    { numRuns: runs(100) },
  )
})
