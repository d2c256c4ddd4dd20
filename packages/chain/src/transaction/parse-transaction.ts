import { aptos } from '@aptos-labs/aptos-protos'
import { type Address, toAddressOrNull, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import { microsOfTimestamp } from '@opal/domain/time'
import { MalformedTransactionError } from '../chain-errors.ts'
import { normaliseMoveType } from './move-type.ts'
import { parseMoveJson } from './parse-move-json.ts'
import { parseRequest } from './parse-request.ts'

/** Returns events in their order; the position is the index that rows carry. */
function parseEvents(events: readonly aptos.transaction.v1.Event[]): readonly ChainEvent[] {
  return events.map((event, index) => {
    const type = normaliseMoveType(event.typeStr ?? '')
    const data = parsedOnce(event.data)
    return {
      index,
      type,
      accountAddress: toAddressOrNull(event.key?.accountAddress ?? '') ?? ZERO_ADDRESS,
      creationNumber: event.key?.creationNumber ?? 0n,
      sequenceNumber: event.sequenceNumber ?? 0n,
      get data() {
        return data()
      },
    }
  })
}

/**
 * Returns a function that parses a Move value when it is first called: most are never read, and anyone can have the node write a hundred
 * megabytes of one.
 */
function parsedOnce(text: string | undefined): () => Json {
  let parsed: { readonly value: Json } | null = null
  return () => {
    parsed ??= { value: parseMoveJson(text) }
    return parsed.value
  }
}

type Change = aptos.transaction.v1.WriteSetChange

/** Returns whether a written resource is worth parsing, by its normalised type. */
export type WantsResource = (type: string) => boolean

/**
 * Returns the write set without its modules, without table items that the node could not describe, and without
 * resources that lie at no address. Positions are those of the whole write set.
 * @param wants leaves written resources of other types out, unparsed; most of a write set is coins and accounts.
 */
function parseChanges(changes: readonly Change[], wants: WantsResource = () => true): readonly ChainChange[] {
  return changes.flatMap((change, index) => {
    const parsed = parseChange(change, index, wants)
    return parsed === null ? [] : [parsed]
  })
}

function parseChange(change: Change, index: number, wants: WantsResource): ChainChange | null {
  if (change.writeResource !== undefined) return writeResource(change.writeResource, index, wants)
  if (change.deleteResource !== undefined) return deleteResource(change.deleteResource, index)
  if (change.writeTableItem !== undefined) return writeTableItem(change.writeTableItem, index)
  if (change.deleteTableItem !== undefined) return deleteTableItem(change.deleteTableItem, index)
  return null
}

function writeResource(
  write: aptos.transaction.v1.WriteResource,
  index: number,
  wants: WantsResource,
): ChainChange | null {
  const type = normaliseMoveType(write.typeStr ?? '')
  if (!wants(type)) return null
  const address = toAddressOrNull(write.address ?? '')
  return address === null ? null : { index, kind: 'write-resource', address, type, data: parseMoveJson(write.data) }
}

function deleteResource(write: aptos.transaction.v1.DeleteResource, index: number): ChainChange | null {
  const address = toAddressOrNull(write.address ?? '')
  return address === null
    ? null
    : { index, kind: 'delete-resource', address, type: normaliseMoveType(write.typeStr ?? '') }
}

function writeTableItem({ handle, key, data }: aptos.transaction.v1.WriteTableItem, index: number): ChainChange | null {
  if (data === undefined) return null
  const { keyType = '', valueType = '' } = data
  const [readKey, readValue] = [parsedOnce(data.key), parsedOnce(data.value)]
  return {
    index,
    kind: 'write-table-item',
    handle: handle ?? '',
    rawKey: key ?? '',
    keyType: normaliseMoveType(keyType),
    get key() {
      return readKey()
    },
    valueType: normaliseMoveType(valueType),
    get value() {
      return readValue()
    },
  }
}

function deleteTableItem(
  { handle, key, data }: aptos.transaction.v1.DeleteTableItem,
  index: number,
): ChainChange | null {
  if (data === undefined) return null
  const { keyType = '' } = data
  const readKey = parsedOnce(data.key)
  return {
    index,
    kind: 'delete-table-item',
    handle: handle ?? '',
    rawKey: key ?? '',
    keyType: normaliseMoveType(keyType),
    get key() {
      return readKey()
    },
  }
}

type ProtoTransaction = aptos.transaction.v1.Transaction

/** Returns whether a written resource is worth parsing, by its normalised type and the transaction's events. */
export type WantsResourceOf = (type: string, events: readonly ChainEvent[]) => boolean

/**
 * Parses a transaction of the stream. Every kind is accepted: of block metadata, checkpoints and kinds unknown to the
 * library, the events and changes are often empty.
 *
 * @param wants leaves written resources of other types out; default all are parsed.
 * @throws MalformedTransactionError without info.
 */
export function parseTransaction(transaction: ProtoTransaction, wants?: WantsResourceOf): ChainTransaction {
  const version = transaction.version ?? 0n
  const { info, user, timestamp } = transaction
  if (info === undefined) throw new MalformedTransactionError('it has no info', { version })
  const request = user?.request
  const events = parseEvents(eventsOf(transaction))
  const wantsHere = wants === undefined ? undefined : (type: string) => wants(type, events)
  return {
    version,
    hash: `0x${Buffer.from(info.hash ?? []).toString('hex')}`,
    blockHeight: transaction.blockHeight ?? 0n,
    epoch: transaction.epoch ?? 0n,
    timestampMicros: microsOf(timestamp),
    success: info.success ?? false,
    sender: toAddressOrNull(request?.sender ?? ''),
    entryFunction: entryFunctionOf(request?.payload),
    gasUsed: info.gasUsed ?? 0n,
    gasUnitPrice: request?.gasUnitPrice ?? 0n,
    feePayer: feePayerOf(request),
    ...(request === undefined ? {} : { request: parseRequest(request) }),
    events,
    changes: parseChanges(info.changes ?? [], wantsHere),
  }
}

function feePayerOf(request: aptos.transaction.v1.UserTransactionRequest | undefined): Address | null {
  return toAddressOrNull(request?.signature?.feePayer?.feePayerAddress ?? '')
}

/** Chain time in microseconds; genesis has none. */
function microsOf(timestamp: ProtoTransaction['timestamp']): bigint {
  return microsOfTimestamp(timestamp?.seconds ?? 0n, BigInt(timestamp?.nanos ?? 0))
}

function eventsOf({ user, blockMetadata, genesis }: ProtoTransaction): readonly aptos.transaction.v1.Event[] {
  return user?.events ?? blockMetadata?.events ?? genesis?.events ?? []
}

/** Returns the entry function of a call, also when a multisig account makes it. */
function entryFunctionOf(payload: aptos.transaction.v1.TransactionPayload | undefined): string | null {
  const call = payload?.entryFunctionPayload ?? payload?.multisigPayload?.transactionPayload?.entryFunctionPayload
  const id = call?.entryFunctionIdStr
  return id === undefined || id === '' ? null : normaliseMoveType(id)
}

const { Transaction } = aptos.transaction.v1

/**
 * Decodes raw bytes of the stream.
 * @param wants leaves written resources of other types out; default all are parsed.
 * @throws MalformedTransactionError
 */
export function decodeTransaction(bytes: Uint8Array, wants?: WantsResourceOf): ChainTransaction {
  let transaction: aptos.transaction.v1.Transaction
  try {
    transaction = Transaction.decode(bytes)
  } catch (cause) {
    throw new MalformedTransactionError('it is no protobuf of a transaction', { cause })
  }
  return parseTransaction(transaction, wants)
}
