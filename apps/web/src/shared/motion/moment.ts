/** Returns the theme's duration of a moment in ms: 0 with reduced motion. */
export function momentMs(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--motion-moment').trim()
  const amount = Number.parseFloat(text) || 0
  return text.endsWith('ms') ? amount : amount * 1000
}
