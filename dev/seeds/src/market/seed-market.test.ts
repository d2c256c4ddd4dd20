import { parseTransaction } from '@opal/chain/transaction/parse-transaction'
import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { ANS } from '@opal/dev-chain/modules/ans/ans-account'
import { type Address, parseAddress } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import { DAY_MICROS } from '@opal/domain/time'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoArtist, demoTraders } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import { DEMO_COLLECTIONS } from '../art/demo-collections.ts'
import { HEIRLOOMS } from '../art/heirlooms.ts'
import { indexTokens } from '../story/token-index.ts'
import { type DemoMarketplace, demoMarketplaces, nativeDemoMarketplace } from './demo-marketplaces.ts'
import { demoModules } from './demo-modules.ts'
import { floorOf, listedShare } from './market-state.ts'
import { aptOf } from './prices.ts'
import { isDead } from './schedule.ts'
import { isSeeded, type SeededMarket, seedMarket } from './seed-market.ts'

const NOW_MICROS = 1_780_000_000_000_000n
const DAYS = 30

/** One of each kind: two that live, of which one was sold at its mint, one that is washed, and two that died. */
const COLLECTIONS = [
  ...pick(({ fate, mintPrice }) => fate === undefined && mintPrice !== undefined),
  ...pick(({ fate, mintPrice }) => fate === undefined && mintPrice === undefined),
  ...(['washed', 'failed', 'abandoned'] as const).flatMap((wanted) => pick(({ fate }) => fate === wanted)),
]

function pick(fits: (market: DemoCollection['market']) => boolean): readonly DemoCollection[] {
  const found = DEMO_COLLECTIONS.find(({ market }) => fits(market))
  return found === undefined ? [] : [{ ...found, supply: 56 }]
}

async function seeded(seed: string): Promise<{ ledger: Ledger; market: SeededMarket }> {
  const clock = createSettableClock(NOW_MICROS - BigInt(DAYS + 1) * DAY_MICROS)
  const ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
  const faucet = createFaucet(ledger)
  const market = await seedMarket({
    ledger,
    clock,
    modules: demoModules(),
    marketplaces: demoMarketplaces(),
    collections: COLLECTIONS,
    crowd: 20,
    heirlooms: HEIRLOOMS,
    fund: (address, octas) => faucet.fund(address, octas),
    nowMicros: NOW_MICROS,
    days: DAYS,
    turns: 450,
    seed,
  })
  return { ledger, market }
}

function* userTransactions(ledger: Ledger) {
  for (let version = 0n; version <= ledger.head.version; version += 1n) {
    const transaction = ledger.transactionByVersion(version)
    if (transaction?.user !== undefined && transaction.user !== null) yield transaction
  }
}

describe('a seeded market', () => {
  let ledger: Ledger
  let market: SeededMarket
  beforeAll(async () => {
    const made = await seeded('test')
    ledger = made.ledger
    market = made.market
  }, 60_000)

  test('has successful transactions only', () => {
    const failed = [...userTransactions(ledger)].filter(({ info }) => info?.success !== true)
    expect(failed.map(({ info }) => info?.vmStatus)).toEqual([])
    expect(isSeeded(ledger)).toBe(true)
  })

  test('keeps the supply of every collection', () => {
    for (const { id, demo, tokens } of market.markets) {
      const supply =
        ledger.resource(id, '0x4::collection::FixedSupply') ?? ledger.resource(id, '0x4::collection::ConcurrentSupply')
      expect(JSON.stringify(supply)).toContain(`"${demo.supply}"`)
      expect(new Set(tokens.map(({ address }) => address)).size).toBe(demo.market.minted ?? demo.supply)
    }
  })

  // @feature demo.priced-mints
  test('sells tokens with a mint price to traders who pay it', () => {
    const priced = market.markets.filter(({ demo }) => demo.market.mintPrice !== undefined)
    expect(priced.length).toBeGreaterThan(0)
    for (const { demo, tokens } of priced) {
      const mints = [...userTransactions(ledger)].flatMap(({ user }) => {
        const payload = user?.request?.payload?.entryFunctionPayload
        const artist = demoArtist(demo.slug).address
        const isOurs = payload?.entryFunctionIdStr?.endsWith('::drop::mint') === true
        return isOurs && JSON.stringify(payload.arguments).includes(artist.slice(4)) ? [user] : []
      })
      expect(mints.length, demo.name).toBeGreaterThan(tokens.length / 13)
      expect(indexTokens(ledger, demo).map(({ address }) => address)).toEqual(tokens.map(({ address }) => address))
    }
  })

  test('leaves every trader with their proceeds less gas', () => {
    const gas = new Map<string, bigint>()
    for (const { info, user } of userTransactions(ledger)) {
      const sender = parseAddress(user?.request?.sender ?? '')
      const paid = (info?.gasUsed ?? 0n) * (user?.request?.gasUnitPrice ?? 0n) - refundOf(user?.events ?? [])
      gas.set(sender, (gas.get(sender) ?? 0n) + paid)
    }
    for (const { trader, balance } of market.people) {
      const { values } = ledger.view('0x1::coin::balance', ['0x1::aptos_coin::AptosCoin'], [trader.address])
      expect(BigInt(values[0] as string | bigint) + (gas.get(trader.address) ?? 0n), trader.name).toBe(balance)
    }
  })

  test('gives every trader a primary .apt name', () => {
    const traders = market.people.slice(0, demoTraders().length)
    const names = traders.map(({ trader }) => {
      const { values } = ledger.view(`${ANS}::router::get_primary_name`, [], [trader.address])
      return values
    })
    expect(names[1]).toEqual([{ vec: [] }, { vec: ['tomas-iriarte'] }])
    expect(new Set(names.map((values) => JSON.stringify(values))).size).toBe(traders.length)
    expect(names.filter((values) => JSON.stringify(values).includes('"vec":["'))).toHaveLength(traders.length)
  })

  test('never sees a token sold to its seller', () => {
    const sales = marketEvents(ledger).filter((event) => 'seller' in event && 'buyer' in event)
    expect(sales.length).toBeGreaterThan(50)
    for (const sale of sales) expect('buyer' in sale && sale.buyer).not.toBe('seller' in sale && sale.seller)
  })

  test('is traded at every active marketplace, mostly at Opal', () => {
    const events = marketEvents(ledger)
    const countAt = ({ adapter }: DemoMarketplace, kind: string) =>
      events.filter((event) => event.marketplace === adapter.id && event.kind.startsWith(kind)).length
    const home = nativeDemoMarketplace()
    for (const kind of ['listing-placed', 'listing-filled', 'token-offer-placed', 'collection-offer-placed']) {
      for (const marketplace of demoMarketplaces()) {
        expect(countAt(marketplace, kind), `${marketplace.adapter.id} ${kind}`).toBeGreaterThan(0)
        const isRare = kind.includes('offer')
        if (!marketplace.adapter.isNative && !isRare)
          expect(countAt(marketplace, kind)).toBeLessThan(countAt(home, kind))
      }
    }
    const open = market.markets.flatMap(({ listings }) => [...listings])
    expect(new Set(open.map(({ marketplace }) => marketplace.adapter.id)).size).toBe(demoMarketplaces().length)
  })

  test('has v1 tokens on every marketplace, and orders that can only be cancelled on the closed one', () => {
    const old = marketEvents(ledger).filter((event) => event.marketplace === 'topaz' || isV1(event))
    const sold = old.filter(({ kind }) => kind === 'listing-filled')
    expect(new Set(sold.map(({ marketplace }) => marketplace)).size).toBe(demoMarketplaces().length + 1)
    const left = old.filter(({ marketplace, kind }) => marketplace === 'topaz' && kind.endsWith('-placed'))
    expect(left.map(({ kind }) => kind).sort()).toEqual([
      'collection-offer-placed',
      'listing-placed',
      'listing-placed',
      'listing-placed',
      'token-offer-placed',
    ])
  })

  test('is active at the end: listings, bids below the floor, sales on the last day', () => {
    const living = market.markets.filter(({ demo }) => !isDead(demo))
    for (const one of living) {
      expect(listedShare(one), one.demo.name).toBeGreaterThan(0.05)
      expect(listedShare(one), one.demo.name).toBeLessThan(0.2)
      const floor = floorOf(one)
      expect(floor && aptOf(floor.priceOctas)).toBeGreaterThan(0.2)
    }
    const lastDay = [...userTransactions(ledger)].filter(({ user, timestamp }) => {
      const isLate = (timestamp?.seconds ?? 0n) > (NOW_MICROS - DAY_MICROS) / 1_000_000n
      return isLate && user?.events?.some(({ typeStr }) => /::(ListingFilled|Buy)Event$/.test(typeStr ?? ''))
    })
    expect(lastDay.length).toBeGreaterThan(living.length)
  })

  test('leaves two collections with many listings and no bids', () => {
    const dead = market.markets.filter(({ demo }) => isDead(demo))
    expect(dead.map(({ demo }) => demo.market.fate)).toEqual(['failed', 'abandoned'])
    for (const one of dead) {
      expect(listedShare(one), one.demo.name).toBeGreaterThan(0.2)
      expect([...one.offers], one.demo.name).toEqual([])
    }
  })

  test('has one collection whose tokens two wallets sell to each other', () => {
    const ring = new Set<Address | null>(market.people.slice(-2).map(({ trader }) => trader.address))
    const among = marketEvents(ledger).flatMap((event) => {
      const isSale = event.kind === 'listing-filled' && [event.seller, event.buyer].every((who) => ring.has(who))
      return isSale ? [event.collection.collectionId] : []
    })
    const washed = market.markets.find(({ demo }) => demo.market.fate === 'washed')
    expect(among.length).toBeGreaterThan(5)
    expect(new Set(among)).toEqual(new Set([washed?.id]))
  })

  test('ends at the current time', () => {
    expect(ledger.head.timestampMicros).toBe(NOW_MICROS)
  })

  test('is the same chain for the same seed and time', async () => {
    const hashes = (one: Ledger) =>
      [...userTransactions(one)].map(({ info }) => Buffer.from(info?.hash ?? []).toString('hex'))
    expect(hashes((await seeded('test')).ledger)).toEqual(hashes(ledger))
  }, 60_000)
})

function marketEvents(ledger: Ledger): readonly MarketEvent[] {
  const marketplaces = contractsOf('local')
  return [...userTransactions(ledger)].flatMap((one) => decodeMarketEvents(parseTransaction(one), marketplaces).events)
}

function isV1(event: MarketEvent): boolean {
  return 'token' in event && event.token.standard === 'v1'
}

interface EventText {
  readonly typeStr?: string | undefined
  readonly data?: string | undefined
}

/** Storage refunds lower what gas costs. @source 0x1::transaction_fee::FeeStatement */
function refundOf(events: readonly EventText[]): bigint {
  const statement = events.find(({ typeStr }) => typeStr === '0x1::transaction_fee::FeeStatement')
  return statement === undefined ? 0n : BigInt(JSON.parse(statement.data ?? '').storage_fee_refund_octas)
}
