import { ageSeconds, formatAge, formatDate, formatMoment, type Micros } from '../format/time.ts'
import { type TickMs, useNow } from '../hooks/use-now.ts'

export interface AgeProps {
  micros: Micros
  /** The focus stops at it: there is no link around it or in its row that shows its timestamp. */
  focusable?: boolean
  /** Followed by 'ago'; not where it is a date, as it is until hydration. */
  ago?: boolean
}

/** A relative time; the full timestamp on hover, on a tap and by keyboard. */
export function Age({ micros, focusable = false, ago = false }: AgeProps) {
  const now = useNow(tickOf(micros))
  const iso = new Date(Number(BigInt(micros) / 1000n)).toISOString()
  return (
    <>
      <time
        dateTime={iso}
        title={now === null ? undefined : formatMoment(micros)}
        data-hint=""
        tabIndex={focusable ? 0 : undefined}
      >
        {now === null ? formatDate(micros, 'UTC') : formatAge(micros, now)}
      </time>
      {ago && now !== null && ' ago'}
    </>
  )
}

/**
 * Returns how often the text is updated: every second, ten seconds or minute, by its age. A clock is late by up to its tick: one is
 * used once its own age has that unit, or the age would be shown to shrink.
 * @source docs/product/display.md#relative-age
 */
function tickOf(micros: Micros): TickMs {
  const seconds = ageSeconds(micros, Date.now())
  return seconds < 70n ? 1_000 : seconds < 3_660n ? 10_000 : 60_000
}
