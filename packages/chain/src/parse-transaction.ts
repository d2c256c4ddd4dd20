import type { aptos } from '@aptos-labs/aptos-protos'
import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { microsOfTimestamp } from '@opal/domain/time'
import { MalformedTransactionError } from './chain-errors.ts'
import { normaliseMoveType } from './move-type.ts'
import { parseChanges } from './parse-changes.ts'
import { parseEvents } from './parse-events.ts'
import { parseRequest } from './transactions/parse-request.ts'

type ProtoTransaction = aptos.transaction.v1.Transaction

/** Which written resources are worth parsing, by their normalised type and by what the transaction tells. */
export type WantsResourceOf = (type: string, events: readonly ChainEvent[]) => boolean

/**
 * A transaction of the stream in the words of the house. Every kind is accepted: block metadata, checkpoints and
 * kinds the library is too old for come out with what they have, often nothing.
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

/** What an entry-function call names, also when a multisig account makes it. */
function entryFunctionOf(payload: aptos.transaction.v1.TransactionPayload | undefined): string | null {
  const call = payload?.entryFunctionPayload ?? payload?.multisigPayload?.transactionPayload?.entryFunctionPayload
  const id = call?.entryFunctionIdStr
  return id === undefined || id === '' ? null : normaliseMoveType(id)
}
