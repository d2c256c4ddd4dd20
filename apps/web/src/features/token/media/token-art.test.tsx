import type { TokenDetail } from '@opal/contract/tokens'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { TokenArt } from './token-art.tsx'

// @vitest-environment happy-dom
const IPFS = 'ipfs://QmYwAPJzv5CZsnAztbCxz/film'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** @param type what the host of the animation says it is. @returns what was asked of it. */
function openArt(token: Partial<TokenDetail>, type: string | null) {
  const asked: string[] = []
  const answer = (_body: unknown, url: URL) => {
    asked.push(url.searchParams.get('src') ?? '')
    return { type }
  }
  const { container } = renderSite(<TokenArt token={testingDetail(token)} />, { '/media/type': answer })
  const shown = () => {
    if (container.querySelector('video') !== null) return 'video'
    if (container.querySelector('audio') !== null) return 'audio'
    if (screen.queryByText('3D model') !== null) return 'model'
    return screen.queryByRole('button', { name: 'Run interactive art' }) === null ? 'image' : 'page'
  }
  return { shown, asked }
}

// @feature token.media, token.metadata
it.each([
  // Where the metadata names the type, no request is made, whatever address and host would answer.
  ['video', IPFS, 'text/html', 'video', false],
  ['audio', 'https://art.example/1.mp4', 'video/mp4', 'audio', false],
  ['html', 'https://art.example/1.mp4', 'video/mp4', 'page', false],
  // Else the host says it.
  [null, IPFS, 'video/webm', 'video', true],
  ['image', IPFS, 'audio/ogg', 'audio', true],
  [null, 'https://art.example/film.html', 'video/mp4', 'video', true],
  [null, 'https://art.example/film.mp4', 'text/html', 'page', true],
  [null, IPFS, 'model/gltf-binary', 'model', true],
  // Only where neither does, the address.
  [null, 'https://art.example/film.mp4', 'application/octet-stream', 'video', true],
  [null, 'https://art.example/duck.glb', null, 'model', true],
  [null, IPFS, null, 'page', true],
] as const)('shows category %s at %s of type %s as %s', async (category, video, type, kind, isAsked) => {
  const { shown, asked } = openArt({ category, video }, type)
  await waitFor(() => expect(shown()).toBe(kind))
  expect(asked).toEqual(isAsked ? [video] : [])
})

// @feature token.media
it('plays a video without a file extension through the media service, and offers a download', async () => {
  openArt({ category: 'video', video: IPFS }, null)
  await waitFor(() =>
    expect(document.querySelector('video')?.src).toContain(`/media/video?src=${encodeURIComponent(IPFS)}`),
  )
  screen.getByRole('link', { name: 'Download video' })
})

// @feature token.media
it('runs an artist’s page only when asked, in a frame without our origin', async () => {
  const url = 'https://art.example/page.html'
  openArt({ category: 'html', video: url }, null)
  const run = await screen.findByRole('button', { name: 'Run interactive art' })
  expect(document.querySelector('iframe')).toBeNull()
  fireEvent.click(run)
  const frame = screen.getByTitle(/^Interactive art of /)
  const attributes = ['src', 'sandbox', 'referrerpolicy'].map((name) => frame.getAttribute(name))
  expect(attributes).toEqual([url, 'allow-scripts', 'no-referrer'])
})
