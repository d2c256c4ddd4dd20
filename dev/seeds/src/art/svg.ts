import { CANVAS } from './art-style.ts'

type Attributes = Readonly<Record<string, string | number | undefined>>

/** Returns a whole document around the given parts. `defs` holds gradients, clips and filters. */
export function svgDocument(background: string, parts: readonly string[], defs: readonly string[] = []): string {
  const definitions = defs.length === 0 ? '' : `<defs>${defs.join('')}</defs>`
  const size = `width="${CANVAS}" height="${CANVAS}" viewBox="0 0 ${CANVAS} ${CANVAS}"`
  const ground = tag('rect', { width: CANVAS, height: CANVAS, fill: background })
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${definitions}${ground}${parts.join('')}</svg>`
}

/** Returns one element. Values are numbers and our own words, never foreign text. */
export function tag(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`)
    .join('')
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`
}

/** One decimal is finer than a pixel. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

export type Point = readonly [x: number, y: number]

/** Straight lines through the points. */
export function linePath(points: readonly Point[], closed = false): string {
  const text = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
  return closed ? `${text}Z` : text
}

/** Returns a smooth closed curve through the points (quadratic through their middles). */
export function smoothLoop(points: readonly Point[]): string {
  const middles = points.map((point, index) => middle(point, points[(index + 1) % points.length] as Point))
  const start = middles.at(-1) as Point
  const curves = points.map((point, index) => {
    const end = middles[index] as Point
    return `Q${round(point[0])} ${round(point[1])} ${round(end[0])} ${round(end[1])}`
  })
  return `M${round(start[0])} ${round(start[1])}${curves.join('')}Z`
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

/** Returns the point at `radius` from a centre; 0 degrees points right, 90 down. */
export function polar(cx: number, cy: number, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
}

/** Returns a picture's left half and its mirror image. */
export function mirrored(half: string): string {
  return `<g>${half}</g><g transform="translate(640 0) scale(-1 1)">${half}</g>`
}

/** Returns a vertical (or turned) gradient of evenly spaced colours. */
export function linearGradient(id: string, colors: readonly string[], degrees = 90): string {
  const stops = colors.map((color, index) =>
    tag('stop', {
      offset: String(Math.round((index / Math.max(1, colors.length - 1)) * 1000) / 1000),
      'stop-color': color,
    }),
  )
  const turn = `rotate(${degrees} .5 .5)`
  return tag('linearGradient', { id, gradientTransform: turn }, ...stops)
}

/** Returns a gradient from a centre outwards; offsets as given. */
export function radialGradient(
  id: string,
  stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
  center: Point = [0.5, 0.5],
): string {
  const parts = stops.map(([offset, color, opacity]) =>
    tag('stop', {
      offset: String(offset),
      'stop-color': color,
      'stop-opacity': opacity === undefined ? undefined : String(opacity),
    }),
  )
  return tag('radialGradient', { id, cx: String(center[0]), cy: String(center[1]), r: '.5' }, ...parts)
}
