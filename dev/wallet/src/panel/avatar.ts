import { element } from './element.ts'

/** A round mark whose two hues come from the address, with the name's first letter. */
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
