import { type DemoAccount, demoAccount } from './demo-account.ts'

/** Behaviour of a trader: weights of the actions on their turn. */
export interface Temper {
  /** Readiness to buy, to sell and to bid, relative to others. */
  readonly buys: number
  readonly sells: number
  readonly bids: number
  /** Markup above the floor, as a factor on the usual one. */
  readonly greed: number
}

export interface Trader extends DemoAccount {
  readonly temper: Temper
  /** APT that the faucet gives them at the start. */
  readonly balanceApt: bigint
}

const TEMPERS = {
  collector: { buys: 1.6, sells: 0.4, bids: 0.8, greed: 1.6 },
  flipper: { buys: 1.2, sells: 1.8, bids: 1, greed: 0.6 },
  whale: { buys: 2.2, sells: 0.6, bids: 1.8, greed: 1.3 },
  maker: { buys: 0.7, sells: 1.2, bids: 2.6, greed: 0.7 },
  dreamer: { buys: 0.8, sells: 1, bids: 0.4, greed: 2.6 },
} as const satisfies Readonly<Record<string, Temper>>

const BALANCES = { collector: 9_000n, flipper: 7_000n, whale: 60_000n, maker: 25_000n, dreamer: 3_000n }

/** The people one may play as come first. */
const CAST: readonly (readonly [name: string, temper: keyof typeof TEMPERS])[] = [
  ['Mara Voss', 'collector'],
  ['Tomás Iriarte', 'flipper'],
  ['June Okafor', 'maker'],
  ['Pell Lindqvist', 'dreamer'],
  ['Aiko Tanabe', 'whale'],
  ['Rafi Haddad', 'collector'],
  ['Sunniva Dahl', 'flipper'],
  ['Bram de Wit', 'maker'],
  ['Imani Cole', 'collector'],
  ['Leopold Ziegler', 'dreamer'],
  ['Noor Rahman', 'flipper'],
  ['Clementine Roux', 'collector'],
  ['Dmitri Sokol', 'whale'],
  ['Yara Campos', 'flipper'],
  ['Oskar Nyman', 'collector'],
  ['Priya Nair', 'maker'],
  ['Gus Pemberton', 'dreamer'],
  ['Hana Kovač', 'collector'],
  ['Eli Brandt', 'flipper'],
  ['Zofia Mazur', 'collector'],
  ['Malik Jones', 'whale'],
  ['Greta Sorel', 'dreamer'],
  ['Kenji Mori', 'flipper'],
  ['Lucía Ferrer', 'collector'],
  ['Anders Holm', 'maker'],
  ['Wren Ashby', 'collector'],
  ['Tariq Aziz', 'flipper'],
  ['Ines Moreau', 'collector'],
  ['Pavel Dvořák', 'dreamer'],
  ['Skye MacLeod', 'flipper'],
  ['Chidi Eze', 'collector'],
  ['Beatrix Lang', 'whale'],
  ['Mateo Silva', 'flipper'],
  ['Signe Bech', 'collector'],
  ['Otis Grant', 'dreamer'],
  ['Lan Pham', 'maker'],
  ['Theo Marchetti', 'collector'],
  ['Freya Storm', 'flipper'],
  ['Jonas Weber', 'collector'],
  ['Amara Diallo', 'dreamer'],
]

/** Wallets without a name, by temper: most people hold a few items and seldom trade. */
const CROWD_TEMPERS = [
  'collector',
  'dreamer',
  'collector',
  'flipper',
  'collector',
  'dreamer',
  'maker',
  'flipper',
] as const
const CROWD_BALANCE = 1_500n

/** Number of traders that visitors may play as. */
const PLAYABLE = 6

/** Returns the forty traders, in a fixed order. */
export function demoTraders(): readonly Trader[] {
  return CAST.map(([name, temper]) => ({ ...demoAccount(name), temper: TEMPERS[temper], balanceApt: BALANCES[temper] }))
}

/** Returns `count` wallets that have no name, in a fixed order: the crowd around the forty traders. */
export function demoCrowd(count: number): readonly Trader[] {
  return Array.from({ length: count }, (_, index) => ({
    ...demoAccount(`wallet ${index + 1}`),
    temper: TEMPERS[CROWD_TEMPERS[index % CROWD_TEMPERS.length] ?? 'collector'],
    balanceApt: CROWD_BALANCE,
  }))
}

/** Returns two wallets that trade one collection with each other. The first funded the second. */
export function demoWashers(): readonly [Trader, Trader] {
  const washer = (name: string): Trader => ({
    ...demoAccount(name),
    temper: TEMPERS.flipper,
    balanceApt: CROWD_BALANCE,
  })
  return [washer('washer 1'), washer('washer 2')]
}

const PLAYED = new Set(CAST.slice(0, PLAYABLE).map(([name]) => name))

/** Returns whether visitors may play as someone. */
export function isPlayed({ name }: Trader): boolean {
  return PLAYED.has(name)
}

/** Returns the artist of a collection: creator, and payee of its royalty. */
export function demoArtist(slug: string): DemoAccount {
  return demoAccount(`artist of ${slug}`)
}

/**
 * Returns the funded accounts that visitors are given: in the dev wallet, in the table of addresses, in
 * `/network.json`.
 */
export function demoAccounts(): readonly { name: string; address: string; privateKey: string }[] {
  return CAST.slice(0, PLAYABLE).map(([traderName]) => {
    const { name, address, privateKey } = demoAccount(traderName)
    return { name, address, privateKey }
  })
}
