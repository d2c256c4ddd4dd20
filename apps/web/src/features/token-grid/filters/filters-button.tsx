import { IconButton } from '@opal/ui/controls/icon-button'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { itemAction } from '../../../app/focus/focused-item.ts'
import { useSite } from '../../../app/site.tsx'
import { lazyDialog } from '../../../shared/components/lazy/lazy-dialog.tsx'
import { useSiteActions } from '../../../shared/hooks/site-actions.ts'
import type { FiltersSheetProps } from './filters-sheet.tsx'

// Only phones open it.
const FiltersSheet = lazyDialog(
  () => import('./filters-sheet.tsx'),
  ({ onOpenChange }) => onOpenChange(false),
)

export interface FiltersButtonProps extends Omit<FiltersSheetProps, 'onOpenChange'> {
  /** Number of filters that are on. */
  count: number
  /** Whether the filters open as a sheet; else the key shows and hides them next to the list. */
  inSheet: boolean
}

/** Button and key that open the filters as a sheet. The list behind it is not rendered for that. */
export function FiltersButton({ count, inSheet, ...sheet }: FiltersButtonProps) {
  const { preferences, setPreference } = useSite()
  const [isOpen, setOpen] = useState(false)
  const toggle = () =>
    inSheet ? setOpen(!isOpen) : setPreference('filters', preferences.filters === 'shown' ? 'hidden' : 'shown')
  // While the sheet is open, the key closes it.
  useSiteActions([
    {
      ...itemAction('items.filters', 'Show or hide filters', 'f', toggle),
      ...(inSheet && isOpen && { inDialog: true }),
    },
  ])
  return (
    <>
      <IconButton label={count === 0 ? 'Filters' : `Filters, ${count} on`} onClick={() => setOpen(true)}>
        <SlidersHorizontal />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <FiltersSheet {...sheet} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
