/** An element of a page, or its text: as JSON, so that a minimal page can be made of exactly the same elements. */
export type PageNode = string | PageElement

export interface PageElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly PageNode[]
}

/** Takes apart a page that the product rendered. Runs inside a browser: it may use nothing from outside. */
export function takePageApart(html: string): {
  readonly body: PageNode
  /** Addresses of its style sheets, and the text of those that it carries itself. */
  readonly styles: readonly string[]
  readonly css: string
} {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const left = new Set(['SCRIPT', 'TEMPLATE', 'LINK', 'NOSCRIPT'])
  const take = (node: ChildNode): PageNode[] => {
    if (node instanceof Text) return node.data === '' ? [] : [node.data]
    if (!(node instanceof Element) || left.has(node.nodeName)) return []
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
    return [{ tag: node.nodeName.toLowerCase(), attributes, children: [...node.childNodes].flatMap(take) }]
  }
  const styles = [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href') ?? '')
  const css = [...page.head.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n')
  return { body: { tag: 'div', attributes: {}, children: [...page.body.childNodes].flatMap(take) }, styles, css }
}
