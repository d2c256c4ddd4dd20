import type { Attribute } from '@opal/contract/shapes/token'
import styles from './token-attributes.module.css'

/** A token's traits as a grid of chips. */
export function TokenAttributes({ attributes }: { attributes: readonly Attribute[] }) {
  if (attributes.length === 0) return <p className={styles.none}>No Attributes</p>
  return (
    <dl className={styles.grid}>
      {attributes.map((attribute) => (
        <div key={`${attribute.trait_type} ${attribute.value}`} className={styles.chip}>
          <dt className={styles.type}>{attribute.trait_type}</dt>
          <dd className={styles.value} title={attribute.value}>
            {attribute.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
