import styles from './keys.module.css'

/** Keys as they are struck, one after the other. @example <Keys keys="g a" /> */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be struck twice, in its order.
        <kbd key={`${key}${index}`} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
