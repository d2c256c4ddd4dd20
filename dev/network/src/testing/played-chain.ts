import { encodeTransaction } from '@opal/chain/read-recorded-transaction'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { demoArtist } from '@opal/dev-seeds/accounts/demo-cast'
import type { DrawnCollection } from '@opal/dev-seeds/art/demo-collection'
import { DEMO_COLLECTIONS } from '@opal/dev-seeds/art/demo-collections'
import { HEIRLOOMS } from '@opal/dev-seeds/art/heirlooms'
import { tokenName } from '@opal/dev-seeds/art/token-art'
import { demoModules } from '@opal/dev-seeds/market/demo-modules'
import { HeirloomMarket } from '@opal/dev-seeds/market/heirloom-market'
import { HistoryWriter } from '@opal/dev-seeds/market/history-writer'
import { seedMarket } from '@opal/dev-seeds/market/seed-market'
import { demoVenues } from '@opal/dev-seeds/market/venue'
import type { Address } from '@opal/domain/address'
import { DAY_MICROS } from '@opal/domain/time'
import { collectionIdV1, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { createDice } from './dice.ts'
import { chanceTrading } from './trade-heirlooms.ts'

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
export const OLD_PLACES: Places = {
  id: collectionIdV1(OLD_ARTIST, OLD.name),
  tokens: Array.from({ length: OLD.supply }, (_, index) =>
    tokenDataIdV1(OLD_ARTIST, OLD.name, tokenName(OLD, index + 1)),
  ),
}

/** A market that traders played on a chain of its own, with what they believe in the end, and chance trades of old tokens. */
export async function playedChain(seed: string) {
  const clock = createSettableClock(NOW_MICROS - BigInt(DAYS + 1) * DAY_MICROS)
  const ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
  const faucet = createFaucet(ledger)
  const market = await seedMarket({
    ledger,
    clock,
    modules: demoModules(),
    venues: demoVenues(),
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
  const venues = open.map(({ adapter }) => adapter.id)
  const day = chanceTrading(createDice(Number(seed)), venues, home)
  new HeirloomMarket(ledger, writer, OLD, market.people).trade(day)
  const raw: RawTransaction[] = []
  for (let version = 0n; version <= ledger.head.version; version += 1n) {
    const transaction = ledger.transactionByVersion(version)
    if (transaction !== null) raw.push({ version, bytes: encodeTransaction(transaction) })
  }
  return { market, raw, head: ledger.head, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() }
}

export type PlayedChain = Awaited<ReturnType<typeof playedChain>>
