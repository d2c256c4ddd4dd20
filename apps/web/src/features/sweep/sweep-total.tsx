import { Fragment } from 'react'
import { useSite } from '../../app/site.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatApt, type Octas } from '../../shared/format/apt.ts'
import { formatUsd } from '../../shared/format/usd.ts'
import styles from './sweep-bar.module.css'
import type { SweepChoice } from './sweep-choice.ts'
import type { SweepForm } from './use-sweep-form.ts'

const AVERAGE = 'average'

/** The number of tokens and their total, announced again whenever listings change. */
export function SweepTotal({
  choice,
  isFiltered,
  failure,
  isStale,
}: Pick<SweepForm, 'choice' | 'isFiltered' | 'failure' | 'isStale'>) {
  const { preferences, usdRate } = useSite()
  const inUsd = preferences.currency === 'USD'
  const money = (octas: Octas) => (inUsd ? formatUsd(octas, usdRate) : formatApt(octas))
  return (
    <p className={styles.total} role="status" data-stale={isStale || undefined}>
      {failure ?? (
        <>
          <span className={styles.word}>Sweep</span>
          <span className={styles.sum}>
            {choice.count === 0 ? (
              choice.most > 0 && 'Select items'
            ) : (
              <>
                {choice.count} for <Price octas={choice.totalOctas} />
              </>
            )}
          </span>
          <span className={styles.facts}>
            {factsOf(choice, isFiltered, money, inUsd ? '' : ' APT').map((fact) => (
              <Fragment key={fact}>
                <span className={styles.fact} data-average={fact.startsWith(AVERAGE) || undefined}>
                  {fact}
                </span>{' '}
              </Fragment>
            ))}
          </span>
        </>
      )}
    </p>
  )
}

/**
 * Returns the average price and the price of the next token; without a selection the price of the first.
 * @param money formats octas in the user's currency.
 */
function factsOf(
  { count, most, averageOctas, nextOctas }: SweepChoice,
  isFiltered: boolean,
  money: (octas: Octas) => string,
  unit: string,
): readonly string[] {
  if (most === 0) return isFiltered ? ['No listings match your filters'] : []
  const which = isFiltered ? ['Within your filters:'] : []
  if (count === 0) return nextOctas === null ? which : [...which, `From ${money(nextOctas)}${unit}`]
  const average = `${AVERAGE} ${money(averageOctas)}`
  return nextOctas === null ? [...which, average] : [...which, `${average},`, `next ${money(nextOctas)}`]
}
