import styles from './failure-details.module.css'

/** What the chain says of a failed transaction, for those who look into it; renders nothing of another one. */
export function FailureDetails({ vmStatus }: { vmStatus: string | undefined }) {
  if (vmStatus === undefined) return null
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      <p>{vmStatus}</p>
    </details>
  )
}
