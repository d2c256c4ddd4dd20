import type { ListingTerms } from '@opal/contract/shapes/orders'
import { BriefTerms } from '../../../entities/order/listing-terms.tsx'
import styles from './listing-terms-cell.module.css'

/** Shows the terms of a listing in a column, in up to three lines. */
export function ListingTermsCell({ terms, viewer }: { terms: ListingTerms | null; viewer: string | null }) {
  return (
    <span className={styles.terms}>
      <BriefTerms terms={terms} viewer={viewer} />
    </span>
  )
}
