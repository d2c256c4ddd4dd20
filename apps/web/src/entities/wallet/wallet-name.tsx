import type { Wallet } from '@opal/contract/names'
import { Link } from 'react-router'
import { walletPath } from '../../app/paths.ts'
import { formatWallet } from '../../shared/format/name.ts'
import { useOwnAddress } from './use-own-address.ts'
import styles from './wallet-name.module.css'

/** A wallet as a link to its page: `You`, a name, or the end of its address. */
export function WalletName({ wallet }: { wallet: Wallet | null }) {
  const viewer = useOwnAddress()
  if (wallet === null) return <span className={styles.none}>-</span>
  const isName = wallet.aptosName !== null || wallet.walletAddress === viewer
  return (
    <Link
      to={walletPath(wallet.walletAddress)}
      className={styles.wallet}
      data-mono={!isName || undefined}
      title={wallet.walletAddress}
    >
      {formatWallet(wallet, viewer)}
    </Link>
  )
}
