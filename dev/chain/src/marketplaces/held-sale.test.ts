import type { LeastProceeds, MarketplaceListing, MarketplaceOffer } from '@opal/domain/intent'
import { sumOctas } from '@opal/domain/prices/octas'
import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import type { TokenRefV2 } from '@opal/domain/tokens/token-id'
import { composeScript } from '@opal/marketplaces/aggregator/compose-script'
import { planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommittedTransaction } from '../ledger/ledger.ts'
import { addressOf } from '../ledger/testing/test-chain.ts'
import { moduleSource, scriptOf, sendScript } from '../testing/compose.ts'
import {
  ACTIVE_MARKETPLACES,
  createMarketFixture,
  eventsOf,
  gasOf,
  type MarketFixture,
} from '../testing/market-fixture.ts'

const PRICE = 100_000_000n
const ROYALTY = bps(500)
const EXECUTED = 'Executed successfully'
const DEPLOYED = contractsOf('local')
/** No aggregator: the script is all that can hold such a sale. */
const PLACE = { marketplaces: DEPLOYED, aggregator: null, canCompose: true }

/** Where the token is listed, where the bid is that it is sold into, and of which kind that is. */
const CASES = ACTIVE_MARKETPLACES.flatMap((listedOn) =>
  DEPLOYED.filter(({ adapter, contracts }) => !adapter.isNative && contracts.status === 'active').flatMap(
    ({ adapter }) => (['collection', 'token'] as const).map((kind) => [listedOn, adapter.id, kind] as const),
  ),
)

let fixture: MarketFixture
let unused: TokenRefV2[]
beforeAll(async () => {
  fixture = await createMarketFixture(CASES.length + 5)
  unused = [...fixture.tokens]
})
afterAll(() => fixture[Symbol.asyncDispose]())

interface Sale {
  readonly token: TokenRefV2
  readonly listing: MarketplaceListing
  readonly offer: MarketplaceOffer
  readonly isTokenOffer: boolean
  /** Octas that it brings. */
  readonly netOctas: bigint
}

function arrange(listedOn: string, marketplace: string, kind: 'collection' | 'token'): Sale {
  const token = unused.pop()
  if (token === undefined) throw new Error('mint more tokens')
  const { buyer, trade } = fixture
  const isTokenOffer = kind === 'token'
  const terms = { priceOctas: PRICE, expiresAtSeconds: 1_900_000_000n }
  const [placed] = isTokenOffer ? trade(buyer, marketplace, { kind: 'place-token-offer', token, ...terms }) : []
  const offer =
    placed !== undefined && 'offerId' in placed
      ? { offerId: placed.offerId, buyer: addressOf(buyer), priceOctas: PRICE, marketplace }
      : fixture.bid(buyer, marketplace, PRICE)
  const { commission } = DEPLOYED.find(({ adapter }) => adapter.id === marketplace)?.contracts ?? {}
  if (commission === undefined) throw new Error(`${marketplace} is not on the localnet`)
  const netOctas = splitPrice(PRICE, commission, ROYALTY).sellerOctas
  return { token, listing: fixture.list(token, listedOn, 9n * PRICE), offer, isTokenOffer, netOctas }
}

/** Arranges one of the cases, counted from the end where it is negative. */
function arrangeCase(at: number): Sale {
  const where = CASES.at(at)
  if (where === undefined) throw new Error('no other marketplace has bids')
  return arrange(...where)
}

/** Composes, signs and commits one sale, held to a least. */
function sell(sale: Sale, least: bigint): Promise<CommittedTransaction> {
  return sellMany([sale], { each: [least], total: least })
}

/** Composes, signs and commits sales as one script, held to what all of them have to bring. */
async function sellMany(sales: readonly Sale[], leastOctas: LeastProceeds): Promise<CommittedTransaction> {
  const [step, ...others] = planBatch(
    { kind: 'instant-sell', seller: addressOf(fixture.seller), sales, leastOctas },
    PLACE,
  )
  expect([step?.priceGuard, step?.limitOctas, others.length]).toEqual(['script', leastOctas.total, 0])
  if (step?.kind !== 'script') throw new Error('no script was planned')
  const script = await composeScript(step.calls, moduleSource(fixture.chain.ledger))
  return sendScript(fixture.chain, fixture.seller, scriptOf(script))
}

const SHORT = /^Move abort in 0x1::(coin|fungible_asset): EINSUFFICIENT_BALANCE/
const balance = () => fixture.chain.balance(addressOf(fixture.seller))

// @feature trade.price-held
describe('the sale of a listed token into a bid of another marketplace', () => {
  test.each(CASES)('listed on %s, bid for on %s on the %s: brings its least, or nothing is moved', async (...where) => {
    const sale = arrange(...where)
    const holder = fixture.ownerOf(sale.token)
    const before = balance()

    const refused = await sell(sale, sale.netOctas + 1n)
    expect(refused.info?.vmStatus).toMatch(SHORT)
    expect(eventsOf(refused)).toEqual([])
    expect(balance()).toBe(before - gasOf(refused))
    expect(fixture.ownerOf(sale.token)).toBe(holder)

    const again = balance()
    const done = await sell(sale, sale.netOctas)
    expect(done.info?.vmStatus).toBe(EXECUTED)
    expect(eventsOf(done).map(({ kind }) => kind)).toEqual([
      'listing-cancelled',
      sale.isTokenOffer ? 'token-offer-filled' : 'collection-offer-filled',
    ])
    expect(balance() + gasOf(done) - again).toBe(sale.netOctas)
    expect(fixture.ownerOf(sale.token)).toBe(addressOf(fixture.buyer))
  })

  test('is not helped by what others pay the seller before it is executed', async () => {
    const sale = arrangeCase(0)
    const to = addressOf(fixture.seller)
    fixture.chain.send(fixture.buyer, '0x1::aptos_account::transfer', [to, 50n * PRICE])
    expect((await sell(sale, sale.netOctas + 1n)).info?.vmStatus).toMatch(SHORT)
    expect((await sell(sale, sale.netOctas)).info?.vmStatus).toBe(EXECUTED)
  })

  test('is held in the same way for an account with a coin store, whose APT is in both forms', async () => {
    const { chain, seller, buyer } = fixture
    chain.send(seller, '0x1::managed_coin::register', [], { typeArguments: ['0x1::aptos_coin::AptosCoin'] })
    chain.send(buyer, '0x1::coin::transfer', [addressOf(seller), 7n], { typeArguments: ['0x1::aptos_coin::AptosCoin'] })
    const sale = arrangeCase(-1)
    const before = balance()
    const refused = await sell(sale, sale.netOctas + 1n)
    expect(refused.info?.vmStatus).toMatch(SHORT)
    const done = await sell(sale, sale.netOctas)
    expect(done.info?.vmStatus).toBe(EXECUTED)
    expect(balance() + gasOf(done) + gasOf(refused) - before).toBe(sale.netOctas)
  })
})

// @feature trade.price-held
test('sales that bring more together than their own limits say are held to that total, or nothing is moved', async () => {
  const own = DEPLOYED.find(({ adapter }) => adapter.isNative)?.adapter.id ?? ''
  // Those into our own bids could each be held by their own call.
  const sales = [arrangeCase(0), arrangeCase(-1), arrange(own, own, 'collection')]
  const total = sumOctas(sales.map(({ netOctas }) => netOctas))
  const each = [1n, 1n, total - 3n]
  const before = balance()
  const refused = await sellMany(sales, { each, total: total + 1n })
  expect(refused.info?.vmStatus).toMatch(SHORT)
  expect(sales.map(({ token }) => fixture.ownerOf(token))).not.toContain(addressOf(fixture.buyer))
  const done = await sellMany(sales, { each, total })
  expect(done.info?.vmStatus).toBe(EXECUTED)
  expect(balance() + gasOf(done) + gasOf(refused) - before).toBe(total)
  expect(new Set(sales.map(({ token }) => fixture.ownerOf(token)))).toEqual(new Set([addressOf(fixture.buyer)]))
})
