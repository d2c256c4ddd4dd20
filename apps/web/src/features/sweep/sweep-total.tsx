import { Fragment } from 'react'
import { useSite } from '../../app/site.tsx'
import { Price } from '../../shared/components/price.tsx'
import { formatApt, type Octas } from '../../shared/format/apt.ts'
import { formatUsd } from '../../shared/format/usd.ts'
import styles from './sweep-bar.module.css'
import type { SweepForm } from './use-sweep-form.ts'

/** The number of tokens and their total, announced again whenever listings change. */
export function SweepTotal(
  form: Pick<SweepForm, 'answer' | 'choice' | 'isFiltered' | 'isLimited' | 'isUnderBudget' | 'failure' | 'isStale'>,
) {
  const { answer, choice, failure, isStale } = form
  const { currency, usdRate } = useSite()
  const inUsd = currency === 'USD'
  const money = (octas: Octas) => (inUsd ? formatUsd(octas, usdRate) : formatApt(octas))
  // An empty choice says nothing before the listings are loaded.
  const facts = answer === undefined ? [] : factsOf(form, money, inUsd ? '' : ' APT')
  return (
    <p className={styles.total} role="status" data-stale={isStale || undefined}>
      {failure !== null ? (
        <span className={styles.message}>{failure}</span>
      ) : (
        <>
          <span className={styles.sum}>
            {choice.count === 0 ? (
              choice.most > 0 && (form.isUnderBudget ? 'Budget too low' : 'Select items')
            ) : (
              <>
                {choice.count} for <Price octas={choice.totalOctas} />
              </>
            )}
          </span>
          <span className={styles.facts}>
            {facts.map(({ kind, text }) => (
              <Fragment key={kind}>
                <span className={styles.fact} data-kind={kind}>
                  {text}
                </span>{' '}
              </Fragment>
            ))}
          </span>
        </>
      )}
    </p>
  )
}

interface Fact {
  readonly kind: 'filter' | 'first' | 'average' | 'next'
  readonly text: string
}

/**
 * Returns the average price and the price of the next token; without a selection the price of the first.
 * @param money formats octas in the user's currency.
 */
function factsOf(
  { choice, isFiltered, isLimited }: Pick<SweepForm, 'choice' | 'isFiltered' | 'isLimited'>,
  money: (octas: Octas) => string,
  unit: string,
): readonly Fact[] {
  const { count, most, averageOctas, nextOctas } = choice
  if (most === 0) {
    const restriction = [isFiltered && 'filters', isLimited && 'limits'].filter(Boolean).join(' and ')
    return restriction === '' ? [] : [{ kind: 'filter', text: `No listings match your ${restriction}` }]
  }
  const which: readonly Fact[] = isFiltered ? [{ kind: 'filter', text: 'Filtered:' }] : []
  if (count === 0) {
    return nextOctas === null ? which : [...which, { kind: 'first', text: `From ${money(nextOctas)}${unit}` }]
  }
  const average = `average ${money(averageOctas)}`
  if (nextOctas === null) return [...which, { kind: 'average', text: average }]
  return [...which, { kind: 'average', text: `${average},` }, { kind: 'next', text: `next ${money(nextOctas)}` }]
}
