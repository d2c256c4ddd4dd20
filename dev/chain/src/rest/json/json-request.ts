import {
  AccountAddress,
  generateSigningMessageForTransaction,
  MultiAgentTransaction,
  type SimpleTransaction,
} from '@aptos-labs/ts-sdk'
import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import * as z from 'zod'
import { hexOf } from '../../ledger/encoding/hex.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { buildTransaction, createCallSigner, type Envelope } from '../../ledger/transactions/sign-call.ts'
import { ApiError, invalidInput, withErrorPrefix } from '../responses/api-error.ts'
import { readScript, ScriptPayload } from './script-payload.ts'

/** A decimal string: the node takes no JSON number here. */
const U64 = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
const EntryFunction = z.object({
  type: z.literal('entry_function_payload').optional(),
  function: z.string().max(600),
  type_arguments: z.array(z.string().max(2_048)).max(32).default([]),
  arguments: z.array(z.json()).max(256).default([]),
})
const Payload = z.union([ScriptPayload, EntryFunction])
const Request = z.object({
  sender: z.string(),
  sequence_number: U64,
  max_gas_amount: U64,
  gas_unit_price: U64,
  expiration_timestamp_secs: U64,
  payload: Payload,
  replay_protection_nonce: U64.nullish(),
  secondary_signers: z.array(z.string()).max(255).nullish(),
})

/** A transaction that was described in JSON, before it is signed. */
export interface UnsignedRequest {
  readonly transaction: SimpleTransaction
  /** Null when only the sender signs. */
  readonly secondary: readonly AccountAddress[] | null
}

/** Reads a transaction in JSON. @throws ApiError 400 when something does not fit. */
export function readUnsigned(body: unknown, ledger: Ledger): UnsignedRequest {
  const request = Request.safeParse(body)
  if (!request.success) throw invalidInput(`Failed to parse the transaction: ${z.prettifyError(request.error)}`)
  const { data } = request
  return fitting(() => {
    const nonce = data.replay_protection_nonce ?? null
    const envelope: Envelope = {
      sequenceNumber: u64(data.sequence_number),
      maxGasAmount: u64(data.max_gas_amount),
      gasUnitPrice: u64(data.gas_unit_price),
      expirationSeconds: u64(data.expiration_timestamp_secs),
      chainId: ledger.head.chainId,
      ...(nonce === null ? {} : { replayNonce: u64(nonce) }),
    }
    const transaction = buildRequest(AccountAddress.from(parseAddress(data.sender)), data.payload, envelope, ledger)
    const secondary = data.secondary_signers?.map((text) => AccountAddress.from(parseAddress(text))) ?? null
    return { transaction, secondary }
  })
}

function buildRequest(
  sender: AccountAddress,
  payload: z.output<typeof Payload>,
  envelope: Envelope,
  ledger: Ledger,
): SimpleTransaction {
  if (!('function' in payload)) return buildTransaction(sender, readScript(payload), envelope)
  const module = toAddressOrNull(payload.function.split('::')[0] ?? '')
  if (module === null) throw invalidInput(`Invalid entry function ID "${payload.function.slice(0, 200)}"`)
  const signer = createCallSigner(ledger.modules(module))
  return signer.build(sender, { ...signer.read(payloadOf(payload)), ...envelope })
}

function payloadOf(payload: z.output<typeof EntryFunction>): EntryFunctionPayload {
  return {
    function: payload.function as EntryFunctionPayload['function'],
    typeArguments: payload.type_arguments,
    functionArguments: payload.arguments as EntryFunctionPayload['functionArguments'],
  }
}

function u64(value: bigint): bigint {
  if (value >> 64n !== 0n) throw new TypeError('a number is wider than 64 bits')
  return value
}

/** Functions that do not exist, arguments and keys that do not fit are the client's fault. */
export function fitting<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw invalidInput(cause instanceof Error ? cause.message.slice(0, 300) : String(cause))
  }
}

/** Returns the signing message of a transaction described in JSON. @returns the signing message as hex. */
export function encodeSubmission(body: unknown, ledger: Ledger): string {
  const { transaction, secondary } = withErrorPrefix('The given transaction is invalid', () =>
    readUnsigned(body, ledger),
  )
  const message = generateSigningMessageForTransaction(
    secondary === null ? transaction : new MultiAgentTransaction(transaction.rawTransaction, [...secondary]),
  )
  return hexOf(message)
}
