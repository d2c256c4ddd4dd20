import { Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import type { MoveResource } from '../../modules/move-module.ts'
import { sha3 } from '../crypto/sha3.ts'
import { eventHandle } from './objects.ts'
import type { StateReader } from './state.ts'

export const ACCOUNT = '0x1::account::Account'

/**
 * Returns the account resource that the first transaction of an address creates.
 * @source 0x1::account::create_account_unchecked
 */
export function newAccount(address: Address, authenticationKey: string = address): MoveResource {
  return {
    authentication_key: authenticationKey,
    coin_register_events: eventHandle(address, 0n),
    guid_creation_num: '2',
    key_rotation_events: eventHandle(address, 1n),
    rotation_capability_offer: { for: { vec: [] } },
    sequence_number: '0',
    signer_capability_offer: { for: { vec: [] } },
  }
}

/** Returns the sequence number of an account; null when the address never sent a transaction. */
export function sequenceNumberOf(state: StateReader, address: Address): bigint | null {
  const account = state.get(address, ACCOUNT)
  return account === null ? null : BigInt(account.sequence_number as string)
}

/** Returns the key that must have signed; an address without an account resource authenticates by itself. */
export function authenticationKeyOf(state: StateReader, address: Address): string {
  const account = state.get(address, ACCOUNT)
  return account === null ? address : (account.authentication_key as string)
}

/** Returns the guid counter advanced by one, with the number that was free. */
export function takeGuid(account: MoveResource): { account: MoveResource; creationNumber: bigint } {
  const creationNumber = BigInt(account.guid_creation_num as string)
  return { account: { ...account, guid_creation_num: (creationNumber + 1n).toString() }, creationNumber }
}

/** Returns whether a resource belongs to an account and never to an object's group, as those of v1 tokens. */
export function isAccountResource(type: string): boolean {
  return type === ACCOUNT || type.startsWith('0x1::coin::CoinStore<') || type.startsWith('0x3::')
}

/** The localnet's own account with the right to mint, at the address where Aptos' test networks have theirs. */
export const FAUCET_ADDRESS = parseAddress('0xa550c18')

/**
 * Key of {@link FAUCET_ADDRESS}, as hex. Anyone can derive it: a localnet's money is worth nothing, and a wallet, a test
 * or a second faucet may use it.
 */
const FAUCET_PRIVATE_KEY = `0x${sha3('opal localnet faucet').toString('hex')}`

/** Returns the faucet as an SDK account, ready to sign. */
export function faucetAccount(): Account {
  const privateKey = new Ed25519PrivateKey(FAUCET_PRIVATE_KEY, false)
  return Account.fromPrivateKey({ privateKey, address: FAUCET_ADDRESS, legacy: true })
}
