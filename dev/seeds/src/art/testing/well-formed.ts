/**
 * Checks that a text is one well-formed XML element tree, as far as our images use XML.
 * @returns what is wrong, or null
 */
export function wellFormedFault(text: string): string | null {
  const open: string[] = []
  let end = 0
  for (const match of text.matchAll(/<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (/[<>]/.test(text.slice(end, match.index))) return `stray bracket before ${match[0].slice(0, 40)}`
    end = match.index + match[0].length
    const [, closing, name = '', , empty] = match
    if (closing === '/') {
      if (open.pop() !== name) return `</${name}> closes nothing`
    } else if (empty !== '/') open.push(name)
    if (open.length === 0 && end !== text.length) return `text continues after the end: ${text.slice(end, end + 40)}`
  }
  return end === text.length && open.length === 0 ? null : `not closed: ${open.join(' ')}`
}
