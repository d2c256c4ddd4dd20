import { ageSeconds, formatAge, formatDate, formatMoment, type Micros } from '../format/time.ts'
import { type TickMs, useNow } from '../hooks/use-now.ts'

/** A relative time; the full timestamp on hover. */
export function Age({ micros }: { micros: Micros }) {
  const now = useNow(tickOf(micros))
  const iso = new Date(Number(BigInt(micros) / 1000n)).toISOString()
  return (
    <time dateTime={iso} title={now === null ? undefined : formatMoment(micros)}>
      {now === null ? formatDate(micros, 'UTC') : formatAge(micros, now)}
    </time>
  )
}

/** Returns how often the text is updated: every second, ten seconds or minute, by its age. @source docs/product/display.md#relative-age */
function tickOf(micros: Micros): TickMs {
  const seconds = ageSeconds(micros, Date.now())
  return seconds < 60n ? 1_000 : seconds < 3_600n ? 10_000 : 60_000
}
