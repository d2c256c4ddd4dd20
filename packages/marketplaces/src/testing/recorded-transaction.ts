import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAddress } from '@opal/domain/address'
import type { ChainChange, ChainTransaction } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import { hasRecordedData, RECORDED_DATA_DIR } from '@opal/domain/testing/config'

/** Returns paths of all recorded mainnet transactions. */
export function recordedMainnetPaths(): readonly string[] {
  if (!hasRecordedData) return []
  return readdirSync(join(RECORDED_DATA_DIR, 'mainnet-transactions')).map((name) => `mainnet-transactions/${name}`)
}

/**
 * Returns a recorded user transaction's events and resource changes. The stream's own reader lives in another
 * room; this one reads the recording's JSON straight, which is all that decoders need.
 */
export function recordedTransaction(path: string): ChainTransaction {
  const file = JSON.parse(readFileSync(join(RECORDED_DATA_DIR, path), 'utf8')) as JsonObject
  return {
    version: BigInt(String(file.version)),
    hash: '0x',
    blockHeight: BigInt(String(file.blockHeight ?? 0)),
    epoch: BigInt(String(file.epoch ?? 0)),
    timestampMicros: BigInt(String(jsonAt(file, 'timestamp.seconds') ?? 0)) * 1_000_000n,
    success: jsonAt(file, 'info.success') === true,
    sender: null,
    entryFunction: null,
    gasUsed: 0n,
    gasUnitPrice: 0n,
    events: list(jsonAt(file, 'user.events')).map((event, index) => ({
      index,
      type: String(event.typeStr),
      accountAddress: parseAddress(String(jsonAt(event, 'key.accountAddress'))),
      creationNumber: BigInt(String(jsonAt(event, 'key.creationNumber') ?? 0)),
      sequenceNumber: BigInt(String(event.sequenceNumber ?? 0)),
      data: JSON.parse(String(event.data)) as Json,
    })),
    changes: list(jsonAt(file, 'info.changes')).flatMap(resourceChange),
  }
}

function resourceChange(change: JsonObject, index: number): ChainChange[] {
  const { writeResource: write, deleteResource: deletion } = change
  if (isJsonObject(write)) {
    const data = JSON.parse(String(write.data)) as Json
    return [{ index, kind: 'write-resource', address: address(write), type: String(write.typeStr), data }]
  }
  if (isJsonObject(deletion)) {
    return [{ index, kind: 'delete-resource', address: address(deletion), type: String(deletion.typeStr) }]
  }
  return []
}

function address(change: JsonObject) {
  return parseAddress(String(change.address))
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : []
}
