import styles from './keys.module.css'

/** A keyboard shortcut, as a sequence of keys. @example <Keys keys="g a" /> */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may contain a key twice.
        <kbd key={`${key}${index}`} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
