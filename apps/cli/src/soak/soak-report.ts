import { type ChartLine, type LinesPanel, linesChart } from '@opal/bench/charts/lines-chart'
import { describeMachine } from '@opal/bench/charts/saved-results'
import { quantile } from '@opal/domain/testing/statistics'
import pc from 'picocolors'
import { REFUSED } from '../drill/load.ts'
import type { RequestKind, Sample } from '../drill/samples.ts'
import { compactTable } from '../start/welcome.ts'
import { MEASURES, type Measured, type MeasureName, type Values } from './measures.ts'

/** The load of a soak, and its length. */
export interface SoakPlan {
  readonly minutes: number
  /** Browsing sessions. */
  readonly sessions: number
  /** Transactions of traders a second. */
  readonly trades: number
  readonly sockets: number
}

/** Requests of a minute. */
export interface RequestSummary {
  readonly sent: number
  /** Those that failed, without those that were refused for their number. */
  readonly failed: number
  readonly refused: number
  /** 99th percentile by kind, milliseconds. */
  readonly p99Ms: Readonly<Partial<Record<RequestKind, number>>>
  /** A failure of each kind of request that had one. */
  readonly faults: Readonly<Partial<Record<RequestKind, string>>>
}

export interface SoakMinute {
  /** 1 for the first. */
  readonly minute: number
  readonly requests: RequestSummary
  readonly messagesPerSecond: number
  /** Sockets that the cluster closed since the start. */
  readonly closedSockets: number
  readonly measured: Measured
}

export interface SoakReport {
  readonly plan: SoakPlan
  readonly minutes: readonly SoakMinute[]
}

/** Kinds of requests, as the report names them. */
const KINDS = { page: 'pages', read: 'calls', write: 'writes', media: 'images' } as const satisfies Record<
  RequestKind,
  string
>

/** Summarizes the requests that ended in a minute. */
export function summarizeRequests(samples: readonly Sample[]): RequestSummary {
  const refused = samples.filter(({ fault }) => fault === REFUSED).length
  const failed = samples.filter(({ fault }) => fault !== null && fault !== REFUSED)
  const p99Ms = Object.keys(KINDS).flatMap((kind) => {
    const times = samples.filter((one) => one.kind === kind && one.fault === null).map(timeOf)
    return times.length === 0 ? [] : [[kind, quantile(times, 0.99)] as const]
  })
  return {
    sent: samples.length,
    failed: failed.length,
    refused,
    p99Ms: Object.fromEntries(p99Ms),
    faults: Object.fromEntries(failed.map(({ kind, fault }) => [kind, fault])),
  }
}

function timeOf({ startedAt, endedAt }: Sample): number {
  return endedAt - startedAt
}

/** Minutes after which the memory of a program may no longer grow; half of a short soak. */
const WARM_UP = 10
/** Largest growth of a program's memory that counts as flat. */
const MAX_GROWTH = 0.1
/** Minutes of which the lowest value counts: within them V8 has collected the garbage of a busy minute. */
const WINDOW = 5
/** Memory that `deploy/kubernetes` requests for each kind of program, MiB. No minute may need more. */
const REQUESTED_MIB: Readonly<Record<string, number>> = { API: 1_024, site: 512, indexer: 1_024 }

/** Returns why a soak did not stay flat; empty when it did. */
export function failuresOfSoak({ plan, minutes }: SoakReport): readonly string[] {
  const failed = minutes.reduce((sum, { requests }) => sum + requests.failed, 0)
  const faults = Object.entries(Object.assign({}, ...minutes.map(({ requests }) => requests.faults)))
  const closed = minutes.at(-1)?.closedSockets ?? 0
  return [
    minutes.length < plan.minutes && `ended after ${minutes.length} of ${plan.minutes} minutes`,
    failed > 0 && `${failed} requests failed (${faults.map(([kind, fault]) => `${kind}: ${fault}`).join('; ')})`,
    closed > 0 && `${closed} sockets were closed`,
    ...lagFailures(minutes),
    ...programsOf(minutes, 'memory').map((program) => memoryFailure(program, minutes, plan)),
  ].filter((line) => typeof line === 'string')
}

function lagFailures(minutes: readonly SoakMinute[]): readonly string[] {
  const { limit } = MEASURES.lag
  return minutes.flatMap(({ minute, measured: { lag } }) => [
    ...(lag.index === undefined ? [`minute ${minute}: no indexer said how far it is behind`] : []),
    ...Object.entries(lag)
      .filter(([, seconds]) => seconds > limit)
      .map(([what, seconds]) => `minute ${minute}: ${what} ${seconds.toFixed(1)} s behind`),
  ])
}

/** Returns why the memory of a program is not flat: it is unknown, more than requested, or what is left after collections grows. */
function memoryFailure(program: string, minutes: readonly SoakMinute[], plan: SoakPlan): string | null {
  const warmUp = Math.min(WARM_UP, Math.floor(plan.minutes / 2))
  const judged = minutes.filter(({ minute }) => minute > warmUp)
  const values = judged.map(({ measured }) => measured.memory[program])
  const known = values.filter((value) => value !== undefined)
  if (known.length < values.length) return `${program}: memory unknown in ${values.length - known.length} minutes`
  const requested = REQUESTED_MIB[program.replace(/ \d+$/, '')]
  const highest = Math.max(0, ...known)
  if (requested !== undefined && highest > requested)
    return `${program}: memory reached ${Math.round(highest)} MiB, more than the ${requested} MiB that a deployment requests`
  return growthFailure(program, known)
}

/** Compares the least memory of any few minutes with the least of the first ones. */
function growthFailure(program: string, memory: readonly number[]): string | null {
  const length = Math.min(WINDOW, Math.ceil(memory.length / 2))
  const [base = 0, ...later] = memory
    .slice(0, memory.length - length + 1)
    .map((_, from) => Math.min(...memory.slice(from, from + length)))
  const least = Math.max(0, ...later)
  if (least <= base * (1 + MAX_GROWTH)) return null
  return `${program}: memory grew by ${Math.round((least / base - 1) * 100)} %, from ${Math.round(base)} to ${Math.round(least)} MiB`
}

/** Returns the names of the values of a measure, in order. */
function programsOf(minutes: readonly SoakMinute[], measure: MeasureName): readonly string[] {
  return [...new Set(minutes.flatMap(({ measured }) => Object.keys(measured[measure])))].toSorted()
}

/** Returns the soak's closing table, a row for each minute, and its verdict. */
export function soakTable(report: SoakReport): string {
  const programs = programsOf(report.minutes, 'memory')
  const table = compactTable([
    'Minute',
    'Requests',
    'Failed',
    'Refused',
    ...Object.values(KINDS).map((kind) => `p99 ${kind}`),
    'Lag',
    'Replicas',
    'Waiting',
    'Sockets',
    'Messages/s',
    'Events/s',
    'Connections',
    'Handles',
    ...programs.map((program) => `${program} MiB`),
  ])
  for (const { minute, requests, messagesPerSecond, measured } of report.minutes) {
    table.push([
      ...[minute, requests.sent, requests.failed, requests.refused].map(String),
      ...(Object.keys(KINDS) as RequestKind[]).map((kind) => shown(requests.p99Ms[kind], ' ms')),
      shown(measured.lag.index, ' s'),
      shown(measured.lag.replicas, ' s'),
      shown(sumOf(measured.queues)),
      shown(measured.sockets.open),
      shown(messagesPerSecond),
      shown(measured.events.indexed),
      shown(sumOf(measured.connections)),
      shown(sumOf(measured.handles)),
      ...programs.map((program) => shown(measured.memory[program])),
    ])
  }
  const failures = failuresOfSoak(report)
  const verdict = failures.length === 0 ? pc.green('Flat.') : pc.red('Not flat:')
  return [table.toString(), '', verdict, ...failures].join('\n')
}

function shown(value: number | undefined, unit = ''): string {
  if (value === undefined) return '–'
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)}${unit}`
}

function sumOf(values: Values): number | undefined {
  const all = Object.values(values)
  return all.length === 0 ? undefined : all.reduce((sum, value) => sum + value, 0)
}

/** Draws everything that was measured by minute, as SVG. */
export function soakChart(report: SoakReport, date: string): string {
  const { minutes, plan } = report
  const lines = (names: readonly string[], take: (minute: SoakMinute, name: string) => number | undefined) =>
    names.map((name): ChartLine => ({ name, values: minutes.map((minute) => take(minute, name) ?? null) }))
  const requests: readonly LinesPanel[] = [
    {
      title: 'Requests per second',
      limit: null,
      lines: lines(['answered', 'failed', 'refused'], ({ requests: { sent, failed, refused } }, name) => {
        return { answered: sent - failed - refused, failed, refused }[name as 'failed'] / 60
      }),
    },
    {
      title: '99th percentile, ms',
      limit: null,
      lines: lines(Object.keys(KINDS), ({ requests: { p99Ms } }, kind) => p99Ms[kind as RequestKind]).map((line) => ({
        ...line,
        name: KINDS[line.name as RequestKind],
      })),
    },
  ]
  const measured = (Object.keys(MEASURES) as MeasureName[]).map(
    (measure): LinesPanel => ({
      title: MEASURES[measure].title,
      limit: MEASURES[measure].limit,
      lines: lines(programsOf(minutes, measure), (minute, name) => minute.measured[measure][name]),
    }),
  )
  const title = `npm run soak: ${plan.sessions} sessions, ${plan.trades} transactions a second, ${plan.sockets} sockets`
  return linesChart(title, `${describeMachine()}, ${date}`, `minutes 1 to ${minutes.length}`, [
    ...requests,
    ...measured,
  ])
}

/** Returns the report as JSON. */
export function soakJson(report: SoakReport): string {
  const failures = failuresOfSoak(report)
  return `${JSON.stringify({ ...report, failures, passed: failures.length === 0 }, null, 2)}\n`
}
