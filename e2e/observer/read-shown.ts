import type { Page } from 'playwright-core'

/** Reads the values that a page shows: `<metric> <id>` to octas, a count, an address, or `none`. */
export function readShown(
  page: Page,
  kind: 'collection' | 'token' | 'wallet',
  id: string,
): Promise<[string, string][]> {
  return page.evaluate(readDocument, { kind, id })
}

/** Runs in the browser: nothing from outside may be used. */
function readDocument({ kind, id }: { kind: 'collection' | 'token' | 'wallet'; id: string }): [string, string][] {
  const toOctas = (title: string) => {
    const [whole = '0', fraction = ''] = title.replace(/ APT$/, '').replaceAll(',', '').split('.')
    return String(BigInt(whole) * 100_000_000n + BigInt(fraction.padEnd(8, '0')))
  }
  const octasIn = (element: Element | null | undefined) => {
    const title = element?.querySelector('[title$=" APT"]')?.getAttribute('title')
    return title === null || title === undefined ? 'none' : toOctas(title)
  }
  const figure = (name: string) =>
    [...document.querySelectorAll('dl dt')].find((term) => term.textContent?.trim().startsWith(name))
      ?.nextElementSibling
  // Notes such as a share stand behind the count in elements of their own.
  const count = (element: Element | null | undefined) =>
    element?.firstChild?.textContent?.match(/^[\d,]+/)?.[0]?.replaceAll(',', '')
  const facts: [string, string | undefined][] = []
  if (kind === 'collection') {
    facts.push([`collection floor ${id}`, octasIn(figure('Floor'))])
    facts.push([`collection listed ${id}`, count(figure('Listed'))])
    facts.push([`collection owners ${id}`, count(figure('Owners'))])
  }
  if (kind === 'token') {
    // The page itself names the token: it may be navigating to another one.
    const token = location.pathname.split('/').at(-1)
    const label = [...document.querySelectorAll('p')].find((p) => /^(Not listed|Listed on)/.test(p.textContent ?? ''))
    if (label) facts.push([`token price ${token}`, octasIn(label.parentElement)])
    const owned = [...document.querySelectorAll('p')].find((p) => /Owned by/.test(p.textContent ?? ''))
    facts.push([`token owner ${token}`, owned?.querySelector('a[title^="0x"]')?.getAttribute('title') ?? undefined])
  }
  if (kind === 'wallet') {
    facts.push([`wallet items ${id}`, count(figure('Items'))])
    facts.push([`wallet listed ${id}`, count(figure('Listed'))])
  }
  const table = document.querySelector('table[aria-label="Items"]')
  const heads = [...(table?.querySelectorAll('thead th') ?? [])].map((head) => head.textContent?.trim())
  for (const row of table?.querySelectorAll('tbody tr[data-row]') ?? []) {
    const link = row.querySelector('a[data-row-link]')?.getAttribute('href') ?? ''
    const token = new URLSearchParams(link.split('?')[1] ?? '').get('tokenDataId')
    const cell = (name: string) => row.children[heads.indexOf(name)]
    if (token === null || heads.indexOf('Owner') < 0) continue
    facts.push([`token price ${token}`, octasIn(cell('Price'))])
    facts.push([`token owner ${token}`, cell('Owner')?.querySelector('a')?.getAttribute('title') ?? undefined])
  }
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}
