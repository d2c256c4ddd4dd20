import { NAMES_FOLDER } from '@opal/dev-chain/modules/ans/ans-account'
import { expect, test } from 'vitest'
import { ArtSource } from '../host/art-source.ts'
import { cidOf } from './cid.ts'
import { wellFormedFault } from './testing/well-formed.ts'

test('serves document and image of a name, and 404 for other paths', () => {
  expect(NAMES_FOLDER).toBe(cidOf('aptos-names'))
  const source = new ArtSource([])
  const document = source.file(NAMES_FOLDER, 'blue.mara-voss.apt.json')
  const { image, name } = JSON.parse(document?.body.toString() ?? '') as { image: string; name: string }
  expect(name).toBe('blue.mara-voss.apt')
  const file = source.file(NAMES_FOLDER, image.slice(`ipfs://${NAMES_FOLDER}/`.length))
  expect(file?.contentType).toBe('image/svg+xml')
  expect(wellFormedFault(file?.body.toString() ?? '')).toBeNull()
  for (const file of ['<b>.apt.svg', 'mara.svg', 'MARA.apt.json', '../mara.apt.json']) {
    expect(source.file(NAMES_FOLDER, file), file).toBeNull()
  }
})
