import { AddressIdenticon } from '../../../entities/wallet/address-identicon.tsx'
import { formatAptExact, formatBalance } from '../../../shared/format/apt.ts'
import styles from './account-label.module.css'

export interface AccountLabelProps {
  address: string
  /** Octas; null while it is unknown. */
  balance: bigint | null
}

/** Shows identicon and balance, in the header's account button. */
export function AccountLabel({ address, balance }: AccountLabelProps) {
  return (
    <>
      <AddressIdenticon address={address} size={22} />
      <span className={styles.balance} title={formatAptExact(balance)}>
        {formatBalance(balance)} <span className={styles.unit}>APT</span>
      </span>
    </>
  )
}
