import { Skeleton } from '@opal/ui/feedback/skeleton'
import { formatApt } from '../../../shared/format/apt.ts'

export interface CostCellProps {
  /** Octas; null where it is unknown. */
  cost: bigint | null
  isLoading: boolean
}

/** Cost of an item in a table of several. @source docs/product/portfolio-and-pnl.md#cost */
export function CostCell({ cost, isLoading }: CostCellProps) {
  return <td data-number="">{isLoading ? <Skeleton width="40px" /> : cost === null ? 'unknown' : formatApt(cost)}</td>
}
