/** A window someone looks through. */
export interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
}

/** Windows that every scene is taken in. */
export const SIZES: readonly Size[] = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1024', width: 1024, height: 768 },
  { name: '390', width: 390, height: 844 },
]

/** The site's themes; the first is the one it starts with. */
export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]
