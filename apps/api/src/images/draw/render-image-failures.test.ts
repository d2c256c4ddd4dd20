import { WorkerProcessError } from '@opal/chain/web/process-pool'
import { expect, it, vi } from 'vitest'
import { renderImage } from '../../testing/render-image.ts'
import { drawInProcess } from './draw-process.ts'

vi.mock('./draw-process.ts', () => ({ drawInProcess: vi.fn(), QUICK_PROCESSES: 2 }))

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

it.each([
  ['did not start', 'start', { code: 'overloaded', retryable: true }],
  ['took too long', 'timeout', { code: 'media-unreadable', retryable: false }],
  ['ended', 'exit', { code: 'media-unreadable', retryable: false }],
] as const)('distinguishes a fault of the image from a busy machine when the process %s', async (_, reason, error) => {
  vi.mocked(drawInProcess).mockRejectedValue(new WorkerProcessError(reason))
  await expect(renderImage(SVG, 64)).rejects.toMatchObject(error)
})

it('refuses an image that the process cannot decode', async () => {
  vi.mocked(drawInProcess).mockResolvedValue({ fault: 'bad header' })
  await expect(renderImage(SVG, 64)).rejects.toMatchObject({ code: 'media-unreadable', cause: 'bad header' })
})

it.each([
  ['an SVG that takes long', SVG, 'timeout'],
  ['an SVG that takes much memory', SVG, 'exit'],
  ['an image that takes much memory', PNG, 'exit'],
] as const)('gives %s the bounds of an expensive image', async (_, source, reason) => {
  vi.mocked(drawInProcess).mockImplementation(async ({ evenExpensive }) => {
    if (!evenExpensive) throw new WorkerProcessError(reason)
    return { image: Buffer.from('drawn') }
  })
  expect((await renderImage(source, 64)).toString()).toBe('drawn')
})
