/** What a token's animation is. */
export type MediaKind = 'video' | 'audio' | 'model' | 'page'

const KIND_OF_ENDING: Readonly<Record<string, MediaKind>> = {
  mp4: 'video',
  m4v: 'video',
  webm: 'video',
  mov: 'video',
  ogv: 'video',
  mp3: 'audio',
  wav: 'audio',
  ogg: 'audio',
  flac: 'audio',
  m4a: 'audio',
  glb: 'model',
  gltf: 'model',
  usdz: 'model',
}

/** Words of `properties.category`. @source docs/product/tokens-and-filters.md#metadata */
const KIND_OF_CATEGORY: ReadonlyMap<string, MediaKind> = new Map([
  ['video', 'video'],
  ['audio', 'audio'],
  ['music', 'audio'],
  ['model', 'model'],
  ['3d', 'model'],
  ['vr', 'model'],
  ['html', 'page'],
  ['interactive', 'page'],
])

/** What a token's metadata says that its animation is; null where it says nothing that we know. */
export function kindOfCategory(category: string | null): MediaKind | null {
  return KIND_OF_CATEGORY.get(category ?? '') ?? null
}

/** What a host's `content-type` says; null where it says nothing, or that it does not know. */
export function kindOfType(type: string | null): MediaKind | null {
  const [family, name] = (type ?? '').split('/')
  if (family === 'video' || family === 'audio' || family === 'model') return family
  return family === 'text' || name === 'xhtml+xml' ? 'page' : null
}

/**
 * What the ending of an address suggests. Anything whose ending says nothing may be a page with scripts and is treated as
 * one: it runs in a sandbox, and only when the reader asks for it.
 */
export function kindOfEnding(uri: string): MediaKind {
  const path = uri.split(/[?#]/, 1)[0] ?? ''
  return KIND_OF_ENDING[/\.([a-z0-9]{2,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'page'
}

const IPFS = /^ipfs:\/\/(?:ipfs\/)?([a-zA-Z0-9]{4,100}(?:\/[^?#]*)?)$/

/**
 * Where a browser may load an animation from: `https://` as it is, `ipfs://` at the gateway.
 * @returns null for anything else, such as `data:` or `javascript:`.
 * @example playableUrl('ipfs://Qm12/1.mp4', 'https://gateway.example/ipfs') // 'https://gateway.example/ipfs/Qm12/1.mp4'
 */
export function playableUrl(uri: string, gateway: string): string | null {
  const ipfs = IPFS.exec(uri)?.[1]
  if (ipfs !== undefined) return climbs(ipfs) ? null : `${gateway}/${ipfs}`
  return URL.canParse(uri) && new URL(uri).protocol === 'https:' ? uri : null
}

function climbs(path: string): boolean {
  return path.split(/\/|%2f/i).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}
