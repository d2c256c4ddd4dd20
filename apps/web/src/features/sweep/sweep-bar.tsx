import type { CollectionDetail } from '@opal/contract/shapes/collection'
import { Button } from '@opal/ui/button'
import { IconButton } from '@opal/ui/icon-button'
import { Sheet } from '@opal/ui/sheet'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatApt, parseApt } from '../../lib/format/apt.ts'
import { Price } from '../../lib/price.tsx'
import { openTrade } from '../../lib/trade-request.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { CountField } from './count-field.tsx'
import styles from './sweep-bar.module.css'
import { chooseSweep, type SweepChoice } from './sweep-choice.ts'
import { SweepDetails } from './sweep-details.tsx'
import { AmountField, MarketplacesField } from './sweep-limits.tsx'
import { useSweep } from './use-sweep.ts'

export interface SweepBarProps {
  collection: Pick<CollectionDetail, 'collectionId' | 'collectionName' | 'collectionImage'>
}

/** Buys the cheapest tokens of a collection: how many, for how much at most, and what that costs as the book stands. */
export default function SweepBar({ collection }: SweepBarProps) {
  const [count, setCount] = useState(0)
  const [budgetText, setBudgetText] = useState('')
  const [ceilingText, setCeilingText] = useState('')
  const [excludedTokens, setExcludedTokens] = useState<readonly string[]>([])
  const [excludedMarketplaces, setExcludedMarketplaces] = useState<readonly string[]>([])
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useNarrow()
  const budget = amountOf(budgetText)
  const maxPrice = amountOf(ceilingText)
  const { collectionId } = collection
  const book = { collectionId, maxPrice: maxPrice ?? null, excludedTokens, excludedMarketplaces }
  const { answer, isFailed, isStale } = useSweep(book)
  const isBudgeted = budget !== null && budget !== undefined
  const wanted = isBudgeted && count === 0 ? Number.MAX_SAFE_INTEGER : count
  const choice = chooseSweep(answer?.curve ?? [], { count: wanted, budget: budget ?? null })
  const start = () =>
    openTrade({
      kind: 'sweep',
      collection,
      wish: {
        count: choice.count,
        ...(isBudgeted && { budget: String(budget) }),
        ...(maxPrice !== null && maxPrice !== undefined && { maxPrice: String(maxPrice) }),
        excludedTokens,
        excludedMarketplaces,
      },
      onSettled: (outcome) => outcome === 'confirmed' && setCount(0),
    })
  const isNarrowed = excludedTokens.length > 0 || excludedMarketplaces.length > 0 || maxPrice !== null
  if (answer !== undefined && answer.curve.length === 0 && !isNarrowed) return null
  const amounts = (
    <>
      <AmountField label="Budget" text={budgetText} octas={budget} onChange={setBudgetText} />
      <AmountField label="Highest price" text={ceilingText} octas={maxPrice} onChange={setCeilingText} />
    </>
  )
  const details = (
    <>
      <MarketplacesField excluded={excludedMarketplaces} onChange={setExcludedMarketplaces} />
      <SweepDetails
        collectionName={collection.collectionName}
        answer={answer}
        count={choice.count}
        excluded={excludedTokens.length}
        onExclude={(id) => setExcludedTokens((before) => [...before, id])}
        onIncludeAll={() => setExcludedTokens([])}
      />
    </>
  )
  return (
    <section className={styles.bar} aria-label="Sweep" data-docked="">
      {isOpen && !isNarrow && details}
      <Sheet
        open={isOpen && isNarrow}
        onOpenChange={setOpen}
        title="Sweep"
        footer={
          <Button wide onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <div className={styles.amounts}>{amounts}</div>
        {details}
      </Sheet>
      <div className={styles.row}>
        <CountField value={Math.min(wanted, choice.most)} most={choice.most} onChange={setCount} />
        {!isNarrow && amounts}
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
        <IconButton
          label={isOpen ? 'Hide limits, cost and items' : 'Limits, cost and items'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronUp />}
        </IconButton>
        <Button variant="primary" size="lg" disabled={choice.count === 0} onClick={start}>
          Magic buy
        </Button>
      </div>
    </section>
  )
}

/** What the chosen cost one by one, and what the next would; without any, what the first would. */
function factsOf({ count, averageOctas, nextOctas }: SweepChoice): readonly string[] {
  if (count === 0) return nextOctas === null ? [] : [`From ${formatApt(nextOctas)} APT`]
  const average = `${formatApt(averageOctas)} each on average`
  return nextOctas === null ? [average] : [`${average},`, `next ${formatApt(nextOctas)}`]
}

/** Octas; null for nothing, undefined for what is no amount. */
function amountOf(text: string): bigint | null | undefined {
  if (text.trim() === '') return null
  const octas = parseApt(text)
  return octas === null || octas <= 0n ? undefined : octas
}
