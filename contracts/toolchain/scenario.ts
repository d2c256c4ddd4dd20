import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** People of every scenario; each starts with {@link START_OCTAS}. */
export const PEOPLE = ['creator', 'seller', 'buyer', 'stranger'] as const
export type Person = (typeof PEOPLE)[number]

/** Initial balance of every person, in octas. */
export const START_OCTAS = 10_000_000_000n

export type ScenarioArgument = string | number | readonly ScenarioArgument[]

export interface ScenarioCall {
  /** The creator also of what a creator does to tokens (`world::...`), the marketplace of its fee schedule. */
  readonly by: Person | 'marketplace'
  /** Unix seconds; default 1000. */
  readonly at?: number
  /** `module::function`. */
  readonly call: string
  readonly args: readonly ScenarioArgument[]
  /** The order is in the other coin, of which everyone has as much as of APT. */
  readonly coin?: 'other'
  /** Names the order that the call places, or the orders of a batch. */
  readonly makes?: string | readonly string[]
}

/** Module and code of an expected abort; the virtual machine's own failure on u64 overflow. */
export interface ScenarioAbort {
  readonly module: string
  readonly code: number | 'arithmetic_error'
}

export interface ScenarioEvent {
  readonly kind: keyof typeof EVENT_STRUCTS
  /** Octas: the order's price, or what was moved into or out of a pool. */
  readonly price: string
  readonly commission?: string
  readonly royalties?: string
  /** Balance of the pool afterwards, in octas. */
  readonly balance?: string
}

/** One scenario, run by the Move tests and by the TypeScript simulation. Format: `scenarios/README.md`. */
export interface Scenario {
  readonly name: string
  readonly commission?: readonly [number, number]
  readonly royalty?: readonly [number, number] | null
  /** v2 tokens of one collection. */
  readonly tokens: Readonly<Record<string, Person>>
  /** v1 tokens of another. */
  readonly tokensV1?: Readonly<Record<string, Person>>
  /** Supply of a v1 token; default 1. */
  readonly amountsV1?: Readonly<Record<string, number>>
  readonly calls: readonly ScenarioCall[]
  readonly abort?: ScenarioAbort
  readonly expect: {
    readonly balances: Balances
    /** In the other coin; left out where no order is in it. */
    readonly otherBalances?: Balances
    /** Owner by token; for a v1 token with several editions or items, how many each person has. */
    readonly owners: Readonly<Record<string, string | Holdings>>
    readonly events: readonly ScenarioEvent[]
  }
}

/** Changes against the start, in octas. */
export type Balances = Readonly<Partial<Record<Person | 'payee' | 'treasury', string>>>
/** Amounts of a v1 token; those who have none are left out. */
export type Holdings = Readonly<Partial<Record<Person, number>>>

/** Event kinds of scenarios to the contract's event structs. */
export const EVENT_STRUCTS = {
  'listing-placed': 'ListingPlaced',
  'listing-cancelled': 'ListingCanceled',
  'listing-filled': 'ListingFilled',
  'token-offer-placed': 'TokenOfferPlaced',
  'token-offer-cancelled': 'TokenOfferCanceled',
  'token-offer-filled': 'TokenOfferFilled',
  'collection-offer-placed': 'CollectionOfferPlaced',
  'collection-offer-cancelled': 'CollectionOfferCanceled',
  'collection-offer-filled': 'CollectionOfferFilled',
  'pool-deposited': 'PoolDeposited',
  'pool-withdrawn': 'PoolWithdrawn',
  'pool-offer-placed': 'PoolOfferPlaced',
  'pool-offer-cancelled': 'PoolOfferCanceled',
  'pool-offer-filled': 'PoolOfferFilled',
} as const

/** Returns all scenarios, in the order of their files' names. */
export function readScenarios(): readonly Scenario[] {
  const folder = join(import.meta.dirname, '../scenarios')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Scenario[])
}
