import { IconButton } from '@opal/ui/controls/icon-button'
import { FOCUS_REGION } from '@opal/ui/overlays/focus/focus-region'
import { EllipsisVertical, Pencil } from 'lucide-react'
import { Suspense } from 'react'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace } from '../../../app/site.tsx'
import { canDelistOn, canEditListing } from '../../../entities/order/marketplace-abilities.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { OwnerButton } from '../../../entities/wallet/owner-button.tsx'
import { useIsWalletAwaited } from '../../../entities/wallet/use-own-address.ts'
import { lazyPart } from '../../../shared/components/lazy/lazy-part.tsx'
import { useStore } from '../../../shared/hooks/store.ts'
import { toTradeToken } from '../rows/to-trade-token.ts'
import styles from './listing-actions.module.css'
import type { OwnListing } from './listing-columns.tsx'

const ListingMenu = lazyPart(() => import('./listing-menu.tsx'))

export interface ListingActionsProps {
  row: OwnListing
  /** The row has no room for two buttons. */
  isNarrow: boolean
}

/** What the seller of a listing can do with it: buttons, or a menu where both would take the room of the name. */
export function ListingActions({ row: { token, listing }, isNarrow }: ListingActionsProps) {
  const marketplace = useMarketplace(listing.marketplace)
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  const isAwaited = useIsWalletAwaited()
  const [canEdit, canDelist] = [canEditListing(listing, marketplace), canDelistOn(marketplace)]
  const open = (kind: 'update-price' | 'delist') => openTrade({ kind, tokens: [toTradeToken(token, listing)] })
  const isOff = isPending || isAwaited
  if (isNarrow && canEdit && canDelist) {
    const trigger = (
      <IconButton label={`Edit or delist ${token.name}`} aria-disabled={isOff || undefined}>
        <EllipsisVertical />
      </IconButton>
    )
    return (
      <span className={styles.actions} {...FOCUS_REGION}>
        {isOff ? (
          trigger
        ) : (
          <Suspense fallback={trigger}>
            <ListingMenu trigger={trigger} onChoose={open} />
          </Suspense>
        )}
      </span>
    )
  }
  return (
    <span className={styles.actions} {...FOCUS_REGION}>
      {canEdit && (
        <IconButton
          size="sm"
          label={`Edit price of ${token.name}`}
          title="Edit price"
          aria-disabled={isOff || undefined}
          onClick={() => !isOff && open('update-price')}
        >
          <Pencil />
        </IconButton>
      )}
      {canDelist && (
        <OwnerButton size="sm" busy={isPending} aria-label={`Delist ${token.name}`} onClick={() => open('delist')}>
          Delist
        </OwnerButton>
      )}
    </span>
  )
}
