import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { alertsOf } from '../check/deployment/check-alerts.ts'
import { HOST } from '../cluster/cluster.ts'
import type { ClusterPorts } from '../cluster/ports.ts'
import { ROOT } from '../repository.ts'
import { MEASURES } from '../soak/measures.ts'

const TIMEOUT_MS = 10_000

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })),
})
const Names = z.object({ data: z.array(z.string()) })

/** Returns metrics that an alert, the dashboard or a soak asks for, and that the Prometheus of a running cluster does not know. */
export async function unknownMetrics({ prometheus }: Pick<ClusterPorts, 'prometheus'>): Promise<readonly string[]> {
  const url = `http://${HOST}:${prometheus}/api/v1/label/__name__/values`
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const known = new Set(Names.parse(await response.json()).data)
  const asked = new Set(askedQueries().flatMap(metricsIn))
  return [...asked].filter((name) => !known.has(name)).toSorted()
}

/** Returns the queries of all alerts, panels of the dashboard, and measurements of a soak. */
export function askedQueries(): readonly string[] {
  const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
  const { panels } = Dashboard.parse(JSON.parse(read('grafana/opal.json')))
  return [
    ...alertsOf(read('prometheus/alerts.yml')).map(({ expr }) => expr),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...Object.values(MEASURES).flatMap(({ queries }) => Object.values(queries)),
  ]
}

/** Parts of a query that name no metric: conditions on labels, ranges, and the labels of an aggregation. */
const OTHERS = /\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring)\s*\([^)]*\)/g
/** A name with an underscore, or `up`, that is no function. */
const METRIC = /\b(?:[a-z]+_\w+|up)\b(?!\s*\()/g

/** Returns the metrics that a query of Prometheus asks for. */
export function metricsIn(query: string): readonly string[] {
  return query.replaceAll(OTHERS, ' ').match(METRIC) ?? []
}
