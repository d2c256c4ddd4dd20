import type { Column } from '../data-table.tsx'

type Sized = Pick<Column<never>, 'width' | 'maxWidth' | 'align' | 'priority'>

/** CSS widths unless a column says others: of text at most, and of values. Also in the style sheet. */
const MAX_TEXT_WIDTH = '320px'
const VALUE_WIDTH = '120px'

/** Returns whether a column holds text: it takes what the columns of values leave, up to its greatest width. */
export function isText({ width, align = 'start' }: Sized): boolean {
  return width === undefined && align === 'start'
}

/**
 * Returns what the style sheet computes the widths of columns with: for each priority the sum of the columns' widths, and
 * how many of them share what is left in a wide table.
 */
export function columnSizes(columns: readonly Sized[]): Record<string, string> {
  const sizes: Record<string, string> = {}
  const add = (name: string, value: string) => {
    sizes[name] = sizes[name] === undefined ? value : `${sizes[name]} + ${value}`
  }
  for (const column of columns) {
    if (isText(column)) {
      add('--texts', '1')
      add('--text-most', column.maxWidth ?? MAX_TEXT_WIDTH)
      continue
    }
    add(`--fixed-${column.priority ?? 0}`, column.width ?? VALUE_WIDTH)
    if (column.align !== undefined) add(`--sharing-${column.priority ?? 0}`, '1')
  }
  return Object.fromEntries(Object.entries(sizes).map(([name, sum]) => [name, `calc(${sum})`]))
}
