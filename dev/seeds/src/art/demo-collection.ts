import type { ArtStyle } from './art-style.ts'

/** One collection: its words and its image style. */
export interface DrawnCollection {
  /** Names the folder and every seed; never shown. */
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Token `n` is called `<itemName> #<n>`. */
  readonly itemName: string
  readonly supply: number
  /** Creator's share of a sale, 0 to 1000 (10 %). */
  readonly royaltyBps: number
  readonly style: ArtStyle
  /** The token whose image is the collection's cover. */
  readonly cover: number
  /** Tokens that move: their metadata names a video, at an address without a file extension. */
  readonly videos?: readonly number[]
}

/** One collection of the demo market, and how it trades. */
export interface DemoCollection extends DrawnCollection {
  readonly market: MarketCharacter
}

/** Market behaviour of a collection. APT amounts are floats here and octas once they are prices. */
export interface MarketCharacter {
  /** Days before now that it was minted, at most 90. */
  readonly ageDays: number
  /** Floor on its first day, in APT. */
  readonly openingFloor: number
  /** Drift of the log price per day, e.g. 0.01. */
  readonly trend: number
  /** Deviation of the log price per day, e.g. 0.05. */
  readonly volatility: number
  /** Relative share of the market's trades. */
  readonly interest: number
  /** Mint price of each item, in APT; free when left out. */
  readonly mintPrice?: number
  /** Number of minted items; the whole supply when left out. */
  readonly minted?: number
  /**
   * `abandoned`: all holders left, little by little. `failed`: most of it was never minted, and has no trades. `washed`: two
   * wallets trade it with each other far above its floor.
   */
  readonly fate?: 'abandoned' | 'failed' | 'washed'
}
