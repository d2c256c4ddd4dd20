import type { PlanNode } from './work-for-any-parameters.ts'

/** Returns how many rows a node read in all its loops, those that a filter dropped included. */
export function rowsOfNode(node: PlanNode): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + dropped) * node['Actual Loops']
}

/** Returns how many rows of each table a plan read, those that a filter dropped included, and those of an index alone. */
export function rowsByTable(plan: PlanNode): ReadonlyMap<string, number> {
  const rows = new Map<string, number>()
  const walk = (node: PlanNode) => {
    const table = node['Relation Name']
    if (table !== undefined && node['Node Type'].endsWith('Scan'))
      rows.set(table, (rows.get(table) ?? 0) + rowsOfNode(node))
    for (const child of node.Plans ?? []) walk(child)
  }
  walk(plan)
  return rows
}
