import { parseAddress, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { EmittedEvent } from '../events/emitted-event.ts'
import type { Overlay } from '../state/overlay.ts'

const FRAMEWORK = parseAddress('0x1')
export const BLOCK_RESOURCE = '0x1::block::BlockResource'
export const TIMESTAMP = '0x1::timestamp::CurrentTimeMicroseconds'
export const CONFIGURATION = '0x1::reconfiguration::Configuration'
/** Length of an epoch: two hours. @source 0x1::block::BlockResource on mainnet */
export const EPOCH_MICROS = 7_200_000_000n

/** The values that a block's first transaction publishes. */
export interface BlockStart {
  readonly height: bigint
  readonly timestampMicros: bigint
  /** `0x` + 64 hex digits. */
  readonly id: string
  readonly epoch: bigint
}

/** The localnet's one validator. */
export const PROPOSER = '0x100'

/** Advances height and time in the framework's resources. @source 0x1::block::block_prologue */
export function writeBlockStart(overlay: Overlay, start: BlockStart): EmittedEvent[] {
  const block = overlay.get(FRAMEWORK, BLOCK_RESOURCE) as JsonObject
  const [handle, sequenceNumber] = advanced(block.new_block_events as JsonObject)
  overlay.put(FRAMEWORK, BLOCK_RESOURCE, { ...block, height: start.height.toString(), new_block_events: handle })
  overlay.put(FRAMEWORK, TIMESTAMP, { microseconds: start.timestampMicros.toString() })
  const newBlock = { type: '0x1::block::NewBlockEvent', data: newBlockData(start), sequenceNumber }
  return [{ ...newBlock, account: FRAMEWORK, creationNumber: 3n }]
}

function newBlockData(start: BlockStart): JsonObject {
  return {
    epoch: start.epoch.toString(),
    failed_proposer_indices: [],
    hash: toShortAddress(parseAddress(start.id)),
    height: start.height.toString(),
    previous_block_votes_bitvec: '0x80',
    proposer: PROPOSER,
    round: start.height.toString(),
    time_microseconds: start.timestampMicros.toString(),
  }
}

/** Begins a new epoch when the last is over. @returns the event, or nothing. @source 0x1::reconfiguration::reconfigure */
export function writeEpochStart(overlay: Overlay, timestampMicros: bigint): EmittedEvent[] {
  const configuration = overlay.get(FRAMEWORK, CONFIGURATION) as JsonObject
  if (timestampMicros - BigInt(configuration.last_reconfiguration_time as string) < EPOCH_MICROS) return []
  const epoch = (BigInt(configuration.epoch as string) + 1n).toString()
  const [events, sequenceNumber] = advanced(configuration.events as JsonObject)
  overlay.put(FRAMEWORK, CONFIGURATION, { epoch, events, last_reconfiguration_time: timestampMicros.toString() })
  const newEpoch = { type: '0x1::reconfiguration::NewEpochEvent', data: { epoch }, sequenceNumber }
  return [{ ...newEpoch, account: FRAMEWORK, creationNumber: 2n }]
}

function advanced(handle: JsonObject): [JsonObject, bigint] {
  const counter = BigInt(handle.counter as string)
  return [{ ...handle, counter: (counter + 1n).toString() }, counter]
}

/** Returns the epoch that the state is in. */
export function epochOf(overlay: { get: Overlay['get'] }): bigint {
  return BigInt((overlay.get(FRAMEWORK, CONFIGURATION) as JsonObject).epoch as string)
}
