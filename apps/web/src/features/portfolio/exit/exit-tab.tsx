import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { type ExitItem, MAX_EXIT_WALLETS } from '@opal/contract/portfolio/exit'
import { Button } from '@opal/ui/controls/button'
import { Select } from '@opal/ui/controls/select'
import { DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { Skeleton } from '@opal/ui/feedback/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { type OwnCost, openOwnCosts, ownCostOf, ownCosts } from '../../../entities/token/own-costs.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../../../shared/components/lazy/missing-section.tsx'
import { LoadError } from '../../../shared/components/load-error.tsx'
import { toOctas } from '../../../shared/format/apt.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { useSiteActions } from '../../../shared/hooks/site-actions.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useNarrow, useRowMenus } from '../../../shared/hooks/use-narrow.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import type { SelectionAction } from '../items/selection-actions.ts'
import { SelectionBar } from '../items/selection-bar.tsx'
import { SELECT_ITEM } from '../items/use-portfolio-keys.ts'
import { LEAST_OF_COST, type LeastOfCost, type PortfolioView } from '../portfolio-view.ts'
import { useDragSelection } from '../rows/use-drag-selection.ts'
import { useSelection } from '../rows/use-selection.ts'
import { openOwnWallets, ownWallets } from '../wallets/own-wallets.ts'
import { choiceOf, type ExitChoice, exitActions, exitItemKey, sumSales } from './exit-choices.ts'
import { exitColumns } from './exit-columns.tsx'
import { exitQuery } from './exit-query.ts'
import { ExitSummary } from './exit-summary.tsx'
import styles from './exit-tab.module.css'
import { heldItems, openHeldItems, setHeld } from './held-items.ts'
import { useLiveExit } from './use-live-exit.ts'

const ExitChart = lazyPart(() => import('./exit-chart.tsx'), MissingSection)

export interface ExitTabProps {
  wallet: string
  view: PortfolioView
  onViewChange(view: PortfolioView, shown?: PortfolioView): void
}

const LEAST_LABELS: Readonly<Record<LeastOfCost, string>> = {
  '0': 'Sell at any price',
  '50': 'Hold below 50% of cost',
  '80': 'Hold below 80% of cost',
  '100': 'Hold below cost',
}
/** Placeholder rows while the plan loads. */
const PENDING_ROWS = 8

/**
 * Shows the proceeds of a wallet's items, or of all own wallets', if they were sold now, item by item, and the trades that sell
 * and list what is chosen.
 * @source docs/product/portfolio-and-pnl.md#exit
 */
export default function ExitTab({ wallet, view, onViewChange }: ExitTabProps) {
  const { marketplaces } = useSite()
  const own = useOwnAddress()
  const { wallets, mergeable, setMerged, costOf, plan, items } = useExitPlan(wallet, own, view)
  const isMerged = wallets.length > 1
  const { chosenFor, choose } = useChoices()
  const mine = useMemo(() => items.filter(({ walletAddress }) => walletAddress === own), [items, own])
  const isOwn = own !== null && wallets.includes(own)
  const selected = useSelection(mine, exitItemKey, {
    list: JSON.stringify([wallets, own, view.collection]),
    isLoading: plan.isPending,
  })
  const selection = isOwn ? selected : null
  const drag = useDragSelection(items, exitItemKey, isMerged ? null : selection)
  useSiteActions(isOwn ? [SELECT_ITEM] : [])
  const room = { isNarrow: useNarrow(), hasMenus: useRowMenus() }
  const picked = selected.rows
  const actions = exitActions(picked.length > 0 ? picked : mine, chosenFor, marketplaces)
  const sold = (some: readonly ExitItem[]) => some.filter((item) => chosenFor(item) === 'sell')
  const listed = items.filter((item) => chosenFor(item) === 'list')
  const waits = isOwn && actions.length > 0 && plan.isPlaceholderData ? 'Updating the plan…' : null
  const note = plan.data === undefined ? '' : (waits ?? boundNote(items.length, plan.data.total, actions))
  return (
    <div {...drag}>
      {/* What decides the plan, and what carries it out: below the chart they would be at the foot of the window. */}
      <div className={styles.head}>
        <ExitScopeFields
          view={view}
          onViewChange={onViewChange}
          mergeable={mergeable}
          isMerged={isMerged}
          onMergedChange={setMerged}
        />
        <p className={styles.note} role="status">
          {note}
        </p>
        {/* The former plan is not traded while another is on its way: it may sell what is to be held. */}
        {isOwn && <ExitButtons actions={picked.length === 0 ? actions : []} isDisabled={plan.isPlaceholderData} />}
      </div>
      {plan.isPending && <PendingPlan />}
      {items.length > 0 && (
        <>
          <ExitSummary items={items} sold={sold(items)} listed={listed} costOf={costOf} />
          {(plan.data?.proceeds.length ?? 0) > 1 && (
            <Suspense fallback={<div className={styles.chart} />}>
              <ExitChart proceeds={plan.data?.proceeds ?? []} />
            </Suspense>
          )}
        </>
      )}
      {plan.isLoadingError ? (
        <LoadError title="Couldn’t load the exit plan" error={plan.error} onRetry={plan.refetch} />
      ) : (
        <DataTable
          label="Exit"
          columns={exitColumns({ selection, own, isMerged, ...room, choiceOf: chosenFor, onChoose: choose, costOf })}
          rows={items}
          rowKey={exitItemKey}
          isSelected={(item) => selection?.has(exitItemKey(item)) ?? false}
          pending={plan.isPending ? PENDING_ROWS : 0}
          empty={<EmptyState title="No items" reason="There is nothing to sell or list here." />}
          rowHeight={room.isNarrow ? 80 : 64}
        />
      )}
      {isOwn && picked.length > 0 && (
        <SelectionBar
          selected={picked.length}
          sum={sumSales(sold(picked), costOf).netOctas}
          sumLabel="You receive"
          actions={plan.isPlaceholderData ? [] : actions}
          onTraded={({ tokenDataIds }) => selected.drop(({ tokenDataId }) => tokenDataIds.includes(tokenDataId))}
          onClear={selected.clear}
        />
      )}
    </div>
  )
}

interface ExitScopeFieldsProps extends Pick<ExitTabProps, 'view' | 'onViewChange'> {
  /** Own wallets that one plan can be of. */
  mergeable: number
  isMerged: boolean
  onMergedChange(isMerged: boolean): void
}

/** The choices that decide what the plan is of. */
function ExitScopeFields({ view, onViewChange, mergeable, isMerged, onMergedChange }: ExitScopeFieldsProps) {
  return (
    <>
      <Select
        label="Minimum price"
        value={view.least}
        onValueChange={(least, shown) => onViewChange({ ...view, least }, { ...view, least: shown })}
        options={LEAST_OF_COST.map((value) => ({ value, label: LEAST_LABELS[value] }))}
      />
      {mergeable > 1 && (
        <Select
          label="Wallets"
          value={isMerged ? 'all' : 'one'}
          onValueChange={(next) => onMergedChange(next === 'all')}
          options={[
            { value: 'one', label: 'This wallet' },
            { value: 'all', label: `My ${mergeable} wallets` },
          ]}
        />
      )}
    </>
  )
}

/** The trades of all that is chosen. */
function ExitButtons({ actions, isDisabled }: { actions: readonly SelectionAction[]; isDisabled: boolean }) {
  return (
    <div className={styles.actions}>
      {actions.map(({ id, label, request }, at) => (
        <Button
          key={id}
          variant={at === 0 ? 'primary' : 'secondary'}
          disabled={isDisabled}
          onClick={() => openTrade(request)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Placeholders of the totals and the chart: the rows below do not move when they come. */
function PendingPlan() {
  return (
    <>
      <div className={styles.totals}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.chart}>
        <Skeleton height="100%" />
      </div>
    </>
  )
}

const NONE: readonly ExitItem[] = []

const NO_WALLETS: readonly string[] = []
const NO_COSTS: readonly OwnCost[] = []

/** Returns the plan of what is chosen, kept up to date by live messages, and what its items cost. @param own the connected account. */
function useExitPlan(wallet: string, own: string | null, { collection, least }: PortfolioView) {
  const { wallets, mergeable, setMerged } = useExitWallets(wallet, own)
  const { costs, costOf } = useCosts(mergeable > 0 ? wallets : NO_WALLETS)
  const scope = { wallets, collection, least, costs: least === '0' ? NO_COSTS : costs }
  const plan = useQuery(exitQuery(useSite().api, wallet, scope))
  useLiveExit(wallet, wallets, plan.data?.data)
  return { wallets, mergeable, setMerged, costOf, plan, items: plan.data?.data ?? NONE }
}

/** Returns the wallets of the plan: the one of the portfolio, or with it all own ones. @param own the connected account. */
function useExitWallets(shown: string, own: string | null) {
  const saved = useStore(ownWallets)
  useOnMount(openOwnWallets)
  const [isMerged, setMerged] = useState(false)
  const all = useMemo(
    () => [...new Set([...(own === null ? [] : [own]), ...saved])].slice(0, MAX_EXIT_WALLETS),
    [own, saved],
  )
  const mergeable = all.includes(shown) ? all.length : 0
  const wallets = useMemo(() => (isMerged && mergeable > 1 ? all : [shown]), [isMerged, mergeable, all, shown])
  return { wallets, mergeable, setMerged }
}

/** Holds what the user has chosen for items. Held items are stored; a sale or listing is chosen at the prices of this visit. */
function useChoices() {
  const held = useStore(heldItems)
  useOnMount(openHeldItems)
  const heldKeys = useMemo(() => new Set(held), [held])
  const [choices, setChoices] = useState<ReadonlyMap<string, ExitChoice>>(new Map())
  return {
    chosenFor: (item: ExitItem) => {
      const key = exitItemKey(item)
      return choiceOf(item, heldKeys.has(key) ? 'hold' : choices.get(key))
    },
    choose: (item: ExitItem, choice: ExitChoice) => {
      const key = exitItemKey(item)
      setHeld(key, choice === 'hold')
      setChoices((before) => new Map(before).set(key, choice))
    },
  }
}

/** Returns the user's own costs of some wallets, and a function to what an item cost, by these where the chain does not say. */
function useCosts(wallets: readonly string[]) {
  const own = useStore(ownCosts)
  useOnMount(openOwnCosts)
  const costs = useMemo(() => own.filter(({ wallet }) => wallets.includes(wallet)), [own, wallets])
  const costOf = ({ walletAddress, costPrice, held, tokenDataId }: ExitItem): bigint | null =>
    toOctas(costPrice ?? (held === '1' ? ownCostOf(costs, walletAddress, tokenDataId) : null))
  return { costs, costOf }
}

/** Says that a plan is not of everything, and that a trade is not. */
function boundNote(planned: number, total: number, actions: readonly SelectionAction[]): string {
  return [
    planned < total && `The ${formatCount(planned)} most valuable of ${formatCount(total)} items.`,
    actions.some((action) => action.count < action.total) && `Up to ${MAX_TRADE_ITEMS} items at a time.`,
  ]
    .filter(Boolean)
    .join(' ')
}
