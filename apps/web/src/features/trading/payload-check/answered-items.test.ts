import { parseAnswer } from '@opal/contract/shapes/shown-names'
import { type TradeItem, tradeItem } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { tokenOf } from './answered-items.ts'
import { expectedTrade } from './expected-trade.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { itemWith, PLACE, SIGNER } from './testing/trade-fixtures.ts'

const creatorAddress = parseAddress('0xc0')
const name = fc
  .array(fc.constantFrom(':', '::', 'a', 'b', '\u200b', '\u202e', '\u00ad'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))

it('takes the names behind an id, also what no reader sees in them, exactly where no other names have that id', () => {
  fc.assert(
    fc.property(name, name, (collectionName, tokenName) => {
      const tokenDataId = tokenDataIdV1(creatorAddress, collectionName, tokenName)
      const token = {
        standard: 'v1',
        tokenDataId,
        creatorAddress,
        collectionName,
        tokenName,
        propertyVersion: 0n,
      } as const
      const joined = `${collectionName}::${tokenName}`
      const readings = [...joined].filter((_, at) => joined.startsWith('::', at)).length
      const answered = tradeItem.parse(parseAnswer(JSON.stringify(itemWith(token, { priceOctas: 1n }))))
      const read = () => tokenOf(answered, tokenDataId)
      if (readings === 1) expect(read()).toEqual(token)
      else expect(read).toThrow('a name that two tokens share')
    }),
  )
})

describe('choices of one token', () => {
  const [collectionName, tokenName] = ['Prints', 'Print #1']
  const tokenDataId = tokenDataIdV1(creatorAddress, collectionName, tokenName)
  const ofEdition = (propertyVersion: bigint) => {
    return { standard: 'v1', tokenDataId, creatorAddress, collectionName, tokenName, propertyVersion } as const
  }
  const answered = (items: Parameters<typeof answerOf>[1]) =>
    answerOf({ totalOctas: '1', gasOctas: '1', receivedOctas: '0' }, items)
  /** An answer whose items bring their prices. */
  const pricedAnswer = (items: readonly TradeItem[]) => {
    const total = String(items.reduce((sum, { priceOctas }) => sum + BigInt(priceOctas ?? 0), 0n))
    const nothing = { commissionOctas: '0', royaltyOctas: '0', receivedOctas: '0' }
    return answerOf(
      { priceOctas: total, sellerOctas: total, ...nothing, totalOctas: '1', gasOctas: '1' },
      { items: items.map((item) => ({ ...item, sellerOctas: item.priceOctas })) },
    )
  }
  const places = fc.record({
    marketplace: fc.constantFrom(...PLACE.marketplaces.map(({ adapter }) => adapter.id)),
    listingId: fc.constantFrom('0x1', '0x2'),
  })
  const listed = fc.uniqueArray(fc.tuple(places, fc.bigInt(0n, 2n)), {
    minLength: 1,
    selector: ([{ marketplace, listingId }]) => `${marketplace} ${listingId}`,
  })
  const reordered = <Item>(items: readonly Item[]) => fc.shuffledSubarray([...items], { minLength: 1 })

  it('are paired with their listings, whichever are left out and in whatever order the others come', () => {
    const chosen = listed.chain((all) => fc.tuple(fc.constant(all), reordered(all)))
    fc.assert(
      fc.property(chosen, ([all, traded]) => {
        const items = all.map(([place], at) => ({ tokenDataId, ...place, price: String(1_000_000 + at) }))
        const listingOf = ([place, edition]: (typeof all)[number]) => {
          return { ...place, token: ofEdition(edition), seller: SIGNER, priceOctas: 5n }
        }
        const answer = answered({
          items: traded.map((one) => itemWith(ofEdition(one[1]), { listing: listingOf(one), priceOctas: 5n })),
        })
        expect(expectedTrade({ call: 'delist', body: { items } }, answer, SIGNER, PLACE)).toMatchObject({
          intent: { listings: traded.map(([place]) => place) },
        })
        // Each gets the price that was chosen for it.
        const priceOf = (one: (typeof all)[number]) => BigInt(1_000_000 + all.indexOf(one))
        const repriced = pricedAnswer(
          traded.map((one) => itemWith(ofEdition(one[1]), { listing: listingOf(one), priceOctas: priceOf(one) })),
        )
        expect(expectedTrade({ call: 'update-price', body: { items } }, repriced, SIGNER, PLACE)).toMatchObject({
          intent: { items: traded.map((one) => ({ listing: one[0], priceOctas: priceOf(one) })) },
        })
        const others = items.filter(
          ({ listingId, marketplace }) =>
            traded[0]?.[0].listingId !== listingId || traded[0]?.[0].marketplace !== marketplace,
        )
        expect(() => expectedTrade({ call: 'delist', body: { items: others } }, answer, SIGNER, PLACE)).toThrow(
          PayloadRefusedError,
        )
      }),
    )
  })

  it('are paired with the listings of the marketplaces that they name, whichever are left out', () => {
    const marketplaces = PLACE.marketplaces.map(({ adapter }) => adapter.id)
    const chosen = fc
      .shuffledSubarray(marketplaces, { minLength: 2 })
      .chain((all) => fc.tuple(fc.constant(all), fc.subarray(all, { minLength: 1 })))
    fc.assert(
      fc.property(chosen, ([all, traded]) => {
        const items = all.map((marketplace) => ({ tokenDataId, marketplace }))
        const listings = traded.map((marketplace) => {
          return { marketplace, listingId: '0x1', token: ofEdition(0n), seller: SIGNER, priceOctas: 5n }
        })
        const price = 5 * traded.length
        const costs = { totalOctas: `${price + 1}`, priceOctas: `${price}`, gasOctas: '1', receivedOctas: '0' }
        const answer = answerOf(costs, {
          items: listings.map((listing) => itemWith(ofEdition(0n), { listing, priceOctas: 5n })),
        })
        expect(expectedTrade({ call: 'buy', body: { items } }, answer, SIGNER, PLACE)).toMatchObject({
          intent: { listings: traded.map((marketplace) => ({ marketplace })) },
        })
        const [first, ...others] = items.filter(({ marketplace }) => traded.includes(marketplace))
        expect(first).toBeDefined()
        expect(() => expectedTrade({ call: 'buy', body: { items: others } }, answer, SIGNER, PLACE)).toThrow(
          PayloadRefusedError,
        )
      }),
    )
  })

  it('are paired with their editions, whichever are left out and in whatever order the others come', () => {
    const versions = fc.uniqueArray(fc.bigInt(0n, 9n), { minLength: 1 })
    const chosen = versions.chain((all) => fc.tuple(fc.constant(all), reordered(all)))
    fc.assert(
      fc.property(chosen, ([all, traded]) => {
        const items = all.map((version) => ({
          tokenDataId,
          propertyVersion: String(version),
          price: String(1_000_000n + version),
        }))
        const priceOf = (version: bigint) => 1_000_000n + version
        const answer = pricedAnswer(
          traded.map((version) => itemWith(ofEdition(version), { priceOctas: priceOf(version) })),
        )
        expect(expectedTrade({ call: 'list', body: { items } }, answer, SIGNER, PLACE)).toMatchObject({
          intent: { items: traded.map((version) => ({ priceOctas: priceOf(version) })) },
        })
      }),
    )
  })
})
