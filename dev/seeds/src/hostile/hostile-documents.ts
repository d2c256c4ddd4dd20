import { createHash } from 'node:crypto'
import type { ArtFile } from '../host/art-source.ts'

/** The folder of a gateway in which all documents of hostile collections lie. */
export const HOSTILE_CID = 'hostile'

/** Returns the address of a hostile document, as a token names it. */
export function hostileUri(file: string): string {
  return `ipfs://${HOSTILE_CID}/${file}`
}

/** Returns incompressible text; the same for the same seed. */
export function noise(seed: string, length: number): string {
  const parts = Array.from({ length: Math.ceil(length / 86) }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest('base64').replaceAll('=', ''),
  )
  return parts.join('').slice(0, length)
}

/** Returns letters of three bytes each, in no order. */
function ideographs(length: number): string {
  return Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000))).join('')
}

const trait = (trait_type: string, value: unknown) => ({ trait_type, value })
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">'

/** Documents by the beginning of their names; the token's number follows it. */
const DOCUMENTS: Readonly<Record<string, (n: number) => object | string>> = {
  // One megabyte of traits, which thousands of tokens share.
  heavy: () => ({
    image: hostileUri('slow.svg'),
    attributes: Array.from({ length: 124 }, (_, at) => trait(noise(`name ${at}`, 4_000), noise(`value ${at}`, 4_000))),
  }),
  // On-chain art in the place of an address, just below what a reader of metadata might allow.
  data: (n) => ({ image: `data:image/png;base64,${noise(`image ${n}`, 3_978)}` }),
  letters: (n) => ({ image: `https://example.com/${n}/${ideographs(2_048)}`.slice(0, 2_048) }),
  escapes: (n) => ({ image: `https://example.com/${n}/${'"\\\u0001'.repeat(480)}` }),
  // Kinds that no other token has.
  kinds: (n) => ({ attributes: Array.from({ length: 10_000 }, (_, at) => trait(`kind ${n} ${at}`, at)) }),
  deep: () => `{"image":"${hostileUri('wide.svg')}","attributes":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  names: (n) => ({
    image: hostileUri('slow.svg'),
    attributes: [
      trait('__proto__', 'polluted'),
      trait('constructor', String(n)),
      trait('1', '2'),
      trait('0', 1e21),
      trait('\u202Eecirp\u202C', '\u200B\u200B'),
      trait('null', '\u0000'),
      { trait_type: 7, value: {} },
      null,
    ],
  }),
}

const IMAGES: Readonly<Record<string, () => string>> = {
  // Filters that keep a decoder busy for minutes.
  'slow.svg': () =>
    `${SVG}<filter id="f"><feGaussianBlur stdDeviation="500"/><feTurbulence numOctaves="50"/></filter>${'<rect filter="url(#f)" width="2000" height="2000"/>'.repeat(20)}</svg>`,
  // Three megabytes of drawing.
  'wide.svg': () => `${SVG}${'<rect width="1" height="1"/>'.repeat(110_000)}</svg>`,
}

/**
 * Returns a file of the hostile folder: `<kind>-<n>.json`, or an image.
 * @returns null when there is no such file.
 */
export function hostileFile(name: string): ArtFile | null {
  const image = Object.hasOwn(IMAGES, name) ? IMAGES[name] : undefined
  if (image !== undefined) return { contentType: 'image/svg+xml', body: Buffer.from(image()) }
  const [, kind = '', n] = /^([a-z]+)-(\d{1,5})\.json$/.exec(name) ?? []
  const document = Object.hasOwn(DOCUMENTS, kind) ? DOCUMENTS[kind]?.(Number(n)) : undefined
  if (document === undefined) return null
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  return { contentType: 'application/json; charset=utf-8', body: Buffer.from(text) }
}
