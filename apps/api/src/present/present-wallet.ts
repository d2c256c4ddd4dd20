import type { Wallet } from '@opal/contract/names'
import type { People } from './people.ts'

/** A wallet as lists show it. */
export function presentWallet(walletAddress: string, { contracts, names }: People): Wallet {
  return { walletAddress, aptosName: names.get(walletAddress) ?? null, isWalletAddress: !contracts.has(walletAddress) }
}

/** As {@link presentWallet}, null for nobody. */
export function presentWalletOrNull(walletAddress: string | null, people: People): Wallet | null {
  return walletAddress === null ? null : presentWallet(walletAddress, people)
}
