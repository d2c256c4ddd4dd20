import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { originalName } from './original-name.ts'

describe('the name of a saved original', () => {
  it.each([
    ['Opal #7', 'ipfs://bafy/7.png', 'image/png', 'Opal #7.png'],
    ['Opal #7', 'ipfs://bafy/7', 'image/jpeg', 'Opal #7.jpg'],
    ['Film', 'https://a.example/film?x=1.gif', 'video/mp4', 'Film.mp4'],
    ['Robot', 'https://a.example/robot.GLB', 'application/octet-stream', 'Robot.glb'],
    ['Robot', 'ipfs://bafy', null, 'Robot'],
    ['cat.png', 'ipfs://bafy/1.png', 'image/png', 'cat.png'],
    ['cat.png', 'ipfs://bafy/1.webp', 'image/webp', 'cat.png.webp'],
    ['', 'ipfs://bafy/1.png', 'image/png', '1.png'],
    ['..', 'ipfs://bafy/', null, 'original'],
    ['../../etc/passwd', 'ipfs://bafy/1.png', null, 'etc passwd.png'],
    ['photo\u202Egnp.exe', 'ipfs://bafy/1.png', 'image/png', 'photo gnp.exe.png'],
  ])('of %s at %s as %s is %s', (name, src, type, saved) => {
    expect(originalName(name, src, type)).toBe(saved)
  })

  it('is a name in one folder, whatever strangers called things', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(texts, texts, (name, path) => {
        const saved = originalName(name, `https://a.example/${path}`, null)
        expect(saved).toMatch(/^[^\\/:*?"<>|\p{Cc}\p{Cf}]{1,110}$/u)
        expect(saved).not.toMatch(/^\.{0,2}$/)
      }),
    )
  })
})
