import { rowsOfNode } from '@opal/store/testing/plans/plan-rows'
import type { PlanNode } from '@opal/store/testing/plans/work-for-any-parameters'

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
  const own = node['Node Type'].endsWith('Scan') ? rowsOfNode(node) : 0
  return own + sum((node.Plans ?? []).map(scannedRows))
}

/** Adds up what plans read of some tables and their indexes. */
export function tableWork(plans: readonly PlanNode[], isCounted: (table: string) => boolean): StatementWork {
  const scansOf = (node: PlanNode): readonly PlanNode[] =>
    isCounted(node['Relation Name'] ?? '') ? [node] : (node.Plans ?? []).flatMap(scansOf)
  const scans = plans.flatMap(scansOf)
  const { pages } = planWork(scans)
  return { rows: sum(scans.map(rowsOfNode)), pages }
}

/** Cost of planning, as PostgreSQL estimates it, for each entry of a statement's table list, in the unit of the planner. */
const PLANNING_COST = 2.5
/** A statement lists subqueries and joins as well as the tables that its plan scans. */
const ENTRIES_PER_SCAN = 2

/**
 * Returns whether a connection that has run a statement several times runs it by a plan for any parameters from then on: where the planner expects
 * that to cost no more than planning it each time (`choose_custom_plan` of PostgreSQL).
 */
export function isPlannedOnce(forAny: PlanNode, forThese: PlanNode): boolean {
  return (
    (forAny['Total Cost'] ?? 0) <=
    (forThese['Total Cost'] ?? 0) + PLANNING_COST * (ENTRIES_PER_SCAN * scansOf(forThese) + 1)
  )
}

function scansOf(node: PlanNode): number {
  return Number(node['Node Type'].endsWith('Scan')) + sum((node.Plans ?? []).map(scansOf))
}

/** The way in which a plan reads a table. */
export interface AccessPath {
  readonly table: string
  /** The index, and those of its columns that are compared; null where the whole table is read. */
  readonly by: string | null
}

/** Lists how a plan enters each table. How tables are joined is left out: that follows the size of what is asked for. */
export function accessPaths(plan: PlanNode, above = ''): readonly AccessPath[] {
  const table = plan['Relation Name'] ?? above
  const children = (plan.Plans ?? []).flatMap((child) => accessPaths(child, table))
  const index = plan['Index Name']
  if (index !== undefined) return [{ table, by: `${index} (${columnsOf(plan['Index Cond'] ?? '')})` }, ...children]
  return plan['Node Type'] === 'Seq Scan' ? [{ table, by: null }, ...children] : children
}

/** Returns the columns of an index condition with their comparisons, without what they are compared with. */
function columnsOf(condition: string): string {
  const compared = condition.matchAll(/(\w+)\)? (=|<=?|>=?|@@|~~|%>|IS NOT NULL)/g)
  return [...new Set([...compared].map(([, column, comparison]) => `${column} ${comparison}`))].sort().join(', ')
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
