import { Fragment } from 'react'
import { formatApt } from '../../lib/format/apt.ts'
import { Price } from '../../lib/price.tsx'
import styles from './sweep-bar.module.css'
import type { SweepChoice } from './sweep-choice.ts'
import type { Sweep } from './use-sweep.ts'

/** How many tokens for how much, said again whenever the book has moved. */
export function SweepTotal({
  choice,
  isFailed,
  isStale,
}: Pick<Sweep, 'isFailed' | 'isStale'> & { choice: SweepChoice }) {
  return (
    <p className={styles.total} role="status" data-stale={isStale || undefined}>
      {isFailed ? (
        'The book could not be read.'
      ) : (
        <>
          <span className={styles.sum}>
            {choice.count} for <Price octas={choice.totalOctas} />
          </span>
          <span className={styles.facts}>
            {factsOf(choice).map((fact) => (
              <Fragment key={fact}>
                <span className={styles.fact}>{fact}</span>{' '}
              </Fragment>
            ))}
          </span>
        </>
      )}
    </p>
  )
}

/** What the chosen cost one by one, and what the next would; without any, what the first would. */
function factsOf({ count, averageOctas, nextOctas }: SweepChoice): readonly string[] {
  if (count === 0) return nextOctas === null ? [] : [`From ${formatApt(nextOctas)} APT`]
  const average = `${formatApt(averageOctas)} each on average`
  return nextOctas === null ? [average] : [`${average},`, `next ${formatApt(nextOctas)}`]
}
