import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { type Column, DataTable } from '@opal/ui/data/data-table'
import { EmptyState } from '@opal/ui/feedback/empty-state'
import { showToast } from '@opal/ui/feedback/show-toast'
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FOLLOW_WINDOWS } from '../../../app/loading/query-client.ts'
import { useSite } from '../../../app/site.tsx'
import { AddressIdenticon } from '../../../entities/wallet/address-identicon.tsx'
import AddressName from '../../../entities/wallet/address-name.tsx'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { Gain } from '../../../shared/components/gain.tsx'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { MissingSection } from '../../../shared/components/lazy/missing-section.tsx'
import { Price } from '../../../shared/components/price.tsx'
import { formatAddress } from '../../../shared/format/name.ts'
import { formatCount, formatCounted } from '../../../shared/format/number.ts'
import { FOLLOWED_ACTION, runSiteAction } from '../../../shared/hooks/site-actions.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import { useLive } from '../../../shared/realtime/use-live.ts'
import { refetchQueries, usePacedRefetch } from '../../../shared/realtime/use-paced-refetch.ts'
import { comparedSummaryQuery, ownCostSumsQuery, PORTFOLIO_KEY } from '../portfolio-query.ts'
import { anySum, useOwnCosts } from '../summary/own-cost-sums.ts'
import { withOwnCosts } from '../summary/with-own-costs.ts'
import { AddWallet } from './add-wallet.tsx'
import { MERGED_KEY } from './merged-items-query.ts'
import { addOwnWallet, openOwnWallets, ownWallets, removeOwnWallet, WALLETS_FULL } from './own-wallets.ts'
import styles from './wallets-panel.module.css'

const MergedItems = lazyPart(() => import('./merged-items.tsx'), MissingSection)

/** A wallet, or all of them together. */
interface WalletRow {
  /** Null for the sum. */
  readonly address: string | null
  /** Null while it is not known, and for the sum while that of a wallet is not. */
  readonly pnl: PortfolioPnl | null
}

/** The user's own wallets with their summaries and totals. */
export default function WalletsPanel({ shown }: { shown: string }) {
  const { api } = useSite()
  const wallets = useStore(ownWallets)
  useOnMount(openOwnWallets)
  const own = useOwnAddress()
  const addresses = [...new Set([...(own === null ? [] : [own]), ...wallets])]
  useLiveWallets(addresses)
  const [isMerged, setMerged] = useState(false)
  const hasMerged = isMerged && addresses.length > 1
  const summaries = useQueries({ queries: addresses.map((address) => comparedSummaryQuery(api, address)) })
  const costsOf = useOwnCosts()
  const sums = useQueries({
    queries: addresses.map((address) => ({ ...ownCostSumsQuery(api, address, costsOf(address)), ...FOLLOW_WINDOWS })),
    combine: (found) => found.map(anySum),
  })
  const rows: WalletRow[] = addresses.map((address, index) => {
    const pnl = summaries[index]?.data
    return { address, pnl: pnl === undefined ? null : withOwnCosts(pnl, sums[index] ?? null) }
  })
  const known = rows.flatMap(({ pnl }) => pnl ?? [])
  const sum: WalletRow = { address: null, pnl: known.length === rows.length ? sumWallets(known) : null }
  return (
    <section className={styles.panel} aria-label="My wallets" data-merged={hasMerged || undefined}>
      <DataTable
        label="My wallets compared"
        columns={COLUMNS}
        rows={rows.length > 1 ? [...rows, sum] : rows}
        rowKey={({ address }) => address ?? 'sum'}
        empty={
          <EmptyState title="No wallets yet" reason="Add your other addresses. They are saved only in this browser." />
        }
        rowHeight={52}
      />
      <FailedSummaries summaries={summaries} />
      <div className={styles.foot}>
        <AddWallet />
        <Button onClick={() => runSiteAction(FOLLOWED_ACTION)}>Followed wallets</Button>
        {addresses.length > 1 && (
          <Button aria-expanded={isMerged} onClick={() => setMerged(!isMerged)}>
            All items
          </Button>
        )}
        {!addresses.includes(shown) && <Button onClick={() => add(shown)}>Add this wallet</Button>}
      </div>
      {hasMerged && (
        <Suspense fallback={null}>
          <MergedItems wallets={addresses} />
        </Suspense>
      )}
    </section>
  )
}

type Summary = Pick<UseQueryResult, 'isLoadingError' | 'isFetching' | 'refetch'>

/** Says how many wallets could not be loaded, which leaves their sum unknown, and loads these again. */
function FailedSummaries({ summaries }: { summaries: readonly Summary[] }) {
  const failed = summaries.filter(({ isLoadingError }) => isLoadingError)
  if (failed.length === 0) return null
  const loadAgain = () => {
    for (const { refetch } of failed) void refetch()
  }
  return (
    <div className={styles.failed} role="alert">
      Couldn’t load {formatCounted(failed.length, 'wallet')}.
      <Button size="sm" busy={failed.some(({ isFetching }) => isFetching)} onClick={loadAgain}>
        Try again
      </Button>
    </div>
  )
}

const COLUMNS: readonly Column<WalletRow>[] = [
  {
    id: 'wallet',
    header: 'Wallet',
    name: 'Wallet',
    maxWidth: '220px',
    priority: 1,
    cell: ({ address }) => <Who address={address} />,
  },
  // As narrow as their numbers, so that the wallet fits next to them on the smallest phone.
  { ...metric('items', 'Items', 1, (pnl) => formatCount(pnl.totalCount)), width: '60px' },
  metric('listed', 'Listed', 3, (pnl) => formatCount(pnl.listedCount)),
  { ...metric('estimate', 'Est. value', 1, (pnl) => <Price octas={pnl.estimatedPrice} />), width: '88px' },
  {
    ...metric('cost', 'Cost basis', 3, (pnl) => <Price octas={pnl.costPrice} />),
    definition: 'Including the costs you set.',
  },
  {
    ...metric('realised', 'Realized P&L', 2, (pnl) => <Gain octas={pnl.realizedPNL} />),
    definition: 'After fees.',
  },
  {
    ...metric('unrealised', 'Unrealized P&L', 2, (pnl) => <Gain octas={pnl.unrealizedPNL} />),
    definition: 'Before the fees of a sale, including the costs you set.',
  },
  {
    id: 'remove',
    header: '',
    name: 'Remove',
    align: 'end',
    width: '48px',
    priority: 1,
    cell: ({ address }) => <Remove address={address} />,
  },
]

function metric(
  id: string,
  name: string,
  priority: 1 | 2 | 3,
  of: (pnl: PortfolioPnl) => React.ReactNode,
): Column<WalletRow> {
  return { id, header: name, name, align: 'end', priority, cell: ({ pnl }) => (pnl === null ? '-' : of(pnl)) }
}

function Who({ address }: { address: string | null }) {
  if (address === null) return <strong>Total</strong>
  return (
    <span className={styles.who}>
      <AddressIdenticon address={address} size={24} />
      <AddressName address={address} isWhole />
    </span>
  )
}

function Remove({ address }: { address: string | null }) {
  const wallets = useStore(ownWallets)
  if (address === null || !wallets.includes(address)) return null
  return (
    <IconButton label={`Remove ${formatAddress(address)} from my wallets`} size="sm" onClick={() => remove(address)}>
      <X />
    </IconButton>
  )
}

function add(address: string): void {
  if (!addOwnWallet(address)) void showToast(WALLETS_FULL, 'error')
}

/** Removes a wallet, which can be taken back: its address may be known nowhere else. */
function remove(address: string): void {
  removeOwnWallet(address)
  void showToast(`${formatAddress(address)} removed from my wallets.`, 'info', {
    label: 'Undo',
    onPress: () => add(address),
  })
}

/** Adds up the summaries of several wallets. */
export function sumWallets(wallets: readonly PortfolioPnl[]): PortfolioPnl {
  const sum = (of: (pnl: PortfolioPnl) => string) => String(wallets.reduce((total, pnl) => total + BigInt(of(pnl)), 0n))
  return {
    costPrice: sum((pnl) => pnl.costPrice),
    estimatedPrice: sum((pnl) => pnl.estimatedPrice),
    knownCostEstimate: sum((pnl) => pnl.knownCostEstimate),
    realizedPNL: sum((pnl) => pnl.realizedPNL),
    unrealizedPNL: sum((pnl) => pnl.unrealizedPNL),
    totalCount: sum((pnl) => pnl.totalCount),
    listedCount: wallets.reduce((count, pnl) => count + pnl.listedCount, 0),
    unknownCostCount: sum((pnl) => pnl.unknownCostCount),
    soldCount: sum((pnl) => pnl.soldCount),
    soldUnknownCount: sum((pnl) => pnl.soldUnknownCount),
  }
}

/** Shortest pause between two refetches, in milliseconds: each is a call for every wallet, and for every page of their items. */
const LEAST_PAUSE_MS = 1_000

/** Refetches the summaries of several wallets after their live activity. */
function useLiveWallets(wallets: readonly string[]): void {
  const queryClient = useQueryClient()
  const refetch = usePacedRefetch(
    (changed) => {
      const summaries = changed.flatMap((wallet) =>
        ['compared', 'own-costs'].map((what) => ({ queryKey: [PORTFOLIO_KEY, wallet, what] })),
      )
      return refetchQueries(queryClient, ...summaries, { queryKey: [MERGED_KEY] })
    },
    { leastMs: LEAST_PAUSE_MS },
  )
  useLive({ room: 'activity_room' }, (message) => {
    if (message.kind !== 'activity') return
    const { from, to } = message.activity
    for (const wallet of wallets) if (wallet === from || wallet === to) refetch(wallet)
  })
}
