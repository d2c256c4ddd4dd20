import { readFileSync } from 'node:fs'
import { NAMES_FOLDER } from '@opal/dev-chain/modules/ans/ans-account'
import { GEAR_FOLDER } from '@opal/dev-chain/modules/gear/gear-facts'
import { cidOf } from '../art/cid.ts'
import type { DrawnCollection } from '../art/demo-collection.ts'
import { drawGear, drawGearCover, gearCollectionMetadata, gearMetadata } from '../art/gear-art.ts'
import { collectionMetadata, isVideo, tokenMetadata } from '../art/metadata.ts'
import { drawName, nameMetadata } from '../art/name-art.ts'
import { drawToken } from '../art/token-art.ts'
import { HOSTILE_CID, hostileFile } from '../hostile/hostile-documents.ts'

/** A file of the demo's folders. */
export interface ArtFile {
  readonly contentType: 'application/json; charset=utf-8' | 'image/svg+xml' | 'video/webm'
  readonly body: Buffer
}

/** Files cached in memory; about 10 kB each. */
const MAX_CACHED_FILES = 4096

/** Answers `<cid>/<file>` for every demo collection: drawn on the first request, then cached. */
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
    const cached = this.#cache.get(key)
    if (cached !== undefined) return cached
    const made = this.#make(cid, name)
    if (made === null) return null
    const oldest = this.#cache.size < MAX_CACHED_FILES ? undefined : this.#cache.keys().next().value
    if (oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(key, made)
    return made
  }

  #make(cid: string, name: string): ArtFile | null {
    if (cid === NAMES_FOLDER) return makeNameFile(name)
    if (cid === GEAR_FOLDER) return makeGearFile(name)
    const collection = this.#byCid.get(cid)
    return collection === undefined ? null : makeFile(collection, name)
  }
}

/** Returns an `.apt` name's document and image: the name on a card. */
function makeNameFile(file: string): ArtFile | null {
  const match = /^([a-z\d.-]{1,140}\.apt)\.(json|svg)$/.exec(file)
  const name = match?.[1]
  if (name === undefined) return null
  return match?.[2] === 'json' ? json(nameMetadata(name)) : svg(drawName(name))
}

/** Returns a piece of gear by its code and type, `501-0.json`, or the whole collection. */
function makeGearFile(file: string): ArtFile | null {
  if (file === 'collection.json') return json(gearCollectionMetadata())
  if (file === 'collection.svg') return svg(drawGearCover())
  const [, code, type, ending] = /^(\d{3})-([0-2])\.(json|svg)$/.exec(file) ?? []
  const piece = { code: Number(code), type: Number(type) }
  const metadata = gearMetadata(piece)
  if (metadata === null) return null
  return ending === 'json' ? json(metadata) : svg(drawGear(piece))
}

/** The one video of the demo, served for every token that has one. */
const VIDEO: ArtFile = {
  contentType: 'video/webm',
  body: readFileSync(new URL('../art/videos/current.webm', import.meta.url)),
}

function makeFile(collection: DrawnCollection, name: string): ArtFile | null {
  if (name === 'collection.json') return json(collectionMetadata(collection))
  if (name === 'collection.svg') return svg(drawToken(collection, collection.cover))
  const number = Number(/^film-([1-9]\d{0,4})$/.exec(name)?.[1] ?? 0)
  if (isVideo(collection, number)) return VIDEO
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
