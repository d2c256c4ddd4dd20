import type { RawTransaction } from '@opal/chain/stream/split-response'
import { encodeTransaction } from '@opal/chain/transaction/read-recorded-transaction'
import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { demoArtist } from '@opal/dev-seeds/accounts/demo-cast'
import type { DrawnCollection } from '@opal/dev-seeds/art/demo-collection'
import { DEMO_COLLECTIONS } from '@opal/dev-seeds/art/demo-collections'
import { HEIRLOOMS } from '@opal/dev-seeds/art/heirlooms'
import { tokenName } from '@opal/dev-seeds/art/token-art'
import { demoMarketplaces } from '@opal/dev-seeds/market/demo-marketplaces'
import { demoModules } from '@opal/dev-seeds/market/demo-modules'
import { HeirloomMarket, type TradingDay } from '@opal/dev-seeds/market/heirlooms/heirloom-market'
import { HistoryWriter } from '@opal/dev-seeds/market/history-writer'
import { seedMarket } from '@opal/dev-seeds/market/seed-market'
import type { Address } from '@opal/domain/address'
import { DAY_MICROS } from '@opal/domain/time'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { createDice, type Dice } from './dice.ts'

/** Tokens of the first standard that the demo market leaves alone, each with the number of the trader that holds it. */
const LEFT_ALONE: readonly (readonly [n: number, who: number])[] = [
  [7, 3],
  [8, 3],
  [9, 4],
  [10, 4],
  [11, 5],
  [12, 5],
]
/** Funded accounts that visitors do not play. */
const TRADERS = [3, 4, 5, 6, 7, 8, 9, 10, 11]

/**
 * Returns random listings, sales and bids for v1 tokens.
 * @param marketplaces that are open.
 * @param home where such tokens can be bid for, which is not possible at every marketplace.
 */
function randomTradingDay(dice: Dice, marketplaces: readonly string[], home: string): TradingDay {
  const holders = new Map(LEFT_ALONE)
  const price = () => dice.between(200, 900)
  const sales = Array.from({ length: dice.between(8, 16) }, () => {
    const [n, who] = dice.one([...holders])
    const to = dice.one(TRADERS.filter((place) => place !== who))
    holders.set(n, to)
    return { at: dice.one(marketplaces), who, n, price: price(), to }
  })
  const listed = dice.some([...holders], dice.between(1, 4))
  const listings = listed.map(([n, who]) => ({ at: dice.one(marketplaces), who, n, price: price() }))
  const bids = dice.some(TRADERS, 2).map((who) => ({ at: home, who, price: price(), amount: dice.between(1, 3) }))
  const tokenBids = dice.some(TRADERS, 2).map((who) => ({ at: home, who, n: dice.one(NUMBERS), price: price() }))
  return { sales, listings, bids, tokenBids }
}

const NUMBERS = Array.from({ length: HEIRLOOMS[0]?.supply ?? 0 }, (_, index) => index + 1)

const NOW_MICROS = 1_780_000_000_000_000n
const DAYS = 9
const A_MINUTE = 60_000_000n

/** A collection and its tokens. */
export interface Places {
  readonly id: Address
  readonly tokens: readonly Address[]
}

const [OLD] = HEIRLOOMS as readonly [DrawnCollection]
const OLD_ARTIST = demoArtist(OLD.slug).address
/** The collection of the first standard. */
export const V1_PLACES: Places = {
  id: collectionIdV1(OLD_ARTIST, OLD.name),
  tokens: Array.from({ length: OLD.supply }, (_, index) =>
    tokenDataIdV1(OLD_ARTIST, OLD.name, tokenName(OLD, index + 1)),
  ),
}

/**
 * Returns a market that was traded on a chain of its own, with the traders' final knowledge of it, and random trades of v1
 * tokens.
 */
export async function playedChain(seed: string) {
  const clock = createSettableClock(NOW_MICROS - BigInt(DAYS + 1) * DAY_MICROS)
  const ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
  const faucet = createFaucet(ledger)
  const market = await seedMarket({
    ledger,
    clock,
    modules: demoModules(),
    marketplaces: demoMarketplaces(),
    collections: DEMO_COLLECTIONS.slice(0, 2).map((one) => ({
      ...one,
      supply: 20,
      market: { ...one.market, ageDays: DAYS - 1 },
    })),
    heirlooms: HEIRLOOMS,
    fund: (address, octas) => faucet.fund(address, octas),
    nowMicros: NOW_MICROS,
    days: DAYS,
    turns: 220,
    seed,
  })
  const writer = new HistoryWriter(ledger, clock, demoModules())
  clock.setMicros(NOW_MICROS + A_MINUTE)
  const open = contractsOf('local').filter(({ contracts }) => contracts.status === 'active')
  const home = open.find(({ adapter }) => adapter.isNative)?.adapter.id ?? ''
  const marketplaces = open.map(({ adapter }) => adapter.id)
  const day = randomTradingDay(createDice(Number(seed)), marketplaces, home)
  new HeirloomMarket(ledger, writer, OLD, market.people).trade(day)
  const raw: RawTransaction[] = []
  for (let version = 0n; version <= ledger.head.version; version += 1n) {
    const transaction = ledger.transactionByVersion(version)
    if (transaction !== null) raw.push({ version, bytes: encodeTransaction(transaction) })
  }
  return { market, raw, head: ledger.head, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() }
}

export type PlayedChain = Awaited<ReturnType<typeof playedChain>>
