import { MAX_COUNTED_TOKENS } from '@opal/contract/constants/counted-tokens'
import { formatCount, formatCounted } from '../../shared/format/number.ts'

/** Formats how many items fit a view; more than are counted read as that. @example itemTotalLabel(10_001) // '10,000+ items' */
export function itemTotalLabel(total: number): string {
  return total === MAX_COUNTED_TOKENS + 1 ? `${formatCount(MAX_COUNTED_TOKENS)}+ items` : formatCounted(total, 'item')
}
