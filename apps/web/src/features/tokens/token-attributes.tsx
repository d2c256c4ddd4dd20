import type { Attribute } from '@opal/contract/shapes/token'
import { Price } from '../../lib/price.tsx'
import styles from './token-attributes.module.css'

export interface TokenAttributesProps {
  attributes: readonly Attribute[]
  /** Tokens in the collection, for each value's share. */
  supply: number
}

/** A token's traits as a grid of chips: how many share the value, and the cheapest of them. */
export function TokenAttributes({ attributes, supply }: TokenAttributesProps) {
  if (attributes.length === 0) return <p className={styles.none}>No Attributes</p>
  return (
    <dl className={styles.grid}>
      {attributes.map((attribute) => (
        <div key={`${attribute.trait_type} ${attribute.value}`} className={styles.chip}>
          <dt className={styles.type}>{attribute.trait_type}</dt>
          <dd className={styles.value} title={attribute.value}>
            {attribute.value}
          </dd>
          <dd className={styles.figures}>
            <span title={attribute.count === null ? undefined : `${attribute.count} of ${supply}`}>
              {share(attribute.count, supply)}
            </span>
            <span>
              Floor <Price octas={attribute.floorPrice} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** @example share(3, 200) // '1.5%' */
function share(count: number | null, supply: number): string {
  if (count === null || supply === 0) return '-'
  const percent = (count * 100) / supply
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`
}
