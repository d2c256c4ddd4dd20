/** A node of a plan, as `explain (analyze, buffers, format json)` gives it, as far as it is read here. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The work of statements: rows of tables and indexes that they read, those that a filter dropped included, and pages of 8 KiB. */
export interface StatementWork {
  readonly rows: number
  readonly pages: number
}

/** Adds up what plans read. Pages of a node include those of the nodes below it; rows are counted where they are scanned. */
export function planWork(plans: readonly PlanNode[]): StatementWork {
  const pages = plans.map((plan) => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))
  return { rows: sum(plans.map(scannedRows)), pages: sum(pages) }
}

function scannedRows(node: PlanNode): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Node Type'].endsWith('Scan') ? (node['Actual Rows'] + dropped) * node['Actual Loops'] : 0
  return own + sum((node.Plans ?? []).map(scannedRows))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
