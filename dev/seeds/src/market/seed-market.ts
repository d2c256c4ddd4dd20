import type { SettableClock } from '@opal/dev-chain/ledger/clock'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { ANS, SECONDS_PER_YEAR } from '@opal/dev-chain/modules/ans/ans-account'
import { yearlyPrice } from '@opal/dev-chain/modules/ans/ans-rules'
import type { MoveModule } from '@opal/dev-chain/modules/move-module'
import { type Address, parseAddress } from '@opal/domain/address'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { demoArtist, demoCrowd, demoTraders, demoWashers, isPlayed, type Trader } from '../accounts/demo-cast.ts'
import type { DemoCollection, DrawnCollection } from '../art/demo-collection.ts'
import { createRandom, type Random } from '../random.ts'
import { tasteOf } from './actions/taste.ts'
import { Calendar } from './calendar.ts'
import type { DemoMarketplace } from './demo-marketplaces.ts'
import { DROP_ADDRESS, DROP_CLOSED } from './drop-module.ts'
import { makeGear, offerEverything } from './gifts.ts'
import { FIRST_DAYS, HeirloomMarket, TODAY } from './heirlooms/heirloom-market.ts'
import { Heirlooms } from './heirlooms/heirlooms.ts'
import { HistoryWriter } from './history-writer.ts'
import type { CollectionMarket, Participant } from './market-state.ts'
import { collectionAddress } from './mint-collection.ts'
import { playHistory } from './play-history.ts'
import { createPriceProcess } from './price-process.ts'
import { planTurns } from './schedule.ts'

const OBJECT_CORE = '0x1::object::ObjectCore'

/**
 * Compares the market as the traders modelled it with the chain: who holds every token, and that every listing
 * and offer is there. Had a single transaction failed, they would differ.
 * @throws Error naming the first difference.
 */
function verifyMarket(ledger: Ledger, markets: readonly CollectionMarket[]): void {
  for (const market of markets) {
    for (const token of market.tokens) {
      const holder = token.listing?.id ?? token.owner.trader.address
      if (ownerOf(ledger, token.address) !== holder) {
        throw new Error(`the demo market went wrong: ${market.demo.itemName} #${token.n} is not held by ${holder}`)
      }
    }
    for (const offer of market.offers) {
      if (ownerOf(ledger, offer.id) !== null) continue
      throw new Error(`the demo market went wrong: an offer of ${offer.bidder.trader.name} is missing`)
    }
  }
}

function ownerOf(ledger: Ledger, object: Address): Address | null {
  const owner = ledger.resource(object, OBJECT_CORE)?.owner
  return typeof owner === 'string' ? parseAddress(owner) : null
}

/** Long enough that no name expires while a demo is in use. */
const YEARS = 5n

/** Returns a trader's `.apt` name without its ending: `Tomás Iriarte` is `tomas-iriarte`. */
export function aptosNameOf(traderName: string): string {
  return traderName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
}

/** Every trader registers their name. As an account's first it becomes the primary one. */
function registerNames(writer: HistoryWriter, people: readonly Participant[]): void {
  for (const person of people) {
    const name = aptosNameOf(person.trader.name)
    const args = [name, YEARS * SECONDS_PER_YEAR, null, null]
    writer.send(person.trader, { function: `${ANS}::router::register_domain`, args })
    person.balance -= YEARS * yearlyPrice(name.length)
  }
  writer.commit()
}

/** Options of a market. The same settings at the same time give the same chain, byte for byte. */
export interface SeedMarketOptions {
  readonly ledger: Ledger
  readonly clock: SettableClock
  readonly modules: readonly MoveModule[]
  readonly marketplaces: readonly DemoMarketplace[]
  readonly collections: readonly DemoCollection[]
  /** Collections of the first token standard; none when left out. */
  readonly heirlooms?: readonly DrawnCollection[]
  /** Collections of the first token standard that one wallet is offered whole; none when left out. */
  readonly raffles?: readonly DrawnCollection[]
  /** Some people own pieces of a game. */
  readonly withGear?: boolean
  /** Queues a transfer from the faucet. */
  readonly fund: (address: Address, octas: bigint) => void
  /** The moment at which history ends, microseconds. */
  readonly nowMicros: bigint
  /** Length of history. */
  readonly days: number
  /** About how many turns people take on the market. */
  readonly turns: number
  /** Wallets without a name in addition to the forty traders; none when left out. */
  readonly crowd?: number
  readonly seed: string
  /** Called now and then with a share from 0 to 1. Errors it throws abort the seeding. */
  readonly onProgress?: (share: number) => void
}

/** The seeded market. */
export interface SeededMarket {
  readonly markets: readonly CollectionMarket[]
  readonly people: readonly Participant[]
  readonly transactions: number
}

/** Returns whether the demo market was made here, to the end. */
export function isSeeded(ledger: Ledger): boolean {
  return ledger.resource(DROP_ADDRESS, DROP_CLOSED) !== null
}

/**
 * Plays history into a chain that holds nothing but genesis: people are funded and named, collections minted, and for `days` days
 * traders list, buy, bid and change their minds, all by signed transactions.
 * @throws Error when the chain did not end as the traders believe.
 */
export async function seedMarket(options: SeedMarketOptions): Promise<SeededMarket> {
  const { ledger, clock, days } = options
  const random = createRandom(options.seed)
  const calendar = new Calendar(options.nowMicros, days)
  const writer = new HistoryWriter(ledger, clock, options.modules)
  clock.setMicros(calendar.microsAt(-0.2))
  const everyone = participants(options)
  const { people, ring } = everyone
  fundPeople(options, everyone)
  writer.commit()
  registerNames(writer, people.slice(0, demoTraders().length))
  befriend(writer, ring)
  const heirlooms = (options.heirlooms ?? []).map((collection) => new Heirlooms(writer, collection, people))
  const old = (options.heirlooms ?? []).map((collection) => new HeirloomMarket(ledger, writer, collection, people))
  for (const one of heirlooms) one.issue(calendar.microsAt(-0.1))
  for (const one of old) one.trade(FIRST_DAYS)
  if (options.withGear === true) makeGear(writer, people)
  for (const one of options.raffles ?? []) offerEverything(writer, one, people, calendar.microsAt(-0.05))
  const markets = options.collections.map((demo) => emptyMarket(demo, days, random))
  const turns = planTurns(markets, options.turns, days - 0.002, random)
  const history = { marketplaces: options.marketplaces, writer, people, ring, random, calendar }
  await playHistory(history, markets, turns, options.onProgress)
  writer.moveTo(calendar.microsAt(days - 0.001))
  for (const one of old) one.trade(TODAY)
  writer.moveTo(calendar.microsAt(days))
  for (const one of heirlooms) one.offer()
  verifyMarket(ledger, markets)
  writer.send(demoArtist(LAST_TO_LEAVE), { function: `${DROP_ADDRESS}::drop::close`, args: [] })
  writer.commit()
  return { markets, people: [...people, ...ring], transactions: writer.sent }
}

const LAST_TO_LEAVE = 'the drop'
/** Gas money of artists. */
const ARTIST_BALANCE_OCTAS = 50n * OCTAS_PER_APT

/** Everyone at a market. */
export interface Everyone {
  /** The forty first, then the crowd. */
  readonly people: readonly Participant[]
  /** Two wallets that trade with each other; empty where no collection is washed. */
  readonly ring: readonly Participant[]
}

/** Returns the traders, each with its initial balance. */
export function participants({ collections, crowd = 0 }: Pick<SeedMarketOptions, 'collections' | 'crowd'>): Everyone {
  const join = (trader: Trader, acts: boolean): Participant => ({
    trader,
    acts,
    balance: trader.balanceApt * OCTAS_PER_APT,
    ...(crowd > 0 && { taste: tasteOf(trader.name, isPlayed(trader)) }),
  })
  const people = [...demoTraders(), ...demoCrowd(crowd)].map((trader) => join(trader, true))
  const isWashed = collections.some(({ market }) => market.fate === 'washed')
  return { people, ring: isWashed ? demoWashers().map((trader) => join(trader, false)) : [] }
}

/** Enough for the prices they ask of each other: a tenth of them ties two who paid each other. */
const FRIENDLY_OCTAS = 50n * OCTAS_PER_APT

/** The two of the ring pay each other. */
function befriend(writer: HistoryWriter, [first, second]: readonly Participant[]): void {
  if (first === undefined || second === undefined) return
  for (const [payer, payee] of [
    [first, second],
    [second, first],
  ] as const) {
    const args = [payee.trader.address, FRIENDLY_OCTAS]
    writer.send(payer.trader, { function: '0x1::aptos_account::transfer', args })
    payer.balance -= FRIENDLY_OCTAS
    payee.balance += FRIENDLY_OCTAS
    writer.commit()
  }
}

function fundPeople(
  { fund, collections, heirlooms = [], raffles = [] }: SeedMarketOptions,
  { people, ring }: Everyone,
): void {
  for (const { trader, balance } of [...people, ...ring]) fund(trader.address, balance)
  for (const { slug } of [...collections, ...heirlooms, ...raffles])
    fund(demoArtist(slug).address, ARTIST_BALANCE_OCTAS)
  fund(demoArtist(LAST_TO_LEAVE).address, ARTIST_BALANCE_OCTAS)
}

/** Returns a collection's market before its mint. */
export function emptyMarket(demo: DemoCollection, days: number, random: Random): CollectionMarket {
  return {
    demo,
    id: collectionAddress(demo),
    tokens: [],
    process: createPriceProcess(demo.market, random),
    mintDay: Math.max(0, days - demo.market.ageDays),
    usualShare: random.between(0.08, 0.14),
    listings: new Set(),
    offers: new Set(),
  }
}
