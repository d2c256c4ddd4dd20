import { Link } from 'react-router'
import { AddressGem } from '../../lib/address-gem.tsx'
import { formatAddress } from '../../lib/format/name.ts'
import { walletPath } from '../../lib/paths.ts'
import { Waiting } from './found-collections.tsx'
import styles from './search-popup.module.css'
import type { FoundWallet } from './use-search.ts'

/** Wallets by the names people know them by. @source docs/product/site.md#wallets-found */
export function FoundWallets({ wallets, failed }: { wallets: readonly FoundWallet[] | null; failed: boolean }) {
  if (failed) return <p className={styles.none}>The search could not be reached. Try again in a moment.</p>
  if (wallets === null) return <Waiting />
  if (wallets.length === 0) return <p className={styles.none}>No Results Found</p>
  return wallets.map(({ walletAddress, aptosName }) => (
    <Link key={walletAddress} to={walletPath(walletAddress)} className={styles.link}>
      <AddressGem address={walletAddress} size={32} />
      {aptosName !== null && <span className={styles.name}>{aptosName}</span>}
      <span className={styles.mono}>{formatAddress(walletAddress, aptosName === null ? 'long' : 'short')}</span>
    </Link>
  ))
}
