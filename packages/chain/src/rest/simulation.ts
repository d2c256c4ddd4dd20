import {
  AccountAddress,
  ChainId,
  Deserializer,
  type EntryFunctionArgumentTypes,
  generateSignedTransactionForSimulation,
  generateTransactionPayloadWithABI,
  RawTransaction,
  Script,
  type SimpleEntryFunctionArgumentTypes,
  SimpleTransaction,
  type TransactionPayload,
  TransactionPayloadScript,
} from '@aptos-labs/ts-sdk'
import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { errorMessage } from '@opal/domain/errors'
import { isJsonObject, type Json, jsonAt } from '@opal/domain/json'
import type { EntryFunctionPayload, ScriptPayload } from '@opal/domain/payload'
import { toSeconds } from '@opal/domain/time'
import type { EntryFunctionAbi } from './entry-function-abi.ts'
import type { LedgerInfo } from './ledger-info.ts'
import { NodeUnreachableError, PayloadMismatchError } from './node-errors.ts'
import { readSimulatedTransaction } from './simulated-transaction.ts'
import { readWhole } from './whole-number.ts'

/** Result of a simulated call. */
export interface SimulationResult {
  readonly success: boolean
  /** The node's words, e.g. `Executed successfully` or `Move abort in …`. */
  readonly vmStatus: string
  readonly gasUsed: bigint
  /** Octas. */
  readonly gasUnitPrice: bigint
  /** Octas that the chain gives back for storage that the call frees. @source 0x1::transaction_fee::FeeStatement */
  readonly storageRefundOctas: bigint
  /** The transaction that would be committed: its events and writes. */
  readonly transaction: ChainTransaction
}

interface SimulatedCall {
  readonly sender: Address
  readonly content: TransactionPayload
  readonly ledger: LedgerInfo
  readonly sequenceNumber: bigint
}

/** Replaced by the node, which is asked to estimate; it must only be plausible. */
const PLACEHOLDER_GAS = { maxGasAmount: 200_000n, gasUnitPrice: 100n }
const LIFETIME_SECONDS = 60n

/** Returns the call as the bytes that the node simulates, unsigned. */
export function encodeForSimulation(call: SimulatedCall): Uint8Array<ArrayBuffer> {
  const rawTransaction = new RawTransaction(
    AccountAddress.from(call.sender),
    call.sequenceNumber,
    call.content,
    PLACEHOLDER_GAS.maxGasAmount,
    PLACEHOLDER_GAS.gasUnitPrice,
    expiry(call.ledger),
    new ChainId(call.ledger.chainId),
  )
  const transaction = new SimpleTransaction(rawTransaction)
  return new Uint8Array(generateSignedTransactionForSimulation({ transaction }))
}

/** Returns a script as a transaction carries it. @throws PayloadMismatchError when its bytes are not a script. */
export function scriptPayload({ bytes }: ScriptPayload): TransactionPayload {
  try {
    return new TransactionPayloadScript(Script.deserialize(Deserializer.fromHex(bytes)))
  } catch (cause) {
    throw new PayloadMismatchError('script', errorMessage(cause), cause)
  }
}

/** Returns a call as a transaction carries it. @throws PayloadMismatchError */
export function encodePayload(payload: EntryFunctionPayload, abi: EntryFunctionAbi): TransactionPayload {
  try {
    return generateTransactionPayloadWithABI({
      function: payload.function,
      typeArguments: [...payload.typeArguments],
      functionArguments: payload.functionArguments as (EntryFunctionArgumentTypes | SimpleEntryFunctionArgumentTypes)[],
      abi,
    })
  } catch (cause) {
    throw new PayloadMismatchError(payload.function, errorMessage(cause), cause)
  }
}

/** The later of both clocks counts: the last block of a quiet chain may be old, and a chain's clock may be ahead of ours. */
function expiry({ timestampMicros }: LedgerInfo): bigint {
  const ours = BigInt(Math.trunc(Date.now() / 1000))
  const chains = toSeconds(timestampMicros)
  return (ours > chains ? ours : chains) + LIFETIME_SECONDS
}

/** Reads the node's answer, a list of one transaction. */
export function readSimulation(answer: Json): SimulationResult {
  const transaction: Json | undefined = Array.isArray(answer) ? answer[0] : undefined
  if (!isJsonObject(transaction)) throw new NodeUnreachableError('its simulation is no transaction')
  const events = Array.isArray(transaction.events) ? (transaction.events as readonly Json[]) : []
  return {
    success: transaction.success === true,
    vmStatus: String(transaction.vm_status),
    gasUsed: readWhole(transaction.gas_used),
    gasUnitPrice: readWhole(transaction.gas_unit_price),
    storageRefundOctas: readStorageRefund(events),
    transaction: readSimulatedTransaction(transaction),
  }
}

function readStorageRefund(events: readonly Json[]): bigint {
  const statement = events.find((event) => jsonAt(event, 'type') === '0x1::transaction_fee::FeeStatement')
  return readWhole(jsonAt(statement, 'data.storage_fee_refund_octas') ?? 0)
}
