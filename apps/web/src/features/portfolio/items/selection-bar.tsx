import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { canDelistOn, canListOn } from '../../../entities/order/marketplace-abilities.ts'
import type { TradeRequest, TradeToken } from '../../../entities/order/trade-request.ts'
import { OwnerButton } from '../../../entities/wallet/owner-button.tsx'
import { itemKeyOf, ownListingOf, toTradeToken } from '../rows/to-trade-token.ts'
import type { OwnListing } from '../tabs/listing-columns.tsx'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  items: readonly PortfolioToken[]
  onClear(): void
}

/** Bar with the actions for the selected items. @source docs/product/portfolio-and-pnl.md#selection */
export default function SelectionBar({ items, onClear }: SelectionBarProps) {
  const { marketplaces } = useSite()
  return <ActionBar selected={items.length} actions={selectionActions(items, marketplaces)} onClear={onClear} />
}

export interface ActionBarProps {
  /** Number of selected rows. */
  selected: number
  actions: readonly SelectionAction[]
  onClear(): void
}

/** Bar with actions for selected rows; the first one is the accented one. */
export function ActionBar({ selected, actions, onClear }: ActionBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected items">
      <p className={styles.count} role="status">
        <strong>{selected}</strong> selected
        {selected > MAX_TRADE_ITEMS && (
          <span className={styles.note}>one transaction takes {MAX_TRADE_ITEMS}: the first of each kind</span>
        )}
      </p>
      <div className={styles.actions}>
        {actions.map(({ id, label, count, request }, at) => (
          <OwnerButton
            key={id}
            variant={at === 0 ? 'primary' : 'secondary'}
            onClick={() => openTrade({ ...request, onSettled: (outcome) => outcome === 'confirmed' && onClear() })}
          >
            {label} {count}
          </OwnerButton>
        ))}
      </div>
      <IconButton label="Clear the selection" onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}

/** Trades of several tokens at once that the bar offers. */
type BatchKind = 'list' | 'update-price' | 'delist' | 'relist' | 'accept-bid' | 'transfer'

/** Something that can be done with what is ticked, and with how much of it. */
export interface SelectionAction {
  readonly id: 'list' | 'reprice' | 'delist' | 'move' | 'accept' | 'transfer'
  readonly label: string
  /** Number of selected items to which it applies. */
  readonly count: number
  readonly request: TradeRequest
}

/** Returns the actions that fit at least one of the selected items of the wallet, each with the items that it fits. */
export function selectionActions(
  items: readonly PortfolioToken[],
  marketplaces: readonly MarketplaceInfo[],
): readonly SelectionAction[] {
  const native = marketplaces.find(({ isNative }) => isNative)
  const elsewhere = canListOn(native) ? items.filter((item) => canMove(item, marketplaces)) : []
  const listed = items.filter((item) => ownListingOf(item) !== null)
  const unlisted = items.filter((item) => ownListingOf(item) === null)
  const wanted = items.filter((item) => item.bestExit !== null)
  const tradeable = (of: readonly PortfolioToken[]) => of.map((item) => toTradeToken(item))
  return [
    ...action('list', 'List', 'list', tradeable(unlisted)),
    ...action('reprice', 'Edit price', 'update-price', tradeable(listed)),
    ...action('delist', 'Delist', 'delist', tradeable(listed)),
    ...action('move', `Move to ${native?.displayName}`, 'relist', tradeable(elsewhere)),
    ...action('accept', 'Accept best bid', 'accept-bid', tradeable(wanted)),
    ...action('transfer', 'Transfer', 'transfer', tradeable(unlisted)),
  ]
}

/** Returns the actions that fit at least one of the selected listings, each with the listings that it fits: one of a token. */
export function listingActions(
  rows: readonly OwnListing[],
  marketplaces: readonly MarketplaceInfo[],
): readonly SelectionAction[] {
  const tradeable = (fits: (row: OwnListing) => boolean) => {
    const byToken = new Map<string, TradeToken>()
    for (const row of rows.filter(fits)) {
      const key = itemKeyOf(row.token)
      if (!byToken.has(key)) byToken.set(key, toTradeToken(row.token, row.listing))
    }
    return [...byToken.values()]
  }
  const canDelist = ({ listing }: OwnListing) => canDelistOn(marketplaces.find(({ id }) => id === listing.marketplace))
  return [
    ...action(
      'reprice',
      'Edit price',
      'update-price',
      tradeable(({ listing }) => listing.validity === 'valid'),
    ),
    ...action('delist', 'Delist', 'delist', tradeable(canDelist)),
  ]
}

/** An action on as many tokens as one transaction takes; none where there are no tokens. */
function action(
  id: SelectionAction['id'],
  label: string,
  kind: BatchKind,
  tokens: readonly TradeToken[],
): readonly SelectionAction[] {
  const taken = tokens.slice(0, MAX_TRADE_ITEMS)
  return taken.length === 0 ? [] : [{ id, label, count: taken.length, request: { kind, tokens: taken } }]
}

/** Returns whether an item is listed on another marketplace and can be delisted there. */
function canMove(item: PortfolioToken, marketplaces: readonly MarketplaceInfo[]): boolean {
  const marketplace = ownListingOf(item)?.marketplace
  const source = marketplaces.find(({ id }) => id === marketplace)
  return source?.isNative === false && canDelistOn(source)
}
