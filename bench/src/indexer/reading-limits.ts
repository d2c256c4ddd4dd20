import { aptos } from '@aptos-labs/aptos-protos'
import { leanScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import { median } from '@opal/domain/testing/statistics'
import { buildSelection } from '@opal/indexer/pipeline/stream/transaction-selection'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { secondsOf } from '../seconds-of.ts'

const { Transaction } = aptos.transaction.v1
const ROUNDS = 5

/** Limits of one reading thread, in transactions per second. */
export interface ReadingLimits {
  /** Only looking for wanted types. */
  readonly skim: number
  /** The generated decoder, and JSON of every event: what any indexer of events must do. */
  readonly decode: number
}

/** Skims and decodes alternately, so that noise affects both alike; medians of five rounds. */
export async function readingLimits(raw: readonly RawTransaction[]): Promise<ReadingLimits> {
  const { skim } = buildSelection(contractsOf('local'), leanScope('local'))
  const skims: number[] = []
  const decodes: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    skims.push(raw.length / (await secondsOf(() => raw.forEach(({ bytes }) => void skim(bytes)))))
    decodes.push(raw.length / (await secondsOf(() => raw.forEach(({ bytes }) => void decodeEvents(bytes)))))
  }
  return { skim: median(skims.slice(1)), decode: median(decodes.slice(1)) }
}

function decodeEvents(bytes: Uint8Array): void {
  for (const { data = 'null' } of Transaction.decode(bytes).user?.events ?? []) JSON.parse(data)
}
