/** Width of every chart, px. */
export const WIDTH = 860

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 14px }
  .quiet { fill: #656d76 }
  .grid { stroke: #d8dee4; stroke-width: 1 }
  .goal { stroke: #656d76; stroke-width: 1.5; stroke-dasharray: 4 3 }
  .met { fill: #2da44e }
  .missed { fill: #cf222e }
  .other { fill: #8c959f }
  .line { fill: none; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .quiet { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .goal { stroke: #9198a1 }
  }`

/** Attributes of an element, written as they are, escaped. */
type Attributes = Readonly<Record<string, string | number>>

/** Returns an element of SVG. @param content elements, or text that is escaped by {@link label}. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`
}

/** Returns a text at a place. */
export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escapeXml(text))
}

/** Returns a whole chart with a title, and the machine and the date below it. */
export function wholeChart(height: number, title: string, origin: string, body: readonly string[]): string {
  const heading = [label(12, 22, title, { class: 'title' }), label(12, 40, origin, { class: 'quiet' })]
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${WIDTH} ${height}`,
    role: 'img',
    'aria-label': title,
  }
  return `${element('svg', attributes, [`<style>${STYLE}</style>`, ...heading, ...body].join('\n'))}\n`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Returns a scale that places values between two ends evenly on pixels between two ends. */
export function evenScale([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number) => Math.round((start + ((value - from) / (to - from)) * (end - start)) * 10) / 10
}

/** Returns a logarithmic scale: places values between two ends on pixels between two ends, and those beyond at the ends. */
export function logScale([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  const share = (value: number) => (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))
  return (value: number) => Math.round((start + Math.min(1, Math.max(0, share(value))) * (end - start)) * 10) / 10
}
