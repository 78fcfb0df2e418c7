import { describe, expect, it } from 'vitest'
import { decodeShare } from '../share/share-link.ts'
import { parseEmbed } from '../address/embed.ts'
import { dedent, frameAddress, LONGEST_MANIFEST } from './element-parts.ts'

const base = new URL('https://tabplane.example/play/')

describe('dedent', () => {
  it.each([
    ['\n    kind: A\n    ---\n      kind: B\n\n  ', 'kind: A\n---\n  kind: B\n'],
    ['kind: A', 'kind: A\n'],
    ['\r\n\tkind: A\r\n\tname: b\r\n', 'kind: A\nname: b\n'],
    // The smallest indentation of all lines is removed.
    ['\n    a:\n  b:\n', '  a:\nb:\n'],
    ['\n  a: |\n\n    text\n', 'a: |\n\n  text\n'],
  ])('removes the common indentation of %j', (text, expected) => {
    expect(dedent(text)).toBe(expected)
  })
})

describe('address of the frame', () => {
  it('has the attributes as query parameters', async () => {
    const attributes = {
      panes: 'explore, details',
      theme: 'dark',
      example: 'guestbook',
      at: '/api/v1/pods',
      class: 'x',
    }
    const address = new URL(await frameAddress(base, { attributes }))
    expect(address.origin + address.pathname).toBe(base.href)
    expect(parseEmbed(address.search)).toMatchObject({
      panes: ['explore', 'details'],
      theme: 'dark',
      dialect: 'svc',
      example: 'guestbook',
      place: { kind: 'collection', at: { resource: 'pods' } },
    })
    expect(address.hash).toBe('')
    expect(address.search).not.toContain('class')
  })

  it('names the page for opaque origins when the sandbox gives none', async () => {
    const pathOf = async (sandbox: string): Promise<string> =>
      new URL(await frameAddress(base, { attributes: { sandbox } })).pathname
    expect(await pathOf('')).toBe('/play/sandboxed.html')
    expect(await pathOf('allow-scripts')).toBe('/play/sandboxed.html')
    expect(await pathOf('allow-scripts allow-same-origin')).toBe('/play/')
  })

  it('shows the editor and the terminal by default', async () => {
    expect(parseEmbed(new URL(await frameAddress(base, { attributes: {} })).search)?.panes).toEqual([
      'edit',
      'terminal',
    ])
  })

  it('carries a manifest as a share link that is applied', async () => {
    const manifest = 'kind: Namespace # ünï ✓\n'
    const attributes = { title: 'Shop', dialect: 'k8s' }
    const { hash } = new URL(await frameAddress(base, { attributes, manifest }))
    expect(await decodeShare(hash)).toEqual({
      name: 'Shop',
      dialect: 'k8s',
      objects: [],
      documents: [{ name: 'manifest.yaml', text: manifest }],
      at: '?file=manifest.yaml',
      apply: true,
    })
    await expect(frameAddress(base, { attributes, manifest: ' '.repeat(LONGEST_MANIFEST + 1) })).rejects.toThrow(
      'longer',
    )
  })

  it('accepts a share link or its fragment', async () => {
    for (const share of ['c1.abc', '#c1.abc', 'https://tabplane.example/play/#c1.abc'])
      expect(new URL(await frameAddress(base, { attributes: { share } })).hash).toBe('#c1.abc')
  })
})
