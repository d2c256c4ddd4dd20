import postcss from 'postcss'

/** The least size of text on the site, in px. */
const LEAST_PX = 12
const PX_PER_REM = 16
/** The numbers and keywords of a `font` before its families. */
const FAMILIES = /\s(?:var\(--font-|["'])[\s\S]*$/

/** A selector of the root element itself. */
const ROOT = /(?:^|,)\s*(?:html|:root)(?:\[[^\]]*\])?\s*(?:,|$)/

/** Finds text that is, or inside small text could be, smaller than 12 px. @returns a line for each fault. */
export function faultsOfFontSizes(sheets: ReadonlyMap<string, string>): readonly string[] {
  return [...sheets].flatMap(([path, text]) => {
    const faults: string[] = []
    postcss.parse(text, { from: path }).walkDecls(/^(font|font-size|--text-.+)$/, ({ prop, value, source, parent }) => {
      const size =
        prop === 'font'
          ? (value
              .replace(FAMILIES, '')
              .split(/[\s/]+/)
              .find(isSize) ?? 'inherit')
          : value
      const line = source?.start?.line ?? 1
      const selector = parent?.type === 'rule' ? (parent as postcss.Rule).selector : ''
      if (!prop.startsWith('--') && size !== 'inherit' && ROOT.test(selector)) {
        faults.push(`${path}:${line} ${size} of the root element becomes the rem of every other size: set it on body`)
      }
      if (isLargeEnough(size)) return
      faults.push(
        `${path}:${line} ${size} can be less than ${LEAST_PX} px: take var(--text-xs), or max(${size}, var(--text-xs))`,
      )
    })
    return faults
  })
}

function isSize(word: string): boolean {
  return /^(?:[\d.]+(?:px|r?em|%)|(?:var\(--text-|max\(|clamp\()|(?:x*-)?small(?:er)?$)/.test(word)
}

function isLargeEnough(size: string): boolean {
  if (/^(?:inherit|var\(--text-[\w-]+\))$/.test(size)) return true
  const [, name, list = ''] = /^(max|clamp)\((.*)\)$/.exec(size) ?? []
  // The least that `clamp` gives is its first value; `max` gives no less than any of its own.
  if (name === 'clamp') return isLargeEnough(list.split(',')[0]?.trim() ?? '')
  if (name === 'max') return list.split(',').some((each) => isLargeEnough(each.trim()))
  const [, number, unit] = /^([\d.]+)(px|rem|em|%)$/.exec(size) ?? []
  if (number === undefined) return false
  if (unit === 'em') return Number(number) >= 1
  if (unit === '%') return Number(number) >= 100
  return Number(number) * (unit === 'rem' ? PX_PER_REM : 1) >= LEAST_PX
}
