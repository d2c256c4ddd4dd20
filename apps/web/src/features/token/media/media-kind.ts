import { contentAddressOf } from '@opal/domain/tokens/content-address'

/** Kind of a token's animation. */
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

/** Values of `properties.category`. @source docs/product/tokens-and-filters.md#metadata */
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

/** Returns the kind by the metadata's category; null for an unknown one. */
export function kindOfCategory(category: string | null): MediaKind | null {
  return KIND_OF_CATEGORY.get(category ?? '') ?? null
}

/** Returns the kind by a `content-type`; null for a missing or generic one. */
export function kindOfType(type: string | null): MediaKind | null {
  const [family, name] = (type ?? '').split('/')
  if (family === 'video' || family === 'audio' || family === 'model') return family
  return family === 'text' || name === 'xhtml+xml' ? 'page' : null
}

/**
 * Returns the kind by a URL's file extension. Anything else is treated as an HTML page with scripts, which runs in a sandbox and
 * only on request.
 */
export function kindOfEnding(uri: string): MediaKind {
  const path = uri.split(/[?#]/, 1)[0] ?? ''
  return KIND_OF_ENDING[/\.([a-z0-9]{2,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'page'
}

/**
 * Returns the URL from which a browser loads an animation: `https://` unchanged, `ipfs://` at the gateway.
 * @returns null for anything else, such as `data:` or `javascript:`.
 * @example playableUrl('ipfs://Qm12/1.mp4', 'https://gateway.example/ipfs') // 'https://gateway.example/ipfs/Qm12/1.mp4'
 */
export function playableUrl(uri: string, gateway: string): string | null {
  const content = contentAddressOf(uri)
  if (content?.scheme === 'ipfs') return `${gateway}/${content.path}`
  return URL.canParse(uri) && new URL(uri).protocol === 'https:' ? uri : null
}
