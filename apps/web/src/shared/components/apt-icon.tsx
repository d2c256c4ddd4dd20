import styles from './apt-icon.module.css'

/** Icon before an amount in APT. */
export function AptIcon() {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d="M3.2 6.1h9.6M2.4 8.6h11.2M4 11.1h8" />
    </svg>
  )
}
