import { formatMicros } from '@opal/domain/time'

/** Chain time as people and spreadsheets read it, UTC. */
export function moment(micros: bigint): string {
  return `${formatMicros(micros)}Z`
}

/** The same, null where there is none. */
export function momentOrNull(micros: bigint | null): string | null {
  return micros === null ? null : moment(micros)
}
