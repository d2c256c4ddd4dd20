import { readStoredBalance } from '../../../entities/wallet/stored-wallet.ts'
import { formatBalance } from '../../../shared/format/apt.ts'
import styles from './account-label.module.css'
import { AccountLabel } from './account-label.tsx'

/** The account while its wallet, or the code of its menu, is on its way: drawn as it will be, and not yet to be opened. */
export default function PendingAccount({ address }: { address: string }) {
  const balance = readStoredBalance()
  return (
    <button
      type="button"
      className={styles.account}
      aria-busy
      // Not disabled: the place would lose the focus when the wallet is there.
      aria-disabled
      aria-label={`Connecting your wallet, balance ${formatBalance(balance)} APT`}
    >
      <AccountLabel address={address} balance={balance} />
    </button>
  )
}
