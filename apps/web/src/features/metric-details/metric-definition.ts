import { listActivities } from '@opal/contract/activities'
import type { ApiClient } from '@opal/contract/client'
import type { ActivityType } from '@opal/contract/constants/activity-kinds'
import { getReadiness } from '@opal/contract/network/health'
import type { MetricSubject } from '../../entities/collection/metrics.ts'

/** An amount in octas, or words that are shown as they are. */
export type MetricValue = { readonly octas: string | null } | { readonly text: string }

/** An input of a metric's formula. */
export interface MetricInput {
  readonly name: string
  /** Id of the marketplace whose name follows. */
  readonly marketplace?: string
  readonly value: MetricValue
}

/** A transaction that contributes to a metric. */
export interface MetricEvent {
  readonly text: string
  readonly version: string
  /** Microseconds since 1970; null where the time is unknown. */
  readonly atMicros: string | null
  /** Null where it has no price, such as a mint or a transfer. */
  readonly value: MetricValue | null
}

/** A metric's current value with its inputs and events. */
export interface MetricDetails {
  readonly value: MetricValue
  readonly inputs: readonly MetricInput[]
  /** The newest first; there may be more. */
  readonly events: readonly MetricEvent[]
  /** Ledger version up to which the chain was read. */
  readonly version: string | null
}

/** A metric in words. */
export interface MetricWords {
  readonly name: string
  /** One sentence. */
  readonly meaning: string
  readonly formula: string
}

/** How a metric is read, and how to reproduce it. */
export interface MetricSource {
  /**
   * Returns the path that lists all of its events; null where the site lists them to nobody but their wallet.
   * @param viewer address of the connected wallet, null for none
   */
  eventsPath(subject: MetricSubject, viewer: string | null): string | null
  /** Address of the public call that answers it, and the member of the answer. @param api origin of the API */
  call(api: string, subject: MetricSubject): { readonly url: string; readonly member: string }
  /** The same from the public snapshot's tables. */
  sql(subject: MetricSubject): string
  /** @throws ApiError */
  read(api: ApiClient, subject: MetricSubject, signal: AbortSignal): Promise<MetricDetails>
}

/** Definition of a metric. */
export type MetricDefinition = MetricWords & MetricSource

/** Returns a member of the subject that a metric needs. @throws RangeError when it is missing. */
export function required(subject: MetricSubject, part: 'collectionId' | 'tokenDataId' | 'wallet'): string {
  const value = subject[part]
  if (value === undefined) throw new RangeError(`The metric needs a ${part}.`)
  return value
}

/** Creates the definitions of a table of specs. */
export function defineMetrics<Id extends string, Spec extends MetricWords>(
  specs: Readonly<Record<Id, Spec>>,
  sourceOf: (spec: Spec) => MetricSource,
): Readonly<Record<Id, MetricDefinition>> {
  const definitions = Object.entries<Spec>(specs).map(([id, spec]) => {
    const { name, meaning, formula } = spec
    return [id, { name, meaning, formula, ...sourceOf(spec) }]
  })
  return Object.fromEntries(definitions) as Readonly<Record<Id, MetricDefinition>>
}

/** Events that the dialog shows; the site lists all. */
const SHOWN = 8

/** Fetches the newest events of one type of a collection, a token or a wallet. */
export async function readEvents(
  api: ApiClient,
  scope: { readonly collectionId?: string; readonly tokenDataId?: string; readonly walletAddress?: string },
  type: ActivityType,
  signal: AbortSignal,
): Promise<readonly MetricEvent[]> {
  const { data } = await api(listActivities, { query: { ...scope, type, take: SHOWN } }, { signal })
  return data.map((row) => ({
    text: `${row.activityType.title} ${row.tokenName ?? row.collectionName ?? ''}`.trim(),
    version: row.version,
    atMicros: row.atMicros,
    value: row.price === null ? null : { octas: row.price },
  }))
}

/** Fetches the last indexed ledger version; null when it is unknown. */
export async function readLedgerVersion(api: ApiClient, signal: AbortSignal): Promise<string | null> {
  const readiness = await api(getReadiness, {}, { signal }).catch(() => null)
  return readiness?.index.version ?? null
}
