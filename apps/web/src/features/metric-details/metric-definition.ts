import { type ActivityType, listActivities } from '@opal/contract/activities'
import type { ApiClient } from '@opal/contract/client'
import { getReadiness } from '@opal/contract/health'
import type { FigureSubject } from '../../entities/collection/metrics.ts'

/** An amount in octas, or words that are shown as they are. */
export type WorkingValue = { readonly octas: string | null } | { readonly words: string }

/** Something the figure was computed from. */
export interface WorkingInput {
  readonly name: string
  readonly value: WorkingValue
}

/** A transaction behind a figure. */
export interface WorkingEvent {
  readonly words: string
  readonly version: string
  /** Microseconds since 1970; null where the time is not told. */
  readonly atMicros: string | null
  readonly value: WorkingValue
}

/** A figure with all that it was made of, as it is now. */
export interface Working {
  readonly value: WorkingValue
  readonly inputs: readonly WorkingInput[]
  /** The newest first; there may be more. */
  readonly events: readonly WorkingEvent[]
  /** Ledger version up to which the chain was read. */
  readonly version: string | null
}

/** What a figure means, and how anybody can have it again. */
export interface FigureDefinition {
  readonly name: string
  /** One sentence. */
  readonly meaning: string
  readonly formula: string
  /** Where all events behind it are listed on this site. */
  eventsPath(subject: FigureSubject): string
  /** Address of the public call that answers it, and the member of the answer. @param api origin of the API */
  call(api: string, subject: FigureSubject): { readonly url: string; readonly member: string }
  /** The same from the public snapshot's tables. */
  sql(subject: FigureSubject): string
  /** @throws ApiError */
  read(api: ApiClient, subject: FigureSubject, signal: AbortSignal): Promise<Working>
}

/** The part of a subject that a figure needs. @throws RangeError when a caller left it out. */
export function required(subject: FigureSubject, part: 'collectionId' | 'tokenDataId' | 'wallet'): string {
  const value = subject[part]
  if (value === undefined) throw new RangeError(`The figure needs a ${part}.`)
  return value
}

/** A definition for each figure of a table of what is told about them. */
export function defineFigures<Id extends string, Told>(
  told: Readonly<Record<Id, Told>>,
  define: (told: Told) => FigureDefinition,
): Readonly<Record<Id, FigureDefinition>> {
  const definitions = Object.entries<Told>(told).map(([id, each]) => [id, define(each)])
  return Object.fromEntries(definitions) as Readonly<Record<Id, FigureDefinition>>
}

/** Events shown beside a figure; the site lists them all. */
const SHOWN = 8

/** The newest events of some kind about a collection, a token or a wallet. */
export async function readEvents(
  api: ApiClient,
  scope: { readonly collectionId?: string; readonly tokenDataId?: string; readonly walletAddress?: string },
  type: ActivityType,
  signal: AbortSignal,
): Promise<readonly WorkingEvent[]> {
  const { data } = await api(listActivities, { query: { ...scope, type, take: SHOWN } }, { signal })
  return data.map((row) => ({
    words: `${row.activityType.title} ${row.tokenName ?? row.collectionName ?? ''}`.trim(),
    version: row.version,
    atMicros: row.atMicros,
    value: { octas: row.price },
  }))
}

/** The ledger version that the index has reached; null when it cannot be told. */
export async function readLedgerVersion(api: ApiClient, signal: AbortSignal): Promise<string | null> {
  const readiness = await api(getReadiness, {}, { signal }).catch(() => null)
  return readiness?.index.version ?? null
}
