import { AddressIdenticon } from '../../../entities/wallet/address-identicon.tsx'
import { formatAptExact, formatBalance } from '../../../shared/format/apt.ts'
import styles from './account-face.module.css'

export interface AccountFaceProps {
  address: string
  /** Octas; null while it is unknown. */
  balance: bigint | null
}

/** What the header's account button shows: identicon and balance. */
export function AccountFace({ address, balance }: AccountFaceProps) {
  return (
    <>
      <AddressIdenticon address={address} size={22} />
      <span className={styles.balance} title={formatAptExact(balance)}>
        {formatBalance(balance)} <span className={styles.unit}>APT</span>
      </span>
    </>
  )
}

/** The account while its wallet, or the code of its menu, is on its way: drawn as it will be, and not yet to be opened. */
export function PendingAccount({ address, balance }: AccountFaceProps) {
  return (
    <button
      type="button"
      className={styles.account}
      aria-busy
      // Not disabled: the place would lose the focus when the wallet is there.
      aria-disabled
      aria-label={`Connecting your wallet, balance ${formatBalance(balance)} APT`}
    >
      <AccountFace address={address} balance={balance} />
    </button>
  )
}
