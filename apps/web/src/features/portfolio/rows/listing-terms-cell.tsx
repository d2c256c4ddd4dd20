import { BriefTerms, type BriefTermsProps } from '../../../entities/order/listing-terms.tsx'
import styles from './listing-terms-cell.module.css'

/** Shows the terms of a listing in a column, in up to three lines. */
export function ListingTermsCell(props: BriefTermsProps) {
  return (
    <span className={styles.terms}>
      <BriefTerms {...props} />
    </span>
  )
}
