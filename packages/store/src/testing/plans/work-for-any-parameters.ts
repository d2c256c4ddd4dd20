import { type ConnectOptions, connect, type Store } from '../../driver/connection.ts'
import type { Reader } from '../../queries/read-rows.ts'

/** Settings of a connection that reports its plans. */
const REPORTS = [
  "load 'auto_explain'",
  'set auto_explain.log_min_duration = 0',
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_buffers = on',
  'set auto_explain.log_format = json',
  'set client_min_messages = log',
]
/** Plans statements for any parameters, as connections do after some executions. */
const FOR_ANY_PARAMETERS = 'set plan_cache_mode = force_generic_plan'

/** The work of statements. */
export interface PlannedWork {
  /** Pages of 8 KiB that were read, each time counted. */
  readonly pages: number
  /** Pairs of rows that joins compared without a match. */
  readonly pairs: number
}

/** A node of a plan, as `explain (analyze, buffers, format json)` gives it, as far as it is read. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  /** Cost that the planner expected, in its own unit. */
  readonly 'Total Cost'?: number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/**
 * Runs queries as a visitor's or a writer's connections do, and returns their plans.
 * @param settings statements that each connection executes first
 */
export async function plansOf(
  { connectionString }: Pick<Store, 'connectionString'>,
  work: (store: Store) => Promise<unknown>,
  workload: ConnectOptions['workload'] = 'requests',
  settings: readonly string[] = [],
): Promise<readonly PlanNode[]> {
  const plans: PlanNode[] = []
  const listening = new WeakSet<object>()
  await using store = connect({
    connectionString,
    applicationName: 'test',
    workload,
    maxConnections: 1,
    checkClient: async (client) => {
      // Called at each use of a connection: a second listener would count each plan twice.
      if (listening.has(client)) return
      listening.add(client)
      client.on('notice', ({ message = '' }) => {
        const json = message.indexOf('{')
        if (json !== -1) plans.push((JSON.parse(message.slice(json)) as { Plan: PlanNode }).Plan)
      })
      for (const setting of [...REPORTS, ...settings]) await client.query(setting)
    },
  })
  await work(store)
  return plans
}

/** Runs queries with plans for any parameters, those of a visitor or of a writer, and returns their work. */
export async function workForAnyParameters(
  store: Pick<Store, 'connectionString'>,
  work: (reader: Reader) => Promise<unknown>,
  workload?: ConnectOptions['workload'],
): Promise<PlannedWork> {
  const plans = await plansOf(store, work, workload, [FOR_ANY_PARAMETERS])
  return {
    // Those of a node include what the nodes below it read.
    pages: sum(plans.map((plan) => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))),
    pairs: sum(plans.map(pairsOf)),
  }
}

function pairsOf(node: PlanNode): number {
  return (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'] + sum((node.Plans ?? []).map(pairsOf))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
