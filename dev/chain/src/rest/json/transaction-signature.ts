import {
  AccountAddress,
  type AccountAuthenticator,
  type TransactionAuthenticator,
  TransactionAuthenticatorEd25519,
  TransactionAuthenticatorFeePayer,
  TransactionAuthenticatorMultiAgent,
  TransactionAuthenticatorMultiEd25519,
  TransactionAuthenticatorSingleSender,
} from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import * as z from 'zod'
import { invalidInput } from '../responses/api-error.ts'
import { AccountSignature, authenticatorOf, MultiKeyed, SingleKeyed } from './account-signature.ts'
import { fitting } from './json-request.ts'

const several = {
  sender: AccountSignature,
  secondary_signer_addresses: z.array(z.string()).max(255).default([]),
  secondary_signers: z.array(AccountSignature).max(255).default([]),
}
const Several = z.discriminatedUnion('type', [
  z.object({ type: z.literal('multi_agent_signature'), ...several }),
  z.object({
    type: z.literal('fee_payer_signature'),
    ...several,
    fee_payer_address: z.string(),
    fee_payer_signer: AccountSignature,
  }),
])
/** As the node prints it: a single sender's key is next to the name `single_sender`, which hides its own. */
const SingleSender = z.object({ type: z.literal('single_sender') }).and(z.union([SingleKeyed, MultiKeyed]))

/**
 * Reads the signers of a transaction in JSON, in each of the node's shapes.
 * @throws ApiError 400 for any other.
 */
export function readSignature(signature: unknown): TransactionAuthenticator {
  const one = AccountSignature.safeParse(signature)
  if (one.success) return fitting(() => ofOne(authenticatorOf(one.data)))
  const single = SingleSender.safeParse(signature)
  if (single.success) return fitting(() => new TransactionAuthenticatorSingleSender(authenticatorOf(single.data)))
  const many = Several.safeParse(signature)
  if (!many.success) throw invalidInput(`Failed to parse the signature: ${z.prettifyError(many.error)}`)
  return fitting(() => ofSeveral(many.data))
}

function ofOne(account: AccountAuthenticator): TransactionAuthenticator {
  if (account.isEd25519()) return new TransactionAuthenticatorEd25519(account.public_key, account.signature)
  if (account.isMultiEd25519()) return new TransactionAuthenticatorMultiEd25519(account.public_key, account.signature)
  return new TransactionAuthenticatorSingleSender(account)
}

function ofSeveral(signature: z.output<typeof Several>): TransactionAuthenticator {
  const sender = authenticatorOf(signature.sender)
  const addresses = signature.secondary_signer_addresses.map(addressOf)
  const signers = signature.secondary_signers.map(authenticatorOf)
  if (addresses.length !== signers.length) throw new TypeError('each secondary signer needs an address and a signature')
  if (signature.type === 'multi_agent_signature') {
    return new TransactionAuthenticatorMultiAgent(sender, addresses, signers)
  }
  const feePayer = {
    address: addressOf(signature.fee_payer_address),
    authenticator: authenticatorOf(signature.fee_payer_signer),
  }
  return new TransactionAuthenticatorFeePayer(sender, addresses, signers, feePayer)
}

function addressOf(text: string): AccountAddress {
  return AccountAddress.from(parseAddress(text))
}
