import { Button } from '@opal/ui/controls/button'
import styles from './lost-terms.module.css'
import type { TypedTerms } from './terms-fields.tsx'

/** Sentences that say which term a marketplace does not have, and how the listing would differ. */
const LOSSES: readonly { readonly of: readonly (keyof TypedTerms)[]; readonly sentence: string }[] = [
  { of: ['buyer'], sentence: 'can’t reserve a listing: anyone could buy it.' },
  { of: ['endPrice', 'fallsUntil'], sentence: 'can’t lower a price over time: it would stay the same.' },
  { of: ['expires'], sentence: 'can’t end a listing at a set time: it would stay listed.' },
  { of: ['least'], sentence: 'can’t hold a minimum: the sale could bring you less.' },
]

/**
 * Says what becomes of typed terms on a marketplace without terms, a sentence for each; none for empty fields.
 * @source docs/product/trading.md#terms-of-listings
 */
export function lossesOf(typed: TypedTerms, marketplace: string): readonly string[] {
  return LOSSES.filter(({ of }) => of.some((field) => typed[field].trim() !== '')).map(
    ({ sentence }) => `${marketplace} ${sentence}`,
  )
}

/** Shows what becomes of typed terms, with the way out that keeps the marketplace. */
export function LostTerms({ losses, onClear }: { losses: readonly string[]; onClear(): void }) {
  if (losses.length === 0) return null
  return (
    <div className={styles.lost} role="alert">
      <ul>
        {losses.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Button size="sm" onClick={onClear}>
        Clear terms
      </Button>
    </div>
  )
}
