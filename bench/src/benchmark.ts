import type { LargeScaleName } from '@opal/dev-seeds/large/large-scale'
import type { Measurement } from './measurement.ts'

/** What a run is told. */
export interface BenchOptions {
  /** How long the memory of what runs is watched; 0 leaves it out. */
  readonly minutes: number
  /** How long the log is that the localnet is started from; 0 leaves it out. */
  readonly transactions: number
  /** How often each page is loaded; the median counts. */
  readonly runs: number
  /** How many listen live, and for how many seconds of events in each round. */
  readonly clients: number
  readonly seconds: number
  /** A Chromium; found, or installed, when it is asked for. */
  readonly chromePath: () => Promise<string>
  /** Where the large market is kept from run to run, and its size. */
  readonly dataDir: string
  readonly scale: LargeScaleName
  /** Only this part of it, by its name; null: everything. */
  readonly only: string | null
  /** A line for the person who waits. */
  readonly say: (line: string) => void
}

/** Measures one thing, figure by figure. */
export interface Benchmark {
  readonly name: string
  readonly description: string
  /** Parts that can be measured alone; none when left out. */
  readonly parts?: readonly string[]
  /** Loads what it needs and measures. */
  readonly run: (options: BenchOptions) => AsyncIterable<Measurement>
}
