import accountStyles from './account-label.module.css'
import styles from './stored-account.module.css'

/**
 * The account of the last visit before scripts run, by what the head's script has found; nothing where there is none.
 * @source docs/product/wallet-and-session.md#remembered-wallet
 */
export function StoredAccount() {
  return (
    <span className={styles.stored} aria-hidden="true">
      <span className={accountStyles.account}>
        <span className={styles.picture} />
        <span className={accountStyles.balance}>
          <span className={styles.amount} /> <span className={accountStyles.unit}>APT</span>
        </span>
      </span>
    </span>
  )
}
