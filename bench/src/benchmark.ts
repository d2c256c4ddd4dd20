import type { LargeScaleName } from '@opal/dev-seeds/large/large-scale'
import type { Measurement } from './measurement.ts'

/** Options of a run. */
export interface BenchOptions {
  /** Minutes over which memory is watched; 0 skips it. */
  readonly minutes: number
  /** Length of the log that the localnet is started from, 0 skips it; trades of the history that is backfilled, 0 for the usual number. */
  readonly transactions: number
  /** Loads of each page; the median counts. */
  readonly runs: number
  /** Live listeners, and seconds of events in each round. */
  readonly clients: number
  readonly seconds: number
  /** A Chromium; found, or installed, when it is asked for. */
  readonly chromePath: () => Promise<string>
  /** Builds the site where its sources have changed. */
  readonly buildSite: () => Promise<void>
  /** Folder that keeps the large market between runs, and its size. */
  readonly dataDir: string
  readonly scale: LargeScaleName
  /** Activities of the partitioned table. */
  readonly rows: number
  /** Only this part of it, by its name; null: everything. */
  readonly only: string | null
  /** A line for the person who waits. */
  readonly say: (line: string) => void
}

/** Runs one benchmark and yields its measurements. */
export interface Benchmark {
  readonly name: string
  readonly description: string
  /** Parts that can be measured alone, or that they are calls by the beginnings of their names; none when left out. */
  readonly parts?: readonly string[] | 'calls'
  /** Loads what it needs and measures. */
  readonly run: (options: BenchOptions) => AsyncIterable<Measurement>
}
