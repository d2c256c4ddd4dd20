import type { CollectionDetail } from '@opal/contract/collections'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { TokenFilterInput } from '@opal/contract/tokens/token-filter'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { Sheet } from '@opal/ui/overlays/sheet'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { openTrade } from '../../app/commands.ts'
import { sweptIds } from '../../entities/order/marked-tokens.ts'
import { useSiteActions } from '../../shared/hooks/site-actions.ts'
import { useNarrow } from '../../shared/hooks/use-narrow.ts'
import { CountField } from './count-field.tsx'
import styles from './sweep-bar.module.css'
import { SweepDetails } from './sweep-details.tsx'
import { AmountField, MarketplacesField } from './sweep-limits.tsx'
import { sweptTokens } from './sweep-query.ts'
import { SweepTotal } from './sweep-total.tsx'
import { type SweepForm, useSweepForm } from './use-sweep-form.ts'

/** Focuses the field of how many to sweep. */
const FOCUS_SWEEP = {
  id: 'collection.sweep',
  title: 'Sweep',
  group: 'This page',
  keys: 's',
  run: () => document.querySelector<HTMLElement>('[data-docked] input')?.focus(),
} as const

export interface SweepBarProps {
  collection: Pick<CollectionDetail, 'collectionId' | 'collectionName' | 'collectionImage'>
  /** Filter of the list: only matching tokens are bought. */
  filter: TokenFilterInput
}

/** Bar to buy the cheapest tokens of a list: number, limits, and cost at current listings. */
export default function SweepBar({ collection, filter }: SweepBarProps) {
  const form = useSweepForm(collection.collectionId, filter)
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useNarrow()
  const slim = useSlim(isUnused(form, isOpen))
  const exit = useExit()
  useSweptMarks(form)
  useSiteActions(form.isEmpty ? [] : [FOCUS_SWEEP])
  if (form.isEmpty) return null
  const { choice, criteria } = form
  const start = () => {
    const onSettled = (outcome: string) => {
      if (outcome !== 'confirmed') return
      form.setCount(0)
      setOpen(false)
    }
    openTrade({ kind: 'sweep', collection, criteria, shownOctas: String(choice.totalOctas), onSettled })
  }
  const details = <Details form={form} collectionName={collection.collectionName} />
  return (
    <section
      className={styles.bar}
      aria-label="Sweep"
      data-docked=""
      data-unused={slim.isSlim || undefined}
      data-wide={isOpen || form.budget.text !== '' || form.ceiling.text !== '' || undefined}
      ref={slim.bar}
      onBlur={slim.onBlur}
      onFocus={exit.onFocus}
      onKeyDown={exit.onKeyDown}
    >
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
        <div className={styles.sheetAmounts}>
          <Amounts form={form} />
        </div>
        {details}
      </Sheet>
      <div className={styles.row}>
        <CountField
          value={form.shownCount}
          most={choice.most}
          onChange={form.setCount}
          onEnter={choice.count === 0 ? undefined : start}
        />
        {!isNarrow && (
          <div className={styles.amounts}>
            <Amounts form={form} />
          </div>
        )}
        <SweepTotal {...form} />
        <IconButton label={isOpen ? 'Hide details' : 'Show details'} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <ChevronDown /> : <ChevronUp />}
        </IconButton>
        <Button variant="primary" size="lg" disabled={choice.count === 0} onClick={start}>
          Magic buy
        </Button>
      </div>
    </section>
  )
}

/** Nothing is chosen, typed or opened. */
function isUnused({ choice, budget, ceiling }: SweepForm, isOpen: boolean): boolean {
  return choice.count === 0 && budget.text === '' && ceiling.text === '' && !isOpen
}

/**
 * Makes the bar one slim line until it is used, and again once it is not and the focus has left it: a focused field is never
 * hidden.
 */
function useSlim(isUnused: boolean) {
  const [isSlim, setSlim] = useState(true)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => setSlim(isUnused && !bar.current?.contains(document.activeElement)), [isUnused])
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (isUnused && !bar.current?.contains(relatedTarget as Node | null)) setSlim(true)
  }
  return { isSlim: isUnused && isSlim, bar, onBlur }
}

/**
 * Leaves a field on Escape: single keys, such as `i` and `?`, work outside of fields. The focus returns to where it was before the
 * bar had it.
 */
function useExit() {
  const before = useRef<EventTarget | null>(null)
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget
  }
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key !== 'Escape' || !(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return
    target.blur()
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
  return { onFocus, onKeyDown }
}

/** Marks in the lists what the sweep would buy now. */
function useSweptMarks({ answer, choice }: SweepForm): void {
  const ids = sweptTokens(answer, choice.count).join(' ')
  useEffect(() => {
    sweptIds.set(new Set(ids === '' ? [] : ids.split(' ')))
    return () => sweptIds.set(new Set())
  }, [ids])
}

function Amounts({ form: { budget, ceiling } }: { form: SweepForm }) {
  return (
    <>
      <AmountField label="Budget" text={budget.text} octas={budget.octas} onChange={budget.setText} />
      <AmountField label="Max price per item" text={ceiling.text} octas={ceiling.octas} onChange={ceiling.setText} />
    </>
  )
}

function Details({ form, collectionName }: { form: SweepForm; collectionName: string }) {
  return (
    <>
      <p className={styles.explained}>
        A sweep buys the cheapest items, up to {MAX_TRADE_ITEMS} at once: in one transaction where the marketplaces
        allow it.{' '}
        <Link className={styles.more} to="/help#sweep" target="_blank">
          How a sweep works
        </Link>
      </p>
      <MarketplacesField excluded={form.excludedMarketplaces} onChange={form.setExcludedMarketplaces} />
      <SweepDetails
        place={form.isFiltered ? 'the filtered items' : collectionName}
        answer={form.answer}
        count={form.choice.count}
        excluded={form.excludedTokens.length}
        onExclude={form.exclude}
        onIncludeAll={form.includeAll}
      />
    </>
  )
}
