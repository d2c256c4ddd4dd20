import { readTokenPreviews, type TokenPreview } from '@opal/store/queries/tokens/token-previews'
import type { ApiContext } from '../context.ts'

/** Tokens whose faces are kept, some hundred bytes each. */
const MAX_ENTRIES = 200_000

/** What tokens are called and look like, kept as long as their collection's mark says that they still do. */
export interface KeptFaces {
  /**
   * Members `tokenName` and `tokenImage` of a JSON object, by token. Others may be among them.
   * @param mark as it was read together with what shows them; null where nothing kept may be used.
   */
  of(collectionId: string, mark: bigint | null, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>
}

interface Kept {
  readonly mark: bigint
  readonly faces: Map<string, string>
}

/** Keeps faces as they are read. @param most how many of all collections together; the oldest collection goes first. */
export function createKeptFaces({ store }: Pick<ApiContext, 'store'>, most = MAX_ENTRIES): KeptFaces {
  const kept = new Map<string, Kept>()
  let size = 0

  const drop = (collectionId: string): void => {
    size -= kept.get(collectionId)?.faces.size ?? 0
    kept.delete(collectionId)
  }

  const open = (collectionId: string, mark: bigint): Kept => {
    const known = kept.get(collectionId)
    // Faces are read after the mark they are kept under: those of a newer one hold for an older page, too.
    if (known !== undefined && known.mark >= mark) return known
    drop(collectionId)
    const opened = { mark, faces: new Map<string, string>() }
    kept.set(collectionId, opened)
    return opened
  }

  const keep = (collectionId: string, entry: Kept, found: readonly TokenPreview[]): void => {
    if (kept.get(collectionId) !== entry) return
    for (const face of found) {
      if (!face.isCacheable || entry.faces.has(face.tokenDataId)) continue
      entry.faces.set(face.tokenDataId, faceText(face))
      size += 1
    }
    for (const oldest of kept.keys()) {
      if (size <= most) return
      drop(oldest)
    }
  }

  return {
    async of(collectionId, mark, ids) {
      const entry = mark === null ? null : open(collectionId, mark)
      const missing = entry === null ? [...ids] : [...ids].filter((id) => !entry.faces.has(id))
      if (entry !== null && missing.length === 0) return entry.faces
      const known = new Map([...ids].map((id) => [id, entry?.faces.get(id) ?? NO_FACE]))
      const found = await readTokenPreviews(store.preparedPool, missing)
      if (entry !== null) keep(collectionId, entry, found)
      for (const face of found) known.set(face.tokenDataId, faceText(face))
      return known
    },
  }
}

/** Of a token that nobody has described. */
export const NO_FACE = '"tokenName":null,"tokenImage":null'

function faceText({ name, image }: TokenPreview): string {
  return `"tokenName":${name || 'null'},"tokenImage":${image || 'null'}`
}
