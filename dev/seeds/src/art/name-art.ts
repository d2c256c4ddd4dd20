import { NAMES_FOLDER } from '@opal/dev-chain/modules/ans/ans-account'
import { CANVAS } from './art-style.ts'
import type { TokenMetadata } from './metadata.ts'
import { svgDocument, tag } from './svg.ts'

/** Returns the metadata of an `.apt` name. */
export function nameMetadata(name: string): TokenMetadata {
  return {
    name,
    description: 'A name of the Aptos Name Service on the local chain.',
    image: `ipfs://${NAMES_FOLDER}/${name}.svg`,
    attributes: [{ trait_type: 'Length', value: String(name.replace(/\.apt$/, '').length) }],
  }
}

/** Returns an `.apt` name on a card. @param name letters, digits, dots and hyphens alone. */
export function drawName(name: string): string {
  const size = Math.min(CANVAS / 8, (CANVAS * 1.5) / name.length)
  const middle = { x: CANVAS / 2, y: CANVAS / 2, 'text-anchor': 'middle', 'dominant-baseline': 'middle' }
  const frame = { x: 24, y: 24, width: CANVAS - 48, height: CANVAS - 48, rx: 32, fill: 'none', stroke: '#7dd3c0' }
  return svgDocument('#10222b', [
    tag('rect', { ...frame, 'stroke-width': 4 }),
    tag('text', { ...middle, fill: '#f4efe6', 'font-family': 'sans-serif', 'font-size': size }, name),
  ])
}
