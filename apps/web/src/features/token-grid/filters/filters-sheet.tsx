import { Button } from '@opal/ui/controls/button'
import { Sheet } from '@opal/ui/overlays/sheet'
import { type ReactNode, useState } from 'react'
import { itemTotalLabel } from '../item-total.ts'
import { ReportUnapplied } from './report-unapplied.ts'
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
  const [isUnapplied, setUnapplied] = useState(false)
  // What is typed in a field applies when it is left, also by closing the sheet.
  const close = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onOpenChange(false)
  }
  const found = total === null || isUnapplied ? null : itemTotalLabel(total)
  return (
    <Sheet
      open
      onOpenChange={close}
      title="Filters"
      footer={
        <>
          {/* The list says it too, but is not read out behind a sheet. */}
          <p className="visually-hidden" role="status">
            {found}
          </p>
          <Button variant="primary" wide onClick={close}>
            {found === null ? 'Show items' : `Show ${found}`}
          </Button>
        </>
      }
    >
      <ReportUnapplied value={setUnapplied}>{children}</ReportUnapplied>
    </Sheet>
  )
}
