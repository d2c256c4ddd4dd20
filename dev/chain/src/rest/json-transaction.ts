import {
  AccountAddress,
  AccountAuthenticatorSingleKey,
  AnyPublicKey,
  AnySignature,
  Ed25519PublicKey,
  Ed25519Signature,
  generateSigningMessageForTransaction,
  MultiAgentTransaction,
  Secp256k1PublicKey,
  Secp256k1Signature,
  SignedTransaction,
  type SimpleTransaction,
  TransactionAuthenticatorEd25519,
  TransactionAuthenticatorSingleSender,
} from '@aptos-labs/ts-sdk'
import { parseAddress, toAddressOrNull } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import * as z from 'zod'
import type { Ledger } from '../ledger/ledger.ts'
import { createCallSigner } from '../ledger/sign-call.ts'
import { invalidInput } from './api-error.ts'
import { SIGNED_TRANSACTION } from './signed-body.ts'

const U64 = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()]).transform(BigInt)
const Hex = z.string().regex(/^(?:0x)?(?:[0-9a-f]{2})+$/i)
const Payload = z.object({
  type: z.literal('entry_function_payload').optional(),
  function: z.string().max(600),
  type_arguments: z.array(z.string().max(2_048)).max(32).default([]),
  arguments: z.array(z.json()).max(256).default([]),
})
const Request = z.object({
  sender: z.string(),
  sequence_number: U64,
  max_gas_amount: U64,
  gas_unit_price: U64,
  expiration_timestamp_secs: U64,
  payload: Payload,
  secondary_signers: z.array(z.string()).max(255).default([]),
})
const Keyed = z.object({ type: z.enum(['ed25519', 'secp256k1_ecdsa']), value: Hex })
const Signature = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ed25519_signature'), public_key: Hex, signature: Hex }),
  z.object({ type: z.literal('single_key_signature'), public_key: Keyed, signature: Keyed }),
])

/** What a client would sign for a transaction that it can only describe. @returns the signing message as hex. */
export function encodeSubmission(body: unknown, ledger: Ledger): string {
  const { transaction, secondary } = readUnsigned(body, ledger)
  const message = generateSigningMessageForTransaction(
    secondary.length === 0 ? transaction : new MultiAgentTransaction(transaction.rawTransaction, secondary),
  )
  return `0x${Buffer.from(message).toString('hex')}`
}

/**
 * A transaction in JSON, with its signature, as BCS.
 * @throws ApiError 400 for what does not fit, and for signatures that are taken in BCS alone.
 */
export function signedBytesOf(body: unknown, ledger: Ledger): Uint8Array {
  const { transaction } = readUnsigned(body, ledger)
  const signature = Signature.safeParse((body as { signature?: unknown }).signature)
  if (!signature.success) {
    throw invalidInput(`Expected an ed25519_signature or a single_key_signature; send others as ${SIGNED_TRANSACTION}`)
  }
  const authenticator = fitting(() => authenticatorOf(signature.data))
  return new SignedTransaction(transaction.rawTransaction, authenticator).bcsToBytes()
}

function readUnsigned(body: unknown, ledger: Ledger): { transaction: SimpleTransaction; secondary: AccountAddress[] } {
  const request = Request.safeParse(body)
  if (!request.success) throw invalidInput(`Failed to parse the transaction: ${z.prettifyError(request.error)}`)
  const { data } = request
  const module = toAddressOrNull(data.payload.function.split('::')[0] ?? '')
  if (module === null) throw invalidInput(`Invalid entry function ID "${data.payload.function.slice(0, 200)}"`)
  return fitting(() => {
    const signer = createCallSigner(ledger.modules(module))
    const call = signer.read(payloadOf(data.payload))
    const transaction = signer.build(AccountAddress.from(parseAddress(data.sender)), {
      ...call,
      sequenceNumber: u64(data.sequence_number),
      maxGasAmount: u64(data.max_gas_amount),
      gasUnitPrice: u64(data.gas_unit_price),
      expirationSeconds: u64(data.expiration_timestamp_secs),
      chainId: ledger.head.chainId,
    })
    const secondary = data.secondary_signers.map((text) => AccountAddress.from(parseAddress(text)))
    return { transaction, secondary }
  })
}

function payloadOf(payload: z.output<typeof Payload>): EntryFunctionPayload {
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

function authenticatorOf(signature: z.output<typeof Signature>) {
  if (signature.type === 'ed25519_signature') {
    const [key, signed] = [new Ed25519PublicKey(signature.public_key), new Ed25519Signature(signature.signature)]
    return new TransactionAuthenticatorEd25519(key, signed)
  }
  const { public_key: key, signature: signed } = signature
  const publicKey = key.type === 'ed25519' ? new Ed25519PublicKey(key.value) : new Secp256k1PublicKey(key.value)
  const value = signed.type === 'ed25519' ? new Ed25519Signature(signed.value) : new Secp256k1Signature(signed.value)
  const single = new AccountAuthenticatorSingleKey(new AnyPublicKey(publicKey), new AnySignature(value))
  return new TransactionAuthenticatorSingleSender(single)
}

/** Functions that do not exist, arguments and keys that do not fit are the client's fault. */
function fitting<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw invalidInput(cause instanceof Error ? cause.message.slice(0, 300) : String(cause))
  }
}
