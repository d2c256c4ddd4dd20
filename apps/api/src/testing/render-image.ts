import type { ImageFormat } from '@opal/contract/constants/media-url'
import { clientAt } from '@opal/domain/limits/client'
import { renderExpensive, renderQuickly } from '../images/draw/render-image.ts'

/** Renders an image for one client, whether or not that is expensive. */
export async function renderImage(source: Buffer, width: number, format: ImageFormat = 'webp'): Promise<Buffer> {
  const drawing = { source, width, format, client: clientAt('a reader') }
  return (await renderQuickly(drawing)) ?? renderExpensive(drawing)
}
