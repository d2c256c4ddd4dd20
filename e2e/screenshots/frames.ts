/** A window someone looks through. */
export interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  /** A finger presses what it shows. */
  readonly isTouched?: true
}

/** Windows that scenes can be taken in. */
export const SIZES: readonly Size[] = [
  { name: '1920', width: 1920, height: 1080 },
  { name: '1440', width: 1440, height: 900 },
  { name: '1024', width: 1024, height: 768 },
  { name: '390', width: 390, height: 844, isTouched: true },
  { name: '320', width: 320, height: 640, isTouched: true },
]

/** Names of the windows that scenes are taken in where none are chosen. */
export const USUAL_SIZES = '1440,1024,390'

/** The site's themes; the first is the one it starts with. */
export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]
