import { element } from './element.ts'

const SHAPES =
  '<path fill="#9D80FF" d="M16 2 28 11 16 30 4 11z"/><path fill="#C9B8FF" d="M16 2 22 11H10z"/><path fill="#7A5CF0" d="M16 30 22 11h6z"/><path fill="#F4C6E6" opacity=".75" d="M10 11h12l-6 19z"/>'

/** The wallet's mark, as the standard wants it: a data URL. */
export const ICON_DATA_URL =
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SHAPES}</svg>`)}` as const

/** Returns the mark as an element. */
export function iconElement(): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 32 32')
  svg.setAttribute('aria-hidden', 'true')
  svg.innerHTML = SHAPES
  return svg
}

/** Returns a round mark whose two hues come from the address, with the name's first letter. */
export function avatar(name: string, address: string): HTMLElement {
  const hue = Number.parseInt(address.slice(2, 8), 16) % 360
  return element(
    'span',
    {
      class: 'avatar',
      'aria-hidden': 'true',
      style: `background:linear-gradient(135deg,hsl(${hue} 70% 62%),hsl(${(hue + 60) % 360} 65% 42%))`,
    },
    name.slice(0, 1).toUpperCase(),
  )
}
