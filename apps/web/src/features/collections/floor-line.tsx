import { Sparkline } from '@opal/ui/charts/sparkline'
import { changeTrend } from './change.tsx'

export interface FloorLineProps {
  collection: { readonly collectionName: string; readonly sparkline: readonly (string | null)[] }
  /** The change of the floor over the same time, which colours the line. */
  percent: number | null
  /** The time in words. */
  words: string
  width?: number
}

/** The floor of a collection over some time, as a line. Prices become floats, which are exact enough for it. */
export function FloorLine({ collection, percent, words, width }: FloorLineProps) {
  const points = collection.sparkline.map((octas) => (octas === null ? null : Number(octas) / 1e8))
  const label = `Floor of ${collection.collectionName} over ${words}`
  return (
    <Sparkline points={points} trend={changeTrend(percent)} label={label} {...(width !== undefined && { width })} />
  )
}
