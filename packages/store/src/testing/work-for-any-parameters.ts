import { type ConnectOptions, connect, type Store } from '../driver/connection.ts'
import type { Reader } from '../queries/read-rows.ts'

/** Settings of a connection that reports its plans, and plans statements for any parameters, as connections do after some executions. */
const SETTINGS = [
  "load 'auto_explain'",
  'set auto_explain.log_min_duration = 0',
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_buffers = on',
  'set auto_explain.log_format = json',
  'set client_min_messages = log',
  'set plan_cache_mode = force_generic_plan',
]

/** The work of statements. */
export interface PlannedWork {
  /** Pages of 8 KiB that were read, each time counted. */
  readonly pages: number
  /** Pairs of rows that joins compared in vain. */
  readonly pairs: number
}

interface PlanNode {
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Runs queries with plans for any parameters, those of a visitor or of a writer, and returns their work. */
export async function workForAnyParameters(
  { connectionString }: Pick<Store, 'connectionString'>,
  work: (reader: Reader) => Promise<unknown>,
  workload: ConnectOptions['workload'] = 'requests',
): Promise<PlannedWork> {
  const plans: PlanNode[] = []
  await using store = connect({
    ...{ connectionString, applicationName: 'test', workload, maxConnections: 1 },
    checkClient: async (client) => {
      client.on('notice', ({ message = '' }) => {
        const json = message.indexOf('{')
        if (json !== -1) plans.push((JSON.parse(message.slice(json)) as { Plan: PlanNode }).Plan)
      })
      for (const setting of SETTINGS) await client.query(setting)
    },
  })
  await work(store)
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
