import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'

interface Screen {
  readonly width: number
  readonly height: number
  readonly isTouched: boolean
}

const screens = fc.record({
  width: fc.oneof(fc.integer({ min: 320, max: 2_560 }), fc.constantFrom(767, 768, 844, 932)),
  height: fc.oneof(fc.integer({ min: 320, max: 1_440 }), fc.constantFrom(390, 430, 499, 500)),
  isTouched: fc.boolean(),
})

/** Returns the last value of a property of a class on a screen; null where no rule of a stylesheet sets it. */
function valueOn(screen: Screen, file: string, name: string, property: string): string | null {
  const css = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
  const parts = css.matchAll(/^@media ([^{]+) \{\n([\s\S]*?)\n\}$|^(\S[^{}@]*) \{\n([\s\S]*?)\n\}$/gm)
  const applying = [...parts].flatMap(([, condition, inner, selector, body]) => {
    if (condition === undefined) return [[selector, body] as const]
    if (!matches(screen, condition)) return []
    return [...(inner ?? '').matchAll(/^ {2}(\S[^{}]*) \{\n([\s\S]*?)\n {2}\}$/gm)].map(
      ([, nested, rules]) => [nested, rules] as const,
    )
  })
  const values = applying.flatMap(([selector, body]) => {
    if (!(selector ?? '').split(/,\s*/).includes(`.${name}`)) return []
    return new RegExp(`^\\s*${property}: ([^;]+);`, 'm').exec(body ?? '')?.[1] ?? []
  })
  return values.at(-1) ?? null
}

function matches({ width, height, isTouched }: Screen, condition: string): boolean {
  return condition.split(', ').some((one) =>
    one.split(' and ').every((part) => {
      const [, feature, value] = /^\((\S+): (\S+)\)$/.exec(part) ?? []
      const limit = Number.parseInt(value ?? '', 10)
      if (feature === 'pointer') return (value === 'coarse') === isTouched
      if (feature === 'max-width') return width <= limit
      if (feature === 'min-width') return width >= limit
      if (feature === 'max-height') return height <= limit
      throw new Error(`${part} is not known here`)
    }),
  )
}

const HEADER = 'header/app-bar.module.css'

// @feature shell.drawer
it('has the settings within reach in any window: in the footer at its foot, or in the drawer of one button', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      const shown = (file: string, name: string) => valueOn(screen, file, name, 'display') !== 'none'
      const isFooterAtFoot =
        shown('footer/footer.module.css', 'footer') &&
        valueOn(screen, 'footer/footer.module.css', 'footer', 'position') === 'sticky'
      const inHeader = shown(HEADER, 'links') && shown(HEADER, 'menu')
      const inBottomBar = shown('phone/bottom-bar.module.css', 'bar')
      expect([isFooterAtFoot, inHeader, inBottomBar].filter(Boolean)).toHaveLength(1)
    }),
  )
})

// @feature shell.drawer
it('has places in the header that a finger hits, within the bar, on any touch screen', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      const linkHeight = Number.parseInt(valueOn(screen, HEADER, 'link', 'height') ?? '', 10)
      // The lowest bar has 48 px, its line included.
      expect(linkHeight).toBeLessThanOrEqual(47)
      if (screen.isTouched) expect(linkHeight).toBeGreaterThanOrEqual(40)
    }),
  )
})
