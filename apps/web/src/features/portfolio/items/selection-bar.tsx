import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { MarketplaceInfo } from '@opal/contract/network'
import type { PortfolioToken } from '@opal/contract/portfolio'
import { IconButton } from '@opal/ui/controls/icon-button'
import { X } from 'lucide-react'
import { openTrade } from '../../../app/commands.ts'
import { useSite } from '../../../app/site.tsx'
import { canDelistOn, canListOn } from '../../../entities/order/marketplace-abilities.ts'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { OwnerButton } from '../../../entities/wallet/owner-button.tsx'
import { ownListingOf, toTradeToken } from '../rows/to-trade-token.ts'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  items: readonly PortfolioToken[]
  onClear(): void
}

/** Bar with the actions for the selected items. @source docs/product/portfolio-and-pnl.md#selection */
export default function SelectionBar({ items, onClear }: SelectionBarProps) {
  const { marketplaces } = useSite()
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected items">
      <p className={styles.count} role="status">
        <strong>{items.length}</strong> selected
        {items.length > MAX_TRADE_ITEMS && (
          <span className={styles.note}>one transaction takes {MAX_TRADE_ITEMS}: the first of each kind</span>
        )}
      </p>
      <div className={styles.actions}>
        {selectionActions(items, marketplaces).map(({ id, label, count, request }, at) => (
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
  const tokens = (of: readonly PortfolioToken[]) => of.slice(0, MAX_TRADE_ITEMS).map((item) => toTradeToken(item))
  const action = (
    id: SelectionAction['id'],
    label: string,
    of: readonly PortfolioToken[],
    request: TradeRequest,
  ): readonly SelectionAction[] =>
    of.length === 0 ? [] : [{ id, label, count: Math.min(of.length, MAX_TRADE_ITEMS), request }]
  return [
    ...action('list', 'List', unlisted, { kind: 'list', tokens: tokens(unlisted) }),
    ...action('reprice', 'Edit price', listed, { kind: 'update-price', tokens: tokens(listed) }),
    ...action('delist', 'Delist', listed, { kind: 'delist', tokens: tokens(listed) }),
    ...action('move', `Move to ${native?.displayName}`, elsewhere, { kind: 'relist', tokens: tokens(elsewhere) }),
    ...action('accept', 'Accept best bid', wanted, { kind: 'accept-bid', tokens: tokens(wanted) }),
    ...action('transfer', 'Transfer', unlisted, { kind: 'transfer', tokens: tokens(unlisted) }),
  ]
}

/** Returns whether an item is listed on another marketplace and can be delisted there. */
function canMove(item: PortfolioToken, marketplaces: readonly MarketplaceInfo[]): boolean {
  const marketplace = ownListingOf(item)?.marketplace
  const source = marketplaces.find(({ id }) => id === marketplace)
  return source?.isNative === false && canDelistOn(source)
}
