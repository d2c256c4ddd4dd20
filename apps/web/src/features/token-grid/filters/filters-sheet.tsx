import { Button } from '@opal/ui/controls/button'
import { Sheet } from '@opal/ui/overlays/sheet'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/format/number.ts'
// Loaded together with the sheet, not after it.
import './item-filters.tsx'

export interface FiltersSheetProps {
  onOpenChange(open: boolean): void
  /** All that match; null while unknown. */
  total: number | null
  /** The filters. */
  children: ReactNode
}

/** The filters of a list in an open sheet, with a button that closes it. */
export default function FiltersSheet({ onOpenChange, total, children }: FiltersSheetProps) {
  return (
    <Sheet
      open
      onOpenChange={onOpenChange}
      title="Filters"
      footer={
        <Button variant="primary" wide onClick={() => onOpenChange(false)}>
          {total === null ? 'Show items' : `Show ${formatCount(total)} items`}
        </Button>
      }
    >
      {children}
    </Sheet>
  )
}
