import type { WalletSession } from '../../lib/wallet-session.ts'

/** What the wallet is now, and the address it had before this. */
export type WalletChange = Pick<WalletSession, 'status' | 'address' | 'wrongNetwork'> & { readonly was: string | null }

/**
 * May a session go on beside the wallet as it is now? A wallet that is not there yet says nothing; another one, or one
 * that was let go, ends it.
 * @param sessionWallet null while there is no session.
 */
export function outlivesWallet(
  sessionWallet: string | null,
  { status, address, wrongNetwork, was }: WalletChange,
): boolean {
  if (sessionWallet === null) return true
  // @source docs/product/wallet-and-session.md#another-network
  if (wrongNetwork) return false
  if (address !== null) return address === sessionWallet
  return was === null || status !== 'disconnected'
}
