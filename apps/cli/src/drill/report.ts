import pc from 'picocolors'
import { compactTable } from '../start/welcome.ts'
import type { SampleSummary } from './samples.ts'
import type { LiveLosses } from './sockets.ts'

/** Measured effects of one fault. */
export interface FaultResult extends SampleSummary {
  readonly name: string
  readonly title: string
  readonly limitSeconds: number
  readonly sparesPages: boolean
  /** First and last ledger version during the fault. */
  readonly versions: readonly [bigint, bigint]
  readonly live: LiveLosses
  /** Commits that PostgreSQL acknowledged, and how many of them were lost. */
  readonly commits: { readonly acknowledged: number; readonly lost: number }
  readonly events: { readonly lost: number; readonly duplicated: number }
}

/** Results of a point-in-time recovery, after everything but the backups was lost. */
export interface RestoreResult {
  /** Account rows at the recovery target. */
  readonly rows: number
  readonly missing: number
  /** Account rows from after the target. */
  readonly tooMany: number
  readonly verifyDifferences: number
  /** Seconds from the loss until everything responded and the index had caught up. */
  readonly seconds: number
}

/** Outcome of a drill. */
export interface DrillReport {
  /** Null when it was not run. */
  readonly restore: RestoreResult | null
  readonly faults: readonly FaultResult[]
  /** Rows lost or duplicated outside of every fault. */
  readonly elsewhere: { readonly lost: number; readonly duplicated: number }
  /** Rows that differ from those `verify` derived. */
  readonly verifyDifferences: number
  /** Metrics that alerts and dashboard ask for, and nothing serves. */
  readonly unknownMetrics: readonly string[]
}

/** Returns the limits that a fault exceeded; empty when it passed. */
export function failuresOf(result: FaultResult): readonly string[] {
  const { events, live, commits, seconds, limitSeconds, sparesPages, failedPages, wrong } = result
  return [
    events.lost + events.duplicated > 0 && `${events.lost} events lost, ${events.duplicated} duplicated`,
    live.lost + live.duplicated > 0 && `${live.lost} live messages lost, ${live.duplicated} duplicated`,
    commits.lost > 0 && `${commits.lost} of ${commits.acknowledged} acknowledged commits lost`,
    seconds > limitSeconds &&
      `right again after ${seconds.toFixed(1)} s, more than ${limitSeconds} (${lastFailures(wrong)})`,
    sparesPages && failedPages > 0 && `${failedPages} pages failed`,
  ].filter((line) => line !== false)
}

function lastFailures(wrong: FaultResult['wrong']): string {
  const each = Object.entries(wrong).map(
    ([kind, { fault, seconds }]) => `${kind} until ${seconds.toFixed(1)} s: ${fault}`,
  )
  return each.join('; ')
}

/** Returns whether nothing was lost, duplicated or unavailable for too long. */
export function hasPassed({ faults, elsewhere, verifyDifferences, unknownMetrics, restore }: DrillReport): boolean {
  const isClean = elsewhere.lost + elsewhere.duplicated + verifyDifferences + unknownMetrics.length === 0
  const isRestored = restore === null || restore.missing + restore.tooMany + restore.verifyDifferences === 0
  return isClean && isRestored && faults.every((fault) => failuresOf(fault).length === 0)
}

const HEAD = [
  'Fault',
  'Failed',
  'Of',
  'Pages',
  'Events lost',
  'Doubled',
  'Live lost',
  'Doubled',
  'Commits lost',
  'Of',
  'Seconds',
  '',
]

/** Returns the drill's closing table. */
export function drillTable(report: DrillReport): string {
  const table = compactTable(HEAD)
  for (const fault of report.faults) {
    const { failed, requests, failedPages, events, live, commits, seconds } = fault
    const counts = [
      failed,
      requests,
      failedPages,
      events.lost,
      events.duplicated,
      live.lost,
      live.duplicated,
      commits.lost,
      commits.acknowledged,
    ]
    const isFine = failuresOf(fault).length === 0
    table.push([fault.title, ...counts.map(String), seconds.toFixed(1), isFine ? pc.green('✓') : pc.red('✗')])
  }
  const { elsewhere, verifyDifferences, unknownMetrics } = report
  const rest = `Between the faults: ${elsewhere.lost} events lost, ${elsewhere.duplicated} duplicated. verify: ${verifyDifferences} differences.`
  const faults = report.faults.flatMap((fault) => failuresOf(fault).map((line) => `${fault.title}: ${line}`))
  const restored = report.restore === null ? [] : [restoreLine(report.restore)]
  const metrics = unknownMetrics.map((name) => `Alerts or the dashboard ask for ${name}, which nothing serves.`)
  return [table.toString(), rest, ...restored, ...metrics, ...faults].join('\n')
}

function restoreLine({ rows, missing, tooMany, verifyDifferences, seconds }: RestoreResult): string {
  const found = `${missing} of ${rows} rows missing, ${tooMany} too many, verify: ${verifyDifferences} differences`
  return `Everything lost but the backups, restored to a chosen moment: ${found}; ${seconds.toFixed(1)} s.`
}

/** Returns the report as JSON, with versions as strings. */
export function drillJson(report: DrillReport): string {
  const isBig = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify({ ...report, passed: hasPassed(report) }, isBig, 2)
}
