import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, parseAddress } from '@opal/domain/address'
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { EntryFunctionPayload, PayloadArgument } from '@opal/domain/payload'
import { RECORDED_DATA_DIR } from '@opal/domain/testing/config'

/** The call of a recorded transaction, its sender and its time. */
export interface RecordedCall {
  readonly sender: Address
  readonly payload: EntryFunctionPayload
  readonly atMicros: bigint
}

/** Returns the call of a recorded transaction, its arguments as payloads of ours have them. */
export function recordedCall(path: string): RecordedCall {
  const file = JSON.parse(readFileSync(join(RECORDED_DATA_DIR, path), 'utf8')) as JsonObject
  const request = jsonAt(file, 'user.request') as JsonObject
  const entry = jsonAt(request, 'payload.entryFunctionPayload') as JsonObject
  return {
    sender: parseAddress(String(request.sender)),
    payload: {
      function: String(entry.entryFunctionIdStr) as EntryFunctionPayload['function'],
      typeArguments: list(entry.typeArguments).map(typeText),
      functionArguments: list(entry.arguments).map((text) => plain(JSON.parse(String(text)) as Json)),
    },
    atMicros:
      BigInt(String(jsonAt(file, 'timestamp.seconds'))) * 1_000_000n +
      BigInt(Number(jsonAt(file, 'timestamp.nanos') ?? 0)) / 1_000n,
  }
}

/** An object argument is recorded as `{ inner }`. */
function plain(value: Json): PayloadArgument {
  if (Array.isArray(value)) return value.map(plain)
  return isJsonObject(value) ? String(value.inner) : (value as string)
}

function typeText(type: Json): string {
  const { address, module, name } = jsonAt(type, 'struct') as JsonObject
  return `${address}::${module}::${name}`
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
