import { NAMES_FOLDER } from '@opal/dev-chain/modules/ans/ans-account'
import { cidOf } from '../art/cid.ts'
import type { DrawnCollection } from '../art/demo-collection.ts'
import { collectionMetadata, tokenMetadata } from '../art/metadata.ts'
import { drawName, nameMetadata } from '../art/name-art.ts'
import { drawToken } from '../art/token-art.ts'
import { HOSTILE_CID, hostileFile } from '../hostile/hostile-documents.ts'

/** A file of the demo's folders. */
export interface ArtFile {
  readonly contentType: 'application/json; charset=utf-8' | 'image/svg+xml'
  readonly body: Buffer
}

/** Files kept in memory; about 10 kB each. */
const MOST_CACHED = 4096

/** Answers `<cid>/<file>` for every demo collection: drawn when first asked for, then kept. */
export class ArtSource {
  readonly #byCid: ReadonlyMap<string, DrawnCollection>
  readonly #cache = new Map<string, ArtFile>()

  constructor(collections: readonly DrawnCollection[]) {
    this.#byCid = new Map(collections.map((collection) => [cidOf(collection.slug), collection]))
  }

  /** Documents of hostile collections are made each time: they are large. @returns null when there is no such file. */
  file(cid: string, name: string): ArtFile | null {
    if (cid === HOSTILE_CID) return hostileFile(name)
    const key = `${cid}/${name}`
    const kept = this.#cache.get(key)
    if (kept !== undefined) return kept
    const made = this.#make(cid, name)
    if (made === null) return null
    const oldest = this.#cache.size < MOST_CACHED ? undefined : this.#cache.keys().next().value
    if (oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(key, made)
    return made
  }

  #make(cid: string, name: string): ArtFile | null {
    if (cid === NAMES_FOLDER) return makeNameFile(name)
    const collection = this.#byCid.get(cid)
    return collection === undefined ? null : makeFile(collection, name)
  }
}

/** An `.apt` name's document and picture: the name on a card. */
function makeNameFile(file: string): ArtFile | null {
  const match = /^([a-z\d.-]{1,140}\.apt)\.(json|svg)$/.exec(file)
  const name = match?.[1]
  if (name === undefined) return null
  return match?.[2] === 'json' ? json(nameMetadata(name)) : svg(drawName(name))
}

function makeFile(collection: DrawnCollection, name: string): ArtFile | null {
  if (name === 'collection.json') return json(collectionMetadata(collection))
  if (name === 'collection.svg') return svg(drawToken(collection, collection.cover))
  const match = /^([1-9]\d{0,4})\.(json|svg)$/.exec(name)
  const n = Number(match?.[1] ?? 0)
  if (match === null || n > collection.supply) return null
  return match[2] === 'json' ? json(tokenMetadata(collection, n)) : svg(drawToken(collection, n))
}

function json(value: object): ArtFile {
  return { contentType: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(value)) }
}

function svg(text: string): ArtFile {
  return { contentType: 'image/svg+xml', body: Buffer.from(text) }
}
