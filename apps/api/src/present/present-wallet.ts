import type { Wallet } from '@opal/contract/shapes/wallet'

/** A wallet as lists show it. `contracts` are addresses that hold code, not people. */
export function presentWallet(walletAddress: string, contracts: ReadonlySet<string>): Wallet {
  return { walletAddress, aptosName: null, isWalletAddress: !contracts.has(walletAddress) }
}

/** As {@link presentWallet}, null for nobody. */
export function presentWalletOrNull(walletAddress: string | null, contracts: ReadonlySet<string>): Wallet | null {
  return walletAddress === null ? null : presentWallet(walletAddress, contracts)
}
