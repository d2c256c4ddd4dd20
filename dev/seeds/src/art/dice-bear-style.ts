import { createAvatar, type Style } from '@dicebear/core'
import { type ArtStyle, CANVAS, type Traits, type TraitType, trait } from './art-style.ts'

/** A trait that is one of the generator's own options. */
export interface OptionTrait extends TraitType {
  /** The generator's option, e.g. `hair`. */
  readonly option: string
  /** Value of the trait to the generator's name for it; left out where they are the same. */
  readonly names?: Readonly<Record<string, string | readonly string[]>>
}

/** Returns a DiceBear style whose options are chosen by traits, so that every trait can be seen in the image. */
export function diceBearStyle<Options extends object>(
  style: Style<Options>,
  traits: readonly OptionTrait[],
  fixed: Readonly<Record<string, unknown>> = {},
): ArtStyle {
  return {
    traits,
    render: (token, random) => {
      const seed = String(random.integer(0, 0x7fffffff))
      const options = { ...fixed, ...chosenOptions(traits, token), seed, size: CANVAS, randomizeIds: false }
      return withoutMetadata(createAvatar(style, options as object).toString())
    },
  }
}

function chosenOptions(traits: readonly OptionTrait[], token: Traits): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const type of traits) {
    const has = token[type.name] !== undefined
    if (type.presence !== undefined) options[`${type.option}Probability`] = has ? 100 : 0
    if (!has) continue
    const value = trait(token, type.name)
    options[type.option] = [type.names?.[value] ?? value].flat()
  }
  return options
}

/**
 * The attribution is once in the README, not in thousands of images. Hard edges stay with pixels only, which
 * come as squares anyway.
 */
function withoutMetadata(svg: string): string {
  return svg
    .replace(/<metadata[\s\S]*?<\/metadata>/, '')
    .replace(' viewBox="0 0 100 100" fill="none" shape-rendering="crispEdges"', ' viewBox="0 0 100 100" fill="none"')
}

/** Returns values `Hair 1` … for options that the generator only numbers, common ones first. */
export function numbered(label: string, variants: readonly string[]): Pick<OptionTrait, 'values' | 'names'> {
  const names = Object.fromEntries(variants.map((variant, index) => [`${label} ${index + 1}`, variant]))
  const weights = Object.keys(names).map((value, index) => ({ value, weight: 1 / (1 + index * 0.12) }))
  return { values: weights, names }
}

/** `variant01` … `variantNN`. */
export function variants(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `variant${String(index + 1).padStart(2, '0')}`)
}

/** Returns colour traits: name to hex without `#`, with weights falling in the given order. */
export function colors(
  table: Readonly<Record<string, string | readonly string[]>>,
): Pick<OptionTrait, 'values' | 'names'> {
  const entries = Object.keys(table)
  return { values: entries.map((value, index) => ({ value, weight: 1 / (1 + index * 0.35) })), names: table }
}

/** `longBangs2` as a person writes it: `Long Bangs 2`. */
export function spelled(names: readonly string[]): Pick<OptionTrait, 'values' | 'names'> {
  const table = Object.fromEntries(names.map((name) => [spell(name), name]))
  return { values: Object.keys(table).map((value, index) => ({ value, weight: 1 / (1 + index * 0.08) })), names: table }
}

function spell(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/(\D)(\d)/g, '$1 $2')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
