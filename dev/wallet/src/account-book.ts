import { Ed25519Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk'
import { AccountInfo } from '@aptos-labs/wallet-standard'
import type { WalletAccountConfig } from './wallet-config.ts'

/** An account with its name and its key. */
export interface HeldAccount {
  readonly name: string
  readonly address: string
  readonly key: Ed25519Account
}

/** Opens the configured accounts, in their order. */
export function openAccounts(configs: readonly WalletAccountConfig[]): readonly HeldAccount[] {
  return configs.map((config) => {
    const key = new Ed25519Account({
      privateKey: new Ed25519PrivateKey(config.privateKey, false),
      address: config.address,
    })
    return { name: config.name, address: key.accountAddress.toStringLong(), key }
  })
}

/** Returns the account information that a page receives. */
export function toAccountInfo(account: HeldAccount): AccountInfo {
  return new AccountInfo({ address: account.key.accountAddress, publicKey: account.key.publicKey })
}
