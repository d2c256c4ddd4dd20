import { GEAR_FOLDER, GEAR_NAMES, GEAR_TYPES, TIERS } from '@opal/dev-chain/modules/gear/gear-facts'
import { CANVAS } from './art-style.ts'
import type { TokenMetadata } from './metadata.ts'
import { svgDocument, tag } from './svg.ts'

/** A piece of the game's equipment. */
export interface GearPiece {
  /** Its hundreds are the tier, from 1. */
  readonly code: number
  /** 0 tool, 1 suit, 2 helmet. */
  readonly type: number
}

const COLOURS = ['#8b929e', '#58a868', '#4c8fd6', '#a06ad8', '#e0a13c'] as const
const tierOf = ({ code }: GearPiece) => Math.floor(code / 100) - 1
const nameOf = ({ code, type }: GearPiece) => GEAR_NAMES[code]?.[type]

/** Returns the metadata of a piece; null where there is no such piece. */
export function gearMetadata(piece: GearPiece): TokenMetadata | null {
  const [name, tier, type] = [nameOf(piece), TIERS[tierOf(piece)], GEAR_TYPES[piece.type]]
  if (name === undefined || tier === undefined || type === undefined) return null
  return {
    name,
    description: `${tier} ${type}`,
    image: `ipfs://${GEAR_FOLDER}/${piece.code}-${piece.type}.svg`,
    attributes: [
      { trait_type: 'tier', value: tier },
      { trait_type: 'gear_type', value: type },
      { trait_type: 'gear', value: name },
    ],
  }
}

/** Returns the metadata of the collection. */
export function gearCollectionMetadata(): Pick<TokenMetadata, 'name' | 'description' | 'image'> {
  return {
    name: 'Prospector Gear',
    description: 'Tools, suits and helmets for those who dig.',
    image: `ipfs://${GEAR_FOLDER}/collection.svg`,
  }
}

/** Returns the piece on a plate in the colour of its tier. */
export function drawGear(piece: GearPiece): string {
  const colour = COLOURS[tierOf(piece)] ?? COLOURS[0]
  const name = nameOf(piece) ?? ''
  const middle = { x: CANVAS / 2, 'text-anchor': 'middle', fill: '#f4efe6', 'font-family': 'sans-serif' }
  return svgDocument('#171a20', [
    plate(colour),
    shape(piece.type, colour),
    tag(
      'text',
      { ...middle, y: CANVAS * 0.86, 'font-size': Math.min(CANVAS / 14, (CANVAS * 1.5) / name.length) },
      name,
    ),
  ])
}

/** One of each type. */
export function drawGearCover(): string {
  const third = (type: number) =>
    tag('g', { transform: `translate(${(type - 1) * CANVAS * 0.28} 0) scale(1)` }, shape(type, COLOURS[type + 2] ?? ''))
  return svgDocument('#171a20', [plate('#e0a13c'), ...[0, 1, 2].map(third)])
}

function plate(colour: string): string {
  const frame = { x: 24, y: 24, width: CANVAS - 48, height: CANVAS - 48, rx: 40, fill: 'none' }
  return tag('rect', { ...frame, stroke: colour, 'stroke-width': 6 })
}

/** Returns a pick, a suit or a helmet, around the middle. */
function shape(type: number, colour: string): string {
  const [x, y, r] = [CANVAS / 2, CANVAS * 0.45, CANVAS * 0.13]
  const line = { fill: 'none', stroke: colour, 'stroke-width': CANVAS / 32, 'stroke-linecap': 'round' } as const
  if (type === 0)
    return (
      tag('path', { ...line, d: `M ${x - r} ${y + r} L ${x + r * 0.8} ${y - r * 0.8}` }) +
      tag('path', { ...line, d: `M ${x - r * 0.2} ${y - r * 1.3} Q ${x + r} ${y - r} ${x + r * 1.3} ${y + r * 0.2}` })
    )
  if (type === 1)
    return (
      tag('circle', { ...line, cx: x, cy: y - r * 0.8, r: r * 0.5 }) +
      tag('rect', { ...line, x: x - r * 0.7, y: y - r * 0.2, width: r * 1.4, height: r * 1.5, rx: r * 0.3 })
    )
  return (
    tag('path', { ...line, d: `M ${x - r} ${y + r * 0.5} A ${r} ${r} 0 0 1 ${x + r} ${y + r * 0.5} Z` }) +
    tag('path', { ...line, d: `M ${x - r * 1.3} ${y + r * 0.5} L ${x + r * 1.3} ${y + r * 0.5}` })
  )
}
