import { Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { sha3 } from './sha3.ts'

/** The localnet's own account with the right to mint, at the address where Aptos' test networks have theirs. */
export const FAUCET_ADDRESS = parseAddress('0xa550c18')

/**
 * Key of {@link FAUCET_ADDRESS}, as hex. Anyone can derive it: a localnet's money is worth nothing, and a wallet, a test
 * or a second faucet may use it.
 */
const FAUCET_PRIVATE_KEY = `0x${sha3('opal localnet faucet').toString('hex')}`

/** The faucet as an SDK account, ready to sign. */
export function faucetAccount(): Account {
  const privateKey = new Ed25519PrivateKey(FAUCET_PRIVATE_KEY, false)
  return Account.fromPrivateKey({ privateKey, address: FAUCET_ADDRESS, legacy: true })
}
