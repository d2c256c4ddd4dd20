import styles from './failure-details.module.css'

/** Shows the chain's own message of a failed transaction, folded; renders nothing without one. */
export function FailureDetails({ vmStatus }: { vmStatus: string | undefined }) {
  if (vmStatus === undefined) return null
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      <p>{vmStatus}</p>
    </details>
  )
}
