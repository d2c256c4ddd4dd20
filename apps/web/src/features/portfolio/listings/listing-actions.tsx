import { Button } from '@opal/ui/controls/button'
import { IconButton } from '@opal/ui/controls/icon-button'
import { FOCUS_REGION } from '@opal/ui/overlays/focus/focus-region'
import { Menu, MenuItem } from '@opal/ui/overlays/menu'
import { EllipsisVertical, Pencil, X } from 'lucide-react'
import { openTrade } from '../../../app/commands.ts'
import { useMarketplace } from '../../../app/site.tsx'
import { canDelistOn, canEditListing } from '../../../entities/order/marketplace-abilities.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { toTradeToken } from '../rows/to-trade-token.ts'
import styles from './listing-actions.module.css'
import type { OwnListing } from './listing-columns.tsx'

export interface ListingActionsProps {
  row: OwnListing
  /** The buttons would take the room of the name: a menu has them. */
  inMenu: boolean
}

/** Actions of a listing's seller. */
export function ListingActions({ row: { token, listing }, inMenu }: ListingActionsProps) {
  const marketplace = useMarketplace(listing.marketplace)
  const isPending = useStore(pendingTokens).has(token.tokenDataId)
  const canEdit = canEditListing(listing, marketplace)
  const canDelist = canDelistOn(marketplace)
  const open = (kind: 'update-price' | 'delist') => openTrade({ kind, tokens: [toTradeToken(token, listing)] })
  if (!canEdit && !canDelist) return null
  if (inMenu)
    return (
      <ActionsMenu canEdit={canEdit} canDelist={canDelist} isPending={isPending} name={token.name} onChoose={open} />
    )
  return (
    <span className={styles.actions}>
      {canEdit && (
        <IconButton
          size="sm"
          label={`Edit listing ${token.name}`}
          title="Edit listing"
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && open('update-price')}
        >
          <Pencil />
        </IconButton>
      )}
      {canDelist && (
        <Button size="sm" busy={isPending} aria-label={`Delist ${token.name}`} onClick={() => open('delist')}>
          Delist
        </Button>
      )}
    </span>
  )
}

interface ActionsMenuProps {
  name: string
  canEdit: boolean
  canDelist: boolean
  /** Nothing can be chosen now. */
  isPending: boolean
  onChoose(kind: 'update-price' | 'delist'): void
}

function ActionsMenu({ name, canEdit, canDelist, isPending, onChoose }: ActionsMenuProps) {
  const trigger = (
    <IconButton label={`Actions for ${name}`} aria-disabled={isPending || undefined}>
      <EllipsisVertical />
    </IconButton>
  )
  return (
    <span {...FOCUS_REGION}>
      {isPending ? (
        trigger
      ) : (
        <Menu trigger={trigger}>
          {canEdit && (
            <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onChoose('update-price')}>
              Edit listing
            </MenuItem>
          )}
          {canDelist && (
            <MenuItem icon={<X aria-hidden="true" />} onSelect={() => onChoose('delist')}>
              Delist
            </MenuItem>
          )}
        </Menu>
      )}
    </span>
  )
}
